import { sql } from "drizzle-orm";
import { jsonb, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { type Database, openDatabase } from "./client.ts";
import { columnsOf, columnsWithout } from "./columns.ts";
import { bytes, count, day, minor, moment, sum } from "./schema/kernel.ts";

const make = pgSchema("things");
const kept = () => ({
  tenantId: count("tenant_id"),
  id: text("id").notNull(),
  at: moment("at").notNull(),
  day: day(),
  words: text("words").array().notNull(),
  facts: jsonb("facts").$type<Record<string, unknown>>(),
  hash: bytes("hash"),
  amount: sum("amount"),
  orders: count("orders"),
  /** A double holds neither its square nor, exactly, such an amount. */
  large: minor("large").notNull().default(0),
  double: minor("double").generatedAlwaysAs(sql`amount * 2`),
});
const thing = make.table("thing", kept(), (table) => [primaryKey({ columns: [table.tenantId, table.id] })]);
const later = make.table("thing", { ...kept(), colour: text("colour") });
const total = make.table(
  "total",
  {
    tenantId: count("tenant_id"),
    day: day(),
    currency: text("currency").notNull(),
    orders: count("orders"),
    gross: sum("gross"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.currency] })],
);

let db: Database;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const made = await createTestDatabase();
  db = openDatabase(made.url, 1);
  drop = made.drop;
  await db.execute(sql`create schema things`);
  await db.execute(sql`create table things.thing (tenant_id int, id text, at timestamptz, day date, words text[], facts jsonb,
    hash bytea, amount bigint, orders int, large bigint, double bigint generated always as (amount * 2) stored, colour text,
    primary key (tenant_id, id))`);
  await db.execute(sql`create table things.total (tenant_id int, day date, currency text, orders int, gross bigint,
    primary key (tenant_id, day, currency))`);
});
afterAll(async () => {
  await db.$client.end();
  await drop();
});

const row = {
  id: `a "quoted" id`,
  at: new Date("2026-03-01T12:00:00.123Z"),
  day: "2026-03-01",
  words: ["a", "b,c", 'd"'],
  facts: { of: [1, null, "x"] },
  hash: Buffer.from([0, 1, 255]),
  amount: 5,
  orders: 2,
  large: 7,
};

test("rows of every type of column are written in one statement and changed in another", async () => {
  const columns = columnsWithout(thing, "tenantId");
  const empty = { ...row, id: "b", facts: null, hash: null, words: [], large: 9_007_199_254_740_993n };
  await db.execute(sql`
    insert into ${thing} (tenant_id, ${columns.of()}) select 1, ${columns.of("row")} from ${columns.from([row, empty])}`);
  expect(await db.select().from(thing).where(sql`id <> 'b'`)).toEqual([{ ...row, tenantId: 1, double: 10 }]);
  const { rows } = await db.execute(
    sql`select large::text from ${thing} where id = 'b' and facts is null and hash is null`,
  );
  expect(rows).toEqual([{ large: "9007199254740993" }]);
  const changed = { ...row, amount: -1, words: ["z"] };
  await db.execute(sql`
    update ${thing} as known set ${columns.set("row")} from ${columns.from([changed])}
    where known.tenant_id = 1 and known.id = row.id`);
  expect(await db.select().from(thing).where(sql`id <> 'b'`)).toEqual([{ ...changed, tenantId: 1, double: -2 }]);
});

test("a column that is added to a table is written, and rows without its value do not compile", async () => {
  const columns = columnsWithout(later, "tenantId");
  // @ts-expect-error the colour is missing
  columns.from([row]);
  const blue = { ...row, id: "c", colour: "blue" };
  await db.execute(sql`
    insert into ${later} (tenant_id, ${columns.of()}) select 1, ${columns.of("row")} from ${columns.from([blue])}`);
  expect(await db.select({ colour: later.colour }).from(later).where(sql`id = 'c'`)).toEqual([{ colour: "blue" }]);
});

test("a column that a table does not have, or that it computes, cannot be named", () => {
  // @ts-expect-error
  expect(() => columnsOf(thing, "size")).toThrow();
  // @ts-expect-error
  columnsOf(thing, "double");
});

test("sums are added to rows that are there and inserted where they are missing, and rows that add nothing are left out", async () => {
  const columns = columnsWithout(total, "tenantId");
  const place = { day: "2026-03-01", currency: "EUR" };
  await columns.add(db, 1, [{ ...place, orders: 1, gross: 100 }]);
  await columns.add(db, 1, [
    { ...place, gross: -30n },
    { ...place, currency: "JPY", orders: 2 },
    { ...place, currency: "USD", orders: 0 },
  ]);
  await columns.add(db, 1, []);
  expect(await db.select().from(total).orderBy(total.currency)).toEqual([
    { tenantId: 1, ...place, orders: 1, gross: 70 },
    { tenantId: 1, ...place, currency: "JPY", orders: 2, gross: 0 },
  ]);
});
