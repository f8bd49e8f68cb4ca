import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { wireTo } from "../testing/wire.ts";
import { openDatabase, toBusy } from "./client.ts";

const cut = (client: pg.PoolClient) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy();

test("a connection that breaks before or inside a transaction returns to the pool, and the next transaction works", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 1);
  db.$client.once("acquire", cut);
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  const backend = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(db.transaction((tx) => tx.execute(backend))).rejects.toThrow();
  expect((await db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  await db.$client.end();
  await drop();
});

test("a read whose connection breaks is repeated, and a write is reported with an outcome that is not known", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 1);
  await db.execute(sql`create table kept (n int)`);
  db.$client.once("acquire", cut);
  expect((await db.execute(sql`select 7 as n`)).rows).toEqual([{ n: 7 }]);
  db.$client.once("acquire", cut);
  const error = await db.execute(sql`insert into kept values (1)`).catch(toBusy);
  expect(error).toMatchObject({ status: 503, message: "The connection to the database broke." });
  await db.$client.end();
  await drop();
});

test("the error of a statement repeats none of its parameters, inside a transaction, outside of one and after an attempt again", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 1);
  const shown = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => expect.unreachable(),
      (cause) => cause,
    );
    expect(error.message).toContain("Failed query: select");
    return inspect(error, { depth: 10, showHidden: true }) + error.stack;
  };
  const secret = sql`select ${"session token"} from missing`;
  expect(await shown(db.execute(secret))).not.toContain("session token");
  expect(await shown(db.transaction((tx) => tx.execute(secret)))).not.toContain("session token");
  const named = db
    .select({ one: sql`1` })
    .from(sql`missing`)
    .where(sql`${sql.placeholder("of")} = 1`)
    .prepare("named");
  expect(await shown(named.execute({ of: "session token" }))).not.toContain("session token");
  db.$client.once("acquire", cut);
  expect(await shown(db.execute(secret))).not.toContain("session token");
  await db.$client.end();
  await drop();
});

test("a server that is not there yet is waited for, and one that takes no writes is called busy", async () => {
  const { url, drop } = await createTestDatabase();
  const wire = wireTo(url);
  const address = await wire.open();
  wire.close();
  const db = openDatabase(address, 1);
  const writing = db.execute(sql`create table kept (n int)`);
  await sleep(600);
  await wire.open(Number(new URL(address).port));
  await writing;
  await db.execute(sql`set default_transaction_read_only = on`);
  const error = await db.transaction((tx) => tx.execute(sql`insert into kept values (1)`)).catch(toBusy);
  expect(error).toMatchObject({ status: 503, message: "Cartwright is busy. Try again in a moment.", retryAfter: 2 });
  await db.transaction((tx) => tx.execute(sql`insert into kept values (2)`));
  await db.$client.end();
  wire.close();
  await drop();
});

test("a pool that ends still answers calls that wait for a connection, and refuses later ones", async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, 1);
  await db.$client.query("select 1");
  const asked = [db.$client.query("select 2 as n"), db.$client.query("select 3 as n")];
  const ending = db.$client.end();
  await expect(db.$client.query("select 4")).rejects.toThrow();
  expect((await Promise.all(asked)).map(({ rows }) => rows[0])).toEqual([{ n: 2 }, { n: 3 }]);
  await ending;
  await drop();
});

test("an idle connection does not keep a process alive", async () => {
  const { url, drop } = await createTestDatabase();
  const module = new URL("./client.ts", import.meta.url);
  const code = `import { openDatabase } from "${module}"; await openDatabase(process.argv[1]).$client.query("select 1");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code, url], { stdio: "inherit" });
  const [exitCode] = await once(child, "exit", { signal: AbortSignal.timeout(30_000) });
  expect(exitCode).toBe(0);
  await drop();
});
