import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Ctrl-C reaches us twice, from the terminal and through npm: only a later signal is a second one. */
const ECHO_MS = 1_000;
const GRACE_MS = 10_000;

/** Runs `stop` once, when the process is asked to end; asked again, it ends at once. */
export function onStop(stop: () => Promise<void>): void {
  let askedAt = 0;
  const ask = () => {
    if (!askedAt) {
      askedAt = Date.now();
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error instanceof Error ? error.message : error);
          process.exit(1);
        },
      );
    } else if (Date.now() - askedAt > ECHO_MS) {
      process.exit(1);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
}

/** Lets requests under way finish, for a while; streams that never would are ended. */
export function drainable(server: Server, graceMs = GRACE_MS): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let draining = false;
  server.prependListener("request", (_request, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (draining) response.setHeader("connection", "close");
  });
  return async () => {
    draining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of open) {
      if (!response.headersSent) response.setHeader("connection", "close");
      else if (String(response.getHeader("content-type")).startsWith("text/event-stream")) response.end();
    }
    server.closeIdleConnections();
    await Promise.race([closed, sleep(graceMs)]);
    server.closeAllConnections();
  };
}
