import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { announceStop } from "../shutdown.ts";

/** Ctrl-C arrives twice, from the terminal and through npm. A second signal only counts after this time. */
const ECHO_MS = 1_000;
/** Longer than an API call may take, so that no request is cut off that would have finished. */
const GRACE_MS = 25_000;
/** The limit of everything after the notice. A supervisor must wait longer. */
const LIMIT_MS = 45_000;

/** Calls `stop` once. A second signal, or a `stop` that takes too long, ends the process at once. */
export function onStop(stop: () => Promise<void>): void {
  const limit = noticeMs() + LIMIT_MS;
  let askedAt = 0;
  const ask = () => {
    if (!askedAt) {
      askedAt = Date.now();
      announceStop();
      setTimeout(() => {
        console.error(`What was under way is not done after ${limit / 1000} seconds, and is given up.`);
        process.exit(1);
      }, limit).unref();
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

/** For this time, the process announces its stop and still serves, so that a load balancer can take it out. */
function noticeMs(): number {
  const seconds = process.env.DRAIN_NOTICE_SECONDS || "0";
  if (!/^\d{1,3}$/.test(seconds)) throw new Error(`DRAIN_NOTICE_SECONDS is not a number of seconds: ${seconds}`);
  return Number(seconds) * 1000;
}

// During the notice, each response closes its connection, so that few are open when the port closes.
export function drainable(server: Server, graceMs = GRACE_MS): () => Promise<void> {
  const notice = noticeMs();
  const open = new Set<ServerResponse>();
  let draining = false;
  server.prependListener("request", (_request, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (draining) response.setHeader("connection", "close");
  });
  return async () => {
    draining = true;
    for (const response of open) if (!response.headersSent) response.setHeader("connection", "close");
    await sleep(notice);
    await nobodyAtTheDoor(server);
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of open) {
      const type = String(response.getHeader("content-type"));
      if (response.headersSent && type.startsWith("text/event-stream")) response.end();
    }
    server.closeIdleConnections();
    await Promise.race([closed, sleep(graceMs)]);
    server.closeAllConnections();
  };
}

// A closing port cuts off connections that only the system has accepted. Each turn of the event loop accepts one of them.
async function nobodyAtTheDoor(server: Server): Promise<void> {
  let came = true;
  const note = () => {
    came = true;
  };
  server.on("connection", note);
  for (const deadline = performance.now() + 10_000; came && performance.now() < deadline; ) {
    came = false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off("connection", note);
}
