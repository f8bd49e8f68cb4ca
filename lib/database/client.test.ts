import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { openDatabase } from "./client.ts";

test("a connection that breaks before or inside a transaction returns to the pool, and the next transaction works", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 1);
  const cut = (client: pg.PoolClient) =>
    (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  db.$client.once("acquire", cut);
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  const backend = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(db.transaction((tx) => tx.execute(backend))).rejects.toThrow();
  expect((await db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  await db.$client.end();
  await drop();
});
