import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase } from "./database.ts";

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A minimal upstream, and a database of its own for `lib/server`. */
export async function openTestDesk(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const seen: Seen[] = [];
  const upstream = {
    seen,
    answer: (_: Seen, response: ServerResponse): unknown => response.end('{"data":[]}'),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const call = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    seen.push(call);
    response.setHeader("content-type", "application/json");
    upstream.answer(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    CARTWRIGHT_SECRET: "a secret of at least thirty-two characters",
    CARTWRIGHT_ORIGIN: "http://desk.test",
    CHECKOUT_API_URL: url,
    UPSTREAM_TIMEOUT_MS: "1500",
    ...settings,
  });
  const { db } = await import("../server/db.ts");
  await import("../server/registrations.ts");
  return {
    url,
    upstream,
    db: db(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db().$client.end();
      await database.drop();
    },
  };
}
