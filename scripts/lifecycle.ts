import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { announceStop } from "../lib/shutdown.ts";

/** Ctrl-C reaches us twice, from the terminal and through npm: only a later signal is a second one. */
const ECHO_MS = 1_000;
/** Longer than an API may take to answer, so that no request is cut off which would have been answered. */
const GRACE_MS = 25_000;
/** For all that comes after the notice; what a supervisor waits has to be longer. */
const LIMIT_MS = 45_000;

/** Runs `stop` once, when the process is asked to end; asked again, or when that takes too long, it ends at once. */
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

/** For how long it says that it is about to stop, and serves on: until whatever stands in front sends nothing more. */
function noticeMs(): number {
  const seconds = process.env.DRAIN_NOTICE_SECONDS || "0";
  if (!/^\d{1,3}$/.test(seconds)) throw new Error(`DRAIN_NOTICE_SECONDS is not a number of seconds: ${seconds}`);
  return Number(seconds) * 1000;
}

/**
 * Lets requests under way finish, for a while; streams that never would are ended. During the notice each answer ends its
 * connection, so that few are open when it stops to listen.
 */
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
    await nobodyAtTheDoor();
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

/**
 * Connections that the system has taken and we have not yet are cut off by the close. A turn of the event loop takes all
 * of them, so that after a short one hardly any has come since.
 */
async function nobodyAtTheDoor(): Promise<void> {
  const deadline = performance.now() + 2_000;
  for (let begun = performance.now(); begun < deadline; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if (now - begun < 2) return;
    begun = now;
  }
}
