import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

// Servers in a process of their own, by the name in BENCH_SERVER. Each does as little as possible.

const offer = {
  name: "A kit to care for leather, with a brush, a cloth and a jar of balm",
  status: "draft",
  placement: "post_purchase",
  product_id: "prod_care_kit",
  trigger_products: ["prod_boots", "prod_shoes", "prod_belt"],
  message: "Leather that is fed twice a year lasts a lifetime. ".repeat(60),
  discount_type: "percentage",
  discount_value: 15,
  created_at: "2026-01-01T00:00:00Z",
};

const servers: Record<string, () => RequestListener | Promise<RequestListener>> = {
  redirect: () => (_request, response) => {
    response.writeHead(302, { location: "https://shop.example.com/" }).end();
  },

  /** Every offer is the same draft of 3.5 kB under the requested id, and a write returns its body. */
  offers: () => (request, response) => {
    const id = (request.url ?? "").split("/").at(-1);
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id, ...offer, ...(body && JSON.parse(body)) }));
    });
  },

  /** Counts the webhooks of each sender. GET returns the counts and resets them. */
  receiver: () => {
    let sends = new Map<string, number>();
    return (request, response) => {
      if (request.method === "GET") {
        const received = [...sends.values()].reduce((sum, count) => sum + count, 0);
        response.end(JSON.stringify({ received, distinct: sends.size }));
        sends = new Map();
        return;
      }
      request.resume();
      request.on("end", () => {
        const key = `${request.url} ${request.headers["webhook-id"]}`;
        sends.set(key, (sends.get(key) ?? 0) + 1);
        response.writeHead(204).end();
      });
    };
  },

  /** Runs two statements for each read: the first takes the hash of a key, the second the given values. */
  async reads() {
    const { DATABASE_URL, BENCH_STATEMENTS = "" } = process.env;
    const statements: Record<string, { texts: [string, string]; values: unknown[] }> = JSON.parse(BENCH_STATEMENTS);
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
    const { rows: keys } = await pool.query("select hash from checkout.api_key");
    let turn = 0;
    const hono = new Hono().get("/:name", async (c) => {
      const { texts, values } = statements[c.req.param("name")] as (typeof statements)[string];
      await pool.query({ name: "caller", text: texts[0], values: [keys[turn++ % keys.length].hash] });
      const { rows } = await pool.query({ name: c.req.param("name"), text: texts[1], values });
      return c.json({ data: rows });
    });
    return getRequestListener(hono.fetch);
  },
};

const server = createServer(await servers[process.env.BENCH_SERVER ?? ""]?.());
server.keepAliveTimeout = 60_000;
process.on("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
