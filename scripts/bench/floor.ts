import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

// What the services are measured against: handlers that run the given SQL and do nothing else, and a bare server
// that answers the same bytes.

const statements: Record<string, { text: string; values: unknown[][] }> = JSON.parse(
  process.env.FLOOR_STATEMENTS ?? "{}",
);
const bytes = process.env.FLOOR_BYTES ?? "";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
let turn = 0;

const hono = new Hono();
for (const [name, { text, values }] of Object.entries(statements)) {
  const parts = text.split(";;");
  hono.get(`/${name}`, async (c) => {
    const given = values[turn++ % values.length] as unknown[][];
    let rows: unknown[] = [];
    for (const [index, part] of parts.entries()) {
      rows = (await pool.query({ name: `${name}${index}`, text: part, values: given[index] as unknown[] })).rows;
    }
    return c.json({ data: rows });
  });
}
const raw = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(bytes);
});
const server: Server = process.env.FLOOR === "raw" ? raw : (createAdaptorServer({ fetch: hono.fetch }) as Server);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
