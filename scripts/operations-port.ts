import { createServer } from "node:http";
import type pg from "pg";
import { readHealth, statusOf } from "../lib/health.ts";
import { type Address, chooseAddress, listen } from "./address.ts";

// What an operator asks of each process, on a port that no shopper and no browser reaches. Open only where OPERATIONS_PORT
// is set; the health of a process that serves people is on its own port too.

type Options = { pool: () => pg.Pool; lateFails?: boolean };

export async function openOperations({ pool, lateFails = false }: Options): Promise<Address | undefined> {
  if (!process.env.OPERATIONS_PORT) return undefined;
  const address = await chooseAddress("OPERATIONS_PORT", 0, process.env.OPERATIONS_HOST || "127.0.0.1");
  const server = createServer(async (request, response) => {
    const say = (status: number, body: string, type = "application/json") => {
      // Asked for seldom, and then no connection is in the way of a stop.
      response.writeHead(status, { "content-type": type, "cache-control": "no-store", connection: "close" });
      response.end(body);
    };
    try {
      const path = (request.url ?? "/").split("?", 1)[0];
      if (request.method !== "GET") return say(405, "");
      if (path === "/health/live") return say(200, JSON.stringify({ status: "live" }));
      if (path !== "/health/ready") return say(404, "");
      const health = await readHealth(pool(), { lateFails });
      say(statusOf(health), JSON.stringify(health));
    } catch {
      say(500, "");
    }
  });
  await listen(server, address, "OPERATIONS_PORT");
  server.unref();
  return address;
}
