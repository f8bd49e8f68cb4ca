import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { inProcess, temporaryDirectory } from "../../scripts/test/processes.ts";
import { lockFile } from "./file-lock.ts";
import { ensurePostgres } from "./postgres.ts";
import { findServer } from "./postgres-cluster.ts";

const attach = (dataDir: string) => ensurePostgres({ dataDir, durable: false });

/** The code of a process that starts PostgreSQL, prints the result, and stays. */
const user = (dataDir: string) => `
  import { lockFile } from "./file-lock.ts";
import { ensurePostgres } from "./postgres.ts";
  const { url, startedByUs, stop } = await ensurePostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
  console.log(JSON.stringify({ url, startedByUs }));
  process.on("SIGTERM", () => stop().then(() => process.exit(0)));
  setInterval(() => {}, 1000);
`;

test("a first start makes a cluster that only its owner can read, and a later start finds its rows", async () => {
  const dataDir = temporaryDirectory();
  const first = await attach(dataDir);
  expect(first.startedByUs).toBe(true);
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  const settings = await query(
    first.url,
    "SELECT current_setting('server_encoding') AS encoding, rolsuper FROM pg_roles WHERE rolname = current_user",
  );
  expect(settings).toEqual([{ encoding: "UTF8", rolsuper: false }]);
  expect(statSync(join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await first.stop()).toBe(true);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);

  const second = await attach(dataDir);
  expect(second).toMatchObject({ url: first.url, startedByUs: true });
  expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("a process that leaves a server which others use does not wait for one that starts", {
  tags: "long",
}, async () => {
  const dataDir = temporaryDirectory();
  const users = await Promise.all(Array.from({ length: 20 }, () => attach(dataDir)));
  const last = users.pop();
  const starting = await lockFile(join(dataDir, "postgres.lock"), "exclusive");
  expect(await Promise.all(users.map((one) => one.stop()))).toEqual(Array(19).fill(false));
  starting?.release();
  expect(await last?.stop()).toBe(true);
});

test("the server listens on loopback only and requires the password", async () => {
  const { url } = await attach(temporaryDirectory());
  expect(await query(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const wrong = new URL(url);
  wrong.password = "guess";
  await expect(query(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
});

test("a server whose starter was killed is used again and not started twice", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  const { child } = await inProcess(user(dataDir));
  const before = postmaster(dataDir);
  child.kill("SIGKILL");
  await once(child, "exit");
  const again = await attach(dataDir);
  expect(again.startedByUs).toBe(false);
  expect(postmaster(dataDir)).toBe(before);
});

test("a killed server comes back with every acknowledged row", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  const first = await ensurePostgres({ dataDir });
  await query(first.url, "CREATE TABLE kept (n int)");
  for (let n = 0; n < 50; n++) await query(first.url, `INSERT INTO kept VALUES (${n})`);
  await killPostmaster(dataDir);
  const again = await attach(dataDir);
  expect(again).toMatchObject({ url: first.url, startedByUs: true });
  expect(await query(again.url, "SELECT count(*)::int FROM kept")).toEqual([{ count: 50 }]);
  await again.stop();
  await first.stop();
});

test("a killed server is restarted at the same address as long as a process uses it", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  const postgres = await attach(dataDir);
  await killPostmaster(dataDir);
  await postgres.revive();
  expect(await query(postgres.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await postgres.stop();
  await postgres.revive();
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("a pid file with the process id of another program does not count as a server", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  const first = await attach(dataDir);
  const file = join(dataDir, "postgres", "postmaster.pid");
  const lines = readFileSync(file, "utf8").split("\n");
  await first.stop();
  const { child } = await inProcess("console.log(1); setInterval(() => {}, 1000)");
  writeFileSync(file, [child.pid, ...lines.slice(1)].join("\n"));
  expect((await attach(dataDir)).startedByUs).toBe(true);
});

test("an interrupted initdb starts again", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(join(dataDir, "postgres.new"));
  writeFileSync(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
  expect((await attach(dataDir)).startedByUs).toBe(true);
});

test("two processes at the same time start one server, and the last of them stops it", { tags: "long" }, async () => {
  const dataDir = temporaryDirectory();
  const [one, two] = await Promise.all([inProcess(user(dataDir)), inProcess(user(dataDir))]);
  const [a, b] = [JSON.parse(one.line), JSON.parse(two.line)];
  expect(a.url).toBe(b.url);
  expect([a.startedByUs, b.startedByUs].sort()).toEqual([false, true]);

  one.child.kill("SIGTERM");
  await once(one.child, "exit");
  expect(await query(a.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  two.child.kill("SIGTERM");
  await once(two.child, "exit");
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test.runIf(process.getuid?.() === 0)(
  "root without user namespaces gets a server too, in a place that a plain user may enter",
  { tags: "long", timeout: 40_000 },
  async () => {
    const dataDir = temporaryDirectory();
    const { child, line } = await inProcess(user(dataDir), { PATH: "/nonexistent" });
    expect(await query(JSON.parse(line).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const memory = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
    expect(memory.directory).toMatch(/^\/var\/lib\/cartwright\//);
    expect(statSync(memory.directory).uid).not.toBe(0);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect((await attach(dataDir)).where).toBe(memory.directory);
  },
);

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

async function killPostmaster(dataDir: string): Promise<void> {
  const directory = join(dataDir, "postgres");
  process.kill(postmaster(dataDir), "SIGKILL");
  while (findServer(directory)) await sleep(5);
}

async function query(url: string, statement: string) {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
