import { appendFileSync, createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { examineStandby } from "../../lib/database/standby.ts";
import { addDays } from "../../lib/days.ts";
import { daysOf } from "../../lib/ranges.ts";
import { db } from "../../lib/server/db.ts";
import { env } from "../../lib/server/env.ts";
import { kept } from "../../lib/services/retention-terms.ts";
import { Refusal, type Values } from "./arguments.ts";

type Outcome = { result: unknown; text: string };
type Row = { tenant: number; id: string; at: string; file: string; line: string };

const page = 5_000;
const draftPrefix = ".unfinished-";
/** A transaction that began before midnight has ended by then. */
const settledMs = 3_600_000;

/** A day gets its name only when it is complete, so an export that was stopped continues with that day. */
export async function exportEvents(_: Values, [folder, ...rest]: string[]): Promise<Outcome> {
  if (!folder || rest.length > 0) throw new Refusal("Name one folder for the events: export-events FOLDER", 2);
  const path = await openFolder(resolve(folder));
  const { client, from } = await openReader();
  const days: { day: string; files: number; events: number }[] = [];
  try {
    for (const day of completeDays().filter((each) => !existsSync(join(path, nameOf(each))))) {
      const draft = await mkdtemp(join(path, draftPrefix));
      try {
        const events = await writeDay(client, day, draft);
        const files = (await readdir(draft)).length;
        if (files === 0) continue;
        await rename(draft, join(path, nameOf(day)));
        days.push({ day, files, events });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    }
  } finally {
    await client.end();
  }
  const events = days.reduce((sum, day) => sum + day.events, 0);
  const text = `Days written to ${path}: ${days.length}. Events, read from the ${from}: ${events.toLocaleString("en")}.`;
  return {
    result: { folder: path, from, events, days },
    text: days.length > 0 ? text : `${path} already has every complete day with events.`,
  };
}

const nameOf = (day: string) => `day=${day}`;

/** In UTC. The oldest day that is still stored is left out, because its events may be deleted in the meantime. */
function completeDays(): string[] {
  const today = new Date(Date.now() - settledMs).toISOString().slice(0, 10);
  return daysOf({ start: addDays(today, 2 - kept("KEEP_STOREFRONT_EVENTS_DAYS")), end: addDays(today, -1) });
}

async function openFolder(path: string): Promise<string> {
  if (existsSync(path) && !statSync(path).isDirectory()) throw new Refusal(`${path} is a file. Name a folder.`, 2);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const unfinished = (await readdir(path)).filter((name) => name.startsWith(draftPrefix));
    for (const name of unfinished) await rm(join(path, name), { recursive: true });
  } catch (cause) {
    throw new Refusal(`Events cannot be written to ${path}: ${(cause as Error).message}`);
  }
  return path;
}

/** A standby that is missing or late would leave events out, so the primary is read instead. */
async function openReader(): Promise<{ client: pg.Client; from: "primary" | "standby" }> {
  const { DATABASE_URL, DATABASE_READ_URL } = env();
  if (DATABASE_READ_URL) {
    const client = clientFor(DATABASE_READ_URL);
    try {
      await client.connect();
      if (!(await examineStandby(db().$client, client)).fault) return { client, from: "standby" };
    } catch {}
    await client.end().catch(() => {});
  }
  const client = clientFor(DATABASE_URL);
  await client.connect();
  return { client, from: "primary" };
}

function clientFor(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: "cartwright-export",
    connectionTimeoutMillis: 5_000,
  });
  // The query that is interrupted reports the error.
  client.on("error", () => {});
  return client;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function writeDay(client: pg.Client, day: string, draft: string): Promise<number> {
  let events = 0;
  let last: Pick<Row, "at" | "tenant" | "id"> = { at: `${day}T00:00:00Z`, tenant: 0, id: "" };
  for (;;) {
    const { rows } = await client.query<Row>(
      `select e.tenant_id as tenant, e.id, ${time("received_at")} as at, store_id || '.' || mode as file,
         json_build_object('store', store_id, 'mode', mode, 'id', e.id, 'type', type, 'occurred_at', ${time("occurred_at")},
           'received_at', ${time("received_at")}, 'data', data)::text as line
       from (
         select * from checkout.storefront_event
         where (received_at, tenant_id, id) > ($1::timestamptz, $2::int, $3) and received_at < $4::timestamptz
         order by received_at, tenant_id, id limit ${page}
       ) e join checkout.tenant t on t.id = e.tenant_id
       order by e.received_at, e.tenant_id, e.id`,
      [last.at, last.tenant, last.id, `${addDays(day, 1)}T00:00:00Z`],
    );
    const lines = Map.groupBy(rows, ({ file }) => file);
    for (const [file, own] of lines) appendFileSync(join(draft, file), `${own.map(({ line }) => line).join("\n")}\n`);
    events += rows.length;
    if (rows.length < page) break;
    last = rows.at(-1) as Row;
  }
  for (const name of await readdir(draft)) {
    const gzipped = createWriteStream(join(draft, `${name}.ndjson.gz`), { mode: 0o600, flush: true });
    await pipeline(createReadStream(join(draft, name)), createGzip(), gzipped);
    await rm(join(draft, name));
  }
  return events;
}
