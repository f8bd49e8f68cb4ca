import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

// The baselines for reads: handlers that only run the given SQL, and a bare server that returns the same bytes.

/** The first statement of each takes the hash of a key, the second these values. */
const statements: Record<string, { texts: [string, string]; values: unknown[] }> = JSON.parse(
  process.env.FLOOR_STATEMENTS ?? "{}",
);
const bytes = process.env.FLOOR_BYTES ?? "";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
let turn = 0;

const hashes = process.env.FLOOR === "raw" ? [] : (await pool.query("select hash from checkout.api_key")).rows;
const hono = new Hono();
for (const [name, { texts, values }] of Object.entries(statements)) {
  hono.get(`/${name}`, async (c) => {
    const { hash } = hashes[turn++ % hashes.length];
    await pool.query({ name: "caller", text: texts[0], values: [hash] });
    const { rows } = await pool.query({ name, text: texts[1], values });
    return c.json({ data: rows });
  });
}
const raw = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(bytes);
});
const server: Server = process.env.FLOOR === "raw" ? raw : (createAdaptorServer({ fetch: hono.fetch }) as Server);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
