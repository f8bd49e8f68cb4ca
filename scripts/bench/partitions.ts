import pg from "pg";
import { pruneStorefrontEvents } from "../../lib/services/storefront/retention.ts";
import { type BenchDatabase, openBenchDatabase, openTenant } from "./database.ts";
import { median, record, timed } from "./results.ts";

const perMonth = 400_000;
const months = 3;
const batch = 1_000;

/** Compares the table of storefront events with one that has a partition for each month and a table of all ids. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    const { tenantId } = await openTenant(database.db, "shop");
    await client.query(partitioned());
    const whole = side(client, tenantId, insertWhole, ["checkout.storefront_event"], () => deleteMonth(database));
    const parts = side(client, tenantId, insertIntoParts, partTables, () => dropMonth(client));
    const inTurns = async (measure: (each: Side) => Promise<number>): Promise<[number, number]> => {
      const [ours, floor] = [await measure(whole), await measure(parts)];
      return [ours, floor];
    };
    const say = (what: string, unit: "/s" | "ms" | "bytes", [ours, floor]: [number, number], more = "") =>
      record({ what, ours, floor, unit, also: [{ text: `floor: with partitions${more}` }] });

    const speeds: [number, number][] = [];
    for (let month = 0; month < months; month++) {
      speeds.push(
        await inTurns(async ({ add }) => perMonth / (await timed(() => add(month, month * perMonth, perMonth))).ms),
      );
    }
    await client.query("vacuum analyze");
    const speedOf = (side: 0 | 1) => median(speeds.map((pair) => pair[side])) * 1_000;
    say("events inserted", "/s", [speedOf(0), speedOf(1)]);
    say("an event with its indexes", "bytes", await inTurns(({ bytes }) => bytes()));
    // Events of the second month arrive again in the third.
    const twice = await inTurns(({ add }) => add(2, perMonth, batch));
    const before = await inTurns(({ bytes }) => bytes());
    const removed = await inTurns(async ({ removeMonth }) => (await timed(removeMonth)).ms);
    say(`${perMonth} expired events removed`, "ms", removed, `; ${twice.join(" and ")} repeated ones counted twice`);
    await client.query("vacuum analyze");
    say(
      "an event after that",
      "bytes",
      await inTurns(({ bytes }) => bytes()),
      `; before ${before.map(Math.round).join(" and ")}`,
    );
    if (twice.some(Boolean)) throw new Error("An event was counted twice.");
  } finally {
    await client.end();
    await database.stop();
  }
}

type Insert = (month: number) => string;
type Side = ReturnType<typeof side>;

function side(
  client: pg.Client,
  tenantId: number,
  insert: Insert,
  tables: readonly string[],
  removeMonth: () => Promise<unknown>,
) {
  return {
    removeMonth,
    /** Returns the number of events that were new. */
    async add(month: number, from: number, count: number): Promise<number> {
      let added = 0;
      for (let at = from; at < from + count; at += batch) {
        added += (await client.query(insert(month), [tenantId, at, at + batch - 1])).rowCount ?? 0;
      }
      return added;
    },
    async bytes(): Promise<number> {
      const { rows } = await client.query(
        "select sum(pg_total_relation_size(name)) as bytes from unnest($1::text[]) name where to_regclass(name) is not null",
        [tables],
      );
      return rows[0].bytes / (months * perMonth);
    },
  };
}

const partTables = [...Array.from({ length: months }, (_, month) => `parted.event_${month}`), "parted.key"];

const receivedIn = (month: number) => `now() - interval '${(months - 1 - month) * 30 + 29} days'`;

const made = (month: number) => `
  select $1::int as tenant_id, 'event_' || n as id, (array['visit', 'offer.shown', 'offer.declined'])[1 + n % 3] as type,
    ${receivedIn(month)} as at, jsonb_build_object('visitor_id', 'visitor_' || n / 4, 'upsell_id', 'ups_' || n % 50) as data
  from generate_series($2::int, $3::int) n order by 2`;

const insertWhole: Insert = (month) => `
  insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
  select tenant_id, id, type, at, at, data from (${made(month)}) made on conflict do nothing`;

const insertIntoParts: Insert = (month) => `
  with made as materialized (${made(month)}),
    fresh as (
      insert into parted.key (tenant_id, id, at) select tenant_id, id, at from made on conflict do nothing returning id
    )
  insert into parted.event (tenant_id, id, type, occurred_at, received_at, data)
  select tenant_id, id, type, at, at, data from made where id in (select id from fresh)`;

function partitioned(): string {
  const partition = (month: number) => `
    create table parted.event_${month} partition of parted.event
      for values from (${receivedIn(month)} - interval '1 day') to (${receivedIn(month)} + interval '29 days')`;
  return [
    "create schema parted",
    "create table parted.event (like checkout.storefront_event) partition by range (received_at)",
    ...Array.from({ length: months }, (_, month) => partition(month)),
    "create index on parted.event (tenant_id, (data ->> 'upsell_id'), occurred_at) where type = 'offer.shown'",
    "create index on parted.event (tenant_id, (hashtext(data ->> 'visitor_id') & 1023), occurred_at) where type = 'visit'",
    "create index on parted.event (tenant_id, (data ->> 'visitor_id'), occurred_at) where type = 'offer.declined'",
    "create table parted.key (tenant_id int, id text, at timestamptz not null, primary key (tenant_id, id))",
    "create index on parted.key (at)",
  ].join(";");
}

const deleteMonth = ({ db }: BenchDatabase) => pruneStorefrontEvents(db, 60);

/** The ids of the month must be deleted row by row, as events are today. */
async function dropMonth(client: pg.Client): Promise<void> {
  await client.query("drop table parted.event_0");
  // As in the product's own deletes, which find the oldest rows by their index.
  await client.query("set enable_seqscan = off");
  for (let deleted = 1; deleted > 0; ) {
    const { rowCount } = await client.query(`
      delete from parted.key where (tenant_id, id) in (
        select tenant_id, id from parted.key where at < now() - interval '60 days'
        order by at limit 5000 for update skip locked)`);
    deleted = rowCount ?? 0;
  }
}
