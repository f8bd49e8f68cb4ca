import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { openDatabase } from "../../database/client.ts";
import { createServices } from "../../services/index.ts";
import { type Answer, openTestServices } from "../services.ts";
import { openProgram } from "./program.ts";

export type AffiliateConformance = Awaited<ReturnType<typeof openAffiliateConformance>>;

/** The services listen on a socket. */
export async function openAffiliateConformance() {
  const services = await openTestServices();
  const db = openDatabase(services.url, 4);
  const limits = { perSecond: 100_000, perMinute: 100_000, perHour: 100_000 };
  const server = createAdaptorServer({ fetch: createServices(db, limits).fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/affiliate/v1`;
  const program = await openProgram(services);

  return {
    base,
    program,
    /** Sends the program's key, unless another key, or null for none, is given. */
    async api(method: string, path: string, body?: unknown, key: string | null = program.key): Promise<Answer> {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await db.$client.end();
      await services.close();
    },
  };
}
