import pg from "pg";
import { toSpeed } from "./results.ts";

// The baseline inserts the resulting rows again for another tenant: one transaction per batch, one INSERT per table.

const { DATABASE_URL, FLOOR_FROM, FLOOR_TO, FLOOR_BATCHES, FLOOR_CONNECTIONS } = process.env;
const batches = Number(FLOOR_BATCHES);
const tables = ["storefront_event", '"order"', "experiment_visitor", "event", "delivery"];
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(FLOOR_CONNECTIONS) });

type Insert = { text: string; values: unknown[] };
const work: Insert[][] = Array.from({ length: batches }, () => []);
for (const table of tables) {
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
    inserts.push({ text: `insert into checkout.${table} (${columns}) values ${places}`, values });
  }
}

const times: number[] = [];
const clients = await Promise.all(Array.from({ length: Number(FLOOR_CONNECTIONS) }, () => pool.connect()));
const started = performance.now();
await Promise.all(
  clients.map(async (client) => {
    for (let inserts = work.shift(); inserts; inserts = work.shift()) {
      const begun = performance.now();
      await client.query("begin");
      for (const insert of inserts) await client.query(insert);
      await client.query("commit");
      times.push(performance.now() - begun);
    }
    client.release();
  }),
);
const elapsed = performance.now() - started;
await pool.end();
console.log(JSON.stringify(toSpeed(times, elapsed)));
