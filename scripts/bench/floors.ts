import pg from "pg";
import { signatureHeaders } from "../../lib/services/delivery/sign.ts";
import { load } from "./load.ts";
import { toSpeed } from "./results.ts";

// Baselines in a process of their own, by the name in BENCH_FLOOR.

const { DATABASE_URL, BENCH_FLOOR = "", ...env } = process.env;
const floors: Record<string, () => Promise<unknown>> = { dispatch, ingest };
console.log(JSON.stringify(await floors[BENCH_FLOOR]?.()));

/** Posts the same signed bodies with the same concurrency, without storing anything. */
async function dispatch() {
  const { FLOOR_TENANT, FLOOR_SECRET = "", FLOOR_CONCURRENCY, FLOOR_WARM } = env;
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<{ url: string; id: string; body: string }>(
    `select endpoint.url, event.id, event.body from checkout.event
     join checkout.webhook_endpoint endpoint using (tenant_id) where tenant_id = $1`,
    [FLOOR_TENANT],
  );
  await client.end();
  const postAll = (all: typeof rows) => {
    let next = 0;
    let row = all[0] as (typeof rows)[number];
    const target = {
      origin: row.url,
      path: () => {
        row = all[next++] as typeof row;
        return row.url;
      },
      headers: () => {
        const timestamp = Math.floor(Date.now() / 1000);
        const signed = { eventId: row.id, body: row.body, timestamp, secrets: [FLOOR_SECRET] as [string] };
        return { "content-type": "application/json", ...signatureHeaders(signed) };
      },
      body: () => row.body,
      method: "POST",
      status: 204,
    };
    return load(target, { connections: Number(FLOOR_CONCURRENCY), requests: all.length });
  };
  await postAll(rows.slice(0, Number(FLOOR_WARM)));
  return postAll(rows);
}

/** Inserts the resulting rows again for another tenant: one transaction per batch, one INSERT per table. */
async function ingest() {
  const { FLOOR_FROM, FLOOR_TO, FLOOR_BATCHES, FLOOR_CONNECTIONS } = env;
  const batches = Number(FLOOR_BATCHES);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(FLOOR_CONNECTIONS) });
  const work: { text: string; values: unknown[] }[][] = Array.from({ length: batches }, () => []);
  for (const table of ["storefront_event", '"order"', "experiment_visitor", "event", "delivery"]) {
    const { rows, fields } = await pool.query({
      text: `select * from checkout.${table} where tenant_id = $1`,
      values: [FLOOR_FROM],
      // As text, so that every value is written back unchanged.
      types: { getTypeParser: () => (value: unknown) => value },
    } as pg.QueryConfig);
    const columns = fields.map(({ name }) => name);
    const share = Math.ceil(rows.length / batches);
    for (const [n, inserts] of work.entries()) {
      const own = rows.slice(n * share, (n + 1) * share);
      if (own.length === 0) continue;
      const places = own.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`)})`);
      const values = own.flatMap((row) => columns.map((column) => (column === "tenant_id" ? FLOOR_TO : row[column])));
      const quoted = columns.map((column) => `"${column}"`);
      inserts.push({ text: `insert into checkout.${table} (${quoted}) values ${places}`, values });
    }
  }
  const times: number[] = [];
  const clients = await Promise.all(Array.from({ length: Number(FLOOR_CONNECTIONS) }, () => pool.connect()));
  const started = performance.now();
  const insertAll = async (client: pg.PoolClient) => {
    for (let inserts = work.shift(); inserts; inserts = work.shift()) {
      const begun = performance.now();
      await client.query("begin");
      for (const insert of inserts) await client.query(insert);
      await client.query("commit");
      times.push(performance.now() - begun);
    }
    client.release();
  };
  await Promise.all(clients.map(insertAll));
  const elapsed = performance.now() - started;
  await pool.end();
  return toSpeed(times, elapsed);
}
