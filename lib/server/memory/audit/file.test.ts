import { appendFile, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDesk } from "../../../testing/desk.ts";

// The activity as lines of a real file, for receivers that keep a copy.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let record: typeof import("./record.ts");
let chain: typeof import("./chain.ts");
let files: typeof import("./file.ts");
let folder = "";
let path = "";

beforeAll(async () => {
  desk = await openTestDesk();
  record = await import("./record.ts");
  chain = await import("./chain.ts");
  files = await import("./file.ts");
  folder = await mkdtemp(join(tmpdir(), "audit-file-"));
});
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

let shop = "";
let count = 0;
beforeEach(async () => {
  await files.writeAuditFile(join(folder, "of-earlier-tests"));
  shop = `shop-${++count}`;
  path = join(folder, `${shop}.ndjson`);
});

const note = (recordId: string, storeId = shop) =>
  record.noteDeed({
    storeId,
    mode: "live",
    actor: record.operator,
    api: "desk",
    resource: "notes",
    operation: "add",
    method: "POST",
    path: "/notes",
    recordId,
  });

type Line = { store: string; seq: number; hash: string; prev_hash: string; record: string };
const lines = async (of = path) =>
  (await readFile(of, "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));

/** Each store's numbers from 1, each entry bound to the one before it. */
function expectChain(of: readonly Line[]) {
  for (const chained of Map.groupBy(of, ({ store }) => store).values()) {
    expect(chained.map(({ seq }) => seq)).toEqual(chained.map((_, at) => at + 1));
    expect(chained.slice(1).map((line) => line.prev_hash)).toEqual(chained.slice(0, -1).map(({ hash }) => hash));
  }
}

test("each entry is one line in order, and the chain has the hash of the last one", async () => {
  for (const each of ["a", "b\nc", "\u2028"]) await note(each);
  await files.writeAuditFile(path);
  const written = await lines();
  expect(written.map(({ record }) => record)).toEqual(["a", "b\nc", "\u2028"]);
  expectChain(written);
  expect(await chain.verifyAudit(shop, written.at(-1)?.hash)).toMatchObject({ ok: true, rows: 3 });
});

test("a restart goes on after the last entry, also where the file was moved away", async () => {
  await note("before");
  await files.writeAuditFile(path);
  await files.writeAuditFile(path);
  await note("after");
  await files.writeAuditFile(path);
  expect((await lines()).map(({ record }) => record)).toEqual(["before", "after"]);
  await rename(path, `${path}.1`);
  await note("moved");
  await files.writeAuditFile(path);
  expect((await lines()).map(({ seq, record }) => [seq, record])).toEqual([[3, "moved"]]);
  expectChain([...(await lines(`${path}.1`)), ...(await lines())]);
});

test("a line that a crash cut off is written again as a whole", async () => {
  await note("whole");
  await files.writeAuditFile(path);
  await note("cut");
  await appendFile(path, `{"store":"${shop}","seq":2,"ha`);
  await files.writeAuditFile(path);
  const written = await lines();
  expect(written.map(({ record }) => record)).toEqual(["whole", "cut"]);
  expectChain(written);
});

test("entries that were written right before a crash are not written twice", async () => {
  await note("first");
  await files.writeAuditFile(path);
  const [{ seq }] = (
    await desk.db.execute<{ seq: number }>(sql`select seq from desk.audit_file where store_id = ${shop}`)
  ).rows as [{ seq: number }];
  await note("second");
  await files.writeAuditFile(path);
  // The process ended before it noted how far it had come.
  await desk.db.execute(sql`update desk.audit_file set seq = ${seq} where store_id = ${shop}`);
  await note("third");
  await files.writeAuditFile(path);
  const written = await lines();
  expect(written.map(({ record }) => record)).toEqual(["first", "second", "third"]);
  expectChain(written);
});

test("several writers copy entries of several stores while they are made, each entry once and whole", async () => {
  const stores = [shop, `${shop}b`, `${shop}c`];
  const done = Promise.all(
    stores.map(async (store) => {
      for (let n = 0; n < 40; n++) await note(`${n} ${"x".repeat(5_000)}`, store);
    }),
  );
  let made = false;
  const writers = [1, 2, 3].map(async () => {
    while (!made) await files.writeAuditFile(path);
  });
  await done.finally(() => {
    made = true;
  });
  await Promise.all(writers);
  await files.writeAuditFile(path);
  const written = await lines();
  expect(written).toHaveLength(120);
  expectChain(written);
});

test("a file that cannot be written loses nothing", async () => {
  await note("kept");
  await expect(files.writeAuditFile(join(folder, "missing", "file"))).rejects.toThrow(/ENOENT/);
  await files.writeAuditFile(path);
  expect((await lines()).map(({ record }) => record)).toEqual(["kept"]);
});

test("a store whose last entries were removed is named, and keeps no other store's from the file", async () => {
  await note("removed");
  await note("kept", `${shop}b`);
  await desk.db.execute(sql`alter table desk.audit disable trigger user`);
  await desk.db.execute(sql`delete from desk.audit where store_id = ${shop}`);
  await desk.db.execute(sql`alter table desk.audit enable trigger user`);
  await expect(files.writeAuditFile(path)).rejects.toThrow(`The activity of ${shop} ends before its head.`);
  expect((await lines()).map(({ record }) => record)).toEqual(["kept"]);
  await desk.db.execute(sql`delete from desk.audit_head where store_id = ${shop}`);
});
