import "../../lib/runtime/server-modules.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { App, password } from "../../e2e/processes.ts";
import type { Seen } from "../../e2e/second-upstream/control.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { blankSettings } from "../test/tools.ts";
import { drawing, people, type Tally, tabsOf, work } from "./office.ts";
import { Person, type Times } from "./person.ts";
import { startProcess, stop } from "./pinned.ts";
import { openPlace } from "./place.ts";

const store = "office";
const key = "live_key_of_the_office_0001";
/** People arrive one after the other, and all have been there for a full window when the job begins. */
const arrivalMs = 75_000;
const windowMs = 60_000;

type Options = { rows: number; thinkMs: number; minutes: number };

/** Runs two web processes and one worker of the built product, an API in another process, and a real clock. */
export async function measureTabs(options: Options): Promise<Tally> {
  (await ensureBuild(console.log)).release();
  const place = await openPlace({ apart: false });
  const dataDir = mkdtempSync(join(tmpdir(), "cartwright-bench-"));
  const bench = { BENCH_STORE: store, BENCH_KEY: key, BENCH_ROWS: String(options.rows) };
  const upstream = await startProcess(join(projectDir, "scripts/bench/upstream.ts"), bench, /\{.*\}/);
  const { settings, control } = JSON.parse(upstream.said) as { settings: Record<string, string>; control: string };
  const { DATABASE_URL, CARTWRIGHT_SECRET } = place.env;
  const shared = { ...settings, DATABASE_URL, CARTWRIGHT_SECRET, LOG_LEVEL: "silent" };
  const webs = [await App.start(shared), await App.start(shared)];
  const ofWorker = { ...blankSettings(), ...shared, CARTWRIGHT_DATA_DIR: dataDir };
  const worker = await startProcess(join(projectDir, "lib/runtime/worker.ts"), ofWorker, /worker/);
  try {
    await furnish({ ...shared, CARTWRIGHT_ORIGIN: "http://127.0.0.1" });
    return await spend(options, webs, async () => (await fetch(`${control}/requests`)).json());
  } finally {
    for (const web of webs) await web.remove();
    await stop([worker.child, upstream.child]);
    await place.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const emailOf = (n: number) => `person${n}@${store}.test`;

async function furnish(settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, settings);
  const { setUpAgain, addMember } = await import("../../lib/server/set-up.ts");
  const { saveConnection } = await import("../../lib/server/connections.ts");
  const { db } = await import("../../lib/server/db.ts");
  const person = (n: number) => ({ name: `Person ${n}`, email: emailOf(n), password });
  await setUpAgain(person(0), { id: store, name: "Office", currency: "EUR", time_zone: "UTC" });
  for (let n = 1; n < people; n++) await addMember(person(n), store, "merchant");
  await saveConnection({ storeId: store, mode: "live", api: "checkout" }, key);
  await db().$client.end();
}

async function spend({ rows, thinkMs, minutes }: Options, webs: App[], seen: () => Promise<Seen[]>): Promise<Tally> {
  const times: Times = { clicks: [], quiet: [], failed: [] };
  const draw = drawing(1);
  let over = false;
  const everybody: Person[] = [];
  const arriving: Promise<void>[] = [];
  const begun = performance.now();
  try {
    for (let n = 0; n < people; n++) {
      const web = webs[n % webs.length] as App;
      const { cookie } = await web.signIn(emailOf(n));
      const person = new Person({ origin: web.origin, cookie, store, times }, tabsOf(draw));
      everybody.push(person);
      const surroundings = { sleep: (ms: number) => sleep(ms), draw, thinkMs, over: () => over };
      arriving.push(person.arrive().then(() => void work(person, surroundings)));
      await sleep((arrivalMs * (n + 1)) / people - (performance.now() - begun));
    }
    await Promise.all(arriving);
    await sleep(windowMs);
    const before = (await seen()).length;
    for (const list of Object.values(times)) list.length = 0;
    const ids = Array.from({ length: rows }, (_, n) => `row-${n + 1}`);
    await everybody[0]?.startJob({ kind: "enable_upsells", ids });
    await sleep(minutes * 60_000);
    const calls = (await seen()).slice(before);
    const ofJob = calls.filter(({ path }) => path.startsWith("/upsells/row-")).length;
    return {
      // Calls that are still running at the end do not count as failed.
      ...structuredClone(times),
      bulk: ofJob,
      byPeople: calls.length - ofJob,
      minutes,
      refused: calls.filter(({ status }) => status === 429).length,
    };
  } finally {
    over = true;
    for (const person of everybody) person.leave();
  }
}
