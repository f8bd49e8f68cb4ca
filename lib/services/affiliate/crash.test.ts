// @module-tag long
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

// Runs the services as `npm run services` does, in a process that is really killed.

let services: TestServices;
let program: Program;
let dataDir: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  dataDir = mkdtempSync(join(tmpdir(), "cartwright-clicks-"));
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function serve(): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ["lib/runtime/services.ts"], {
    env: {
      ...process.env,
      DATABASE_URL: services.url,
      CARTWRIGHT_DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      SERVICES_PORT: "0",
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const origin = await new Promise<string>((done, fail) => {
    child.stdout?.on("data", (text) => {
      const [found] = /http:\/\/[^\s/]+/.exec(String(text)) ?? [];
      if (found) done(found);
    });
    child.once("exit", (code) => fail(new Error(`The services ended with ${code}.`)));
  });
  return { child, origin };
}

const follow = async (origin: string, code: string, n: number) => {
  const headers = { "user-agent": "Firefox/140.0 (Windows)", "x-client-address": `198.51.100.${n % 250}` };
  const answer = await fetch(`${origin}/r/${code}`, { redirect: "manual", headers });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
};
const rows = async () => (await services.db.$client.query("select * from affiliate.click order by id")).rows;

test("a process killed between redirect and write: orders are attributed to the lost clicks, which are then added", async () => {
  const affiliate = await program.affiliate();
  const link = await program.link(affiliate.id);
  const { child, origin } = await serve();
  const writer = await services.db.$client.connect();
  await writer.query("begin; lock table affiliate.click in exclusive mode");
  const clicks = await Promise.all(Array.from({ length: 5 }, (_, n) => follow(origin, link.code, n)));
  child.kill("SIGKILL");
  await once(child, "exit");
  await writer.query("rollback");
  writer.release();
  expect(await rows()).toEqual([]);

  const reports = clicks.map((click_id) => program.placed({ click_id }));
  const { body } = await program.report(reports);
  for (const outcome of body.data) {
    expect(outcome).toMatchObject({ status: "accepted", affiliate_id: affiliate.id, attribution_method: "link" });
  }
  expect((await rows()).map(({ id, link_id, order_id }) => [id, link_id, order_id])).toEqual(
    clicks.map((id, n) => [id, link.id, body.data[n].order_id]).sort(),
  );
  expect((await program.call("GET", `/links/${link.id}`)).body).toMatchObject({ clicks: 5, orders: 5 });
  expect((await program.call("GET", "/commissions")).body.pagination.total).toBe(5);
}, 60_000);

test("a process that is asked to stop writes every click before it ends", async () => {
  const link = await program.link((await program.affiliate()).id);
  const { child, origin } = await serve();
  const clicks = await Promise.all(Array.from({ length: 300 }, (_, n) => follow(origin, link.code, n)));
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  const written = await rows();
  expect(written.map(({ id }) => id)).toEqual(clicks.sort());
  // The address comes from the connection and not from a header that a visitor sent.
  expect(new Set(written.map(({ ip_hash }) => ip_hash.toString("hex"))).size).toBe(1);
  expect((await program.call("GET", `/links/${link.id}`)).body.clicks).toBe(300);
}, 60_000);
