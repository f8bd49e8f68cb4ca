import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { claim } from "./claim.ts";
import { openDatabase } from "./client.ts";
import { batch, deleteInBatches } from "./delete-in-batches.ts";

const work = pgTable("work", { id: integer("id"), dueIn: integer("due_in") });

test("a row that one process claims is passed over by another, and what nobody holds is deleted in batches", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 2);
  await db.execute(sql`create table work as select id, 0 as due_in from generate_series(1, ${batch + 7}) as id`);
  const due = { where: sql`due_in = 0`, order: work.id, limit: 2 };
  const idsOf = (rows: (typeof work.$inferSelect)[]) => rows.map(({ id }) => id).sort();
  await db.transaction(async (tx) => {
    expect(idsOf(await claim(tx, work, due, { dueIn: 60 }))).toEqual([1, 2]);
    expect(idsOf(await claim(db, work, due, { dueIn: 60 }))).toEqual([3, 4]);
    expect(await deleteInBatches(db, work, sql`id > 1`, work.id)).toBe(batch + 7 - 2);
  });
  expect(idsOf(await db.select().from(work))).toEqual([1, 2]);
  expect(await claim(db, work, due, { dueIn: 60 })).toEqual([]);
  await db.$client.end();
  await drop();
});
