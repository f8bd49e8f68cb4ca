import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { App } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { openShop, type Shop, tellCounts, underLoad } from "../soak/people.ts";
import { buildBareNext } from "./bare-next.ts";
import { median, type Result, record, timed } from "./results.ts";

const restarts = 5;
const perSecond = 20;
const stores = 12;
/** The engine and the database's buffers reach their size before measuring starts. */
const warmUpMinutes = 5;
const everyMs = 5_000;

// Time until the built product responds, with and without data; memory at rest and while people work in a dozen stores.
export async function run({ minutes }: { minutes: number }): Promise<void> {
  (await ensureBuild(console.log)).release();
  const bare = await buildBareNext();
  const { value: app, ms: firstMs } = await timed(() => App.start());
  try {
    const floors: number[] = [];
    const times: number[] = [];
    let floorMb = 0;
    for (let n = 0; n < restarts; n++) {
      const { value: served, ms } = await timed(() => bare.start());
      floors.push(ms);
      await (await fetch(`${served.origin}/one`)).text();
      floorMb = familyOf(served.pid);
      await served.stop();
      await app.stop();
      times.push((await timed(() => app.start())).ms);
    }
    const floor = median(floors);
    record({ what: "first start, with an empty database", ours: firstMs, unit: "ms", floor });
    record({ what: "restart", ours: median(times), unit: "ms", floor });

    const shops: Shop[] = [];
    const administrator = app.administers();
    for (let n = 0; n < stores; n++) shops.push(await openShop(app.origin, administrator, `shop-${n}`));
    administrator.leave();
    await sleep(20_000);
    recordMemory("memory at rest", memoryOf(app), floorMb, { limits: { most: 350 } });
    await underWork(app, shops, minutes, floorMb);
  } finally {
    bare.remove();
    await app.remove();
  }
}

async function underWork(app: App, shops: Shop[], minutes: number, floorMb: number): Promise<void> {
  const samples: Memory[] = [];
  const warmUp = Math.min(warmUpMinutes, minutes / 2);
  const counts = await underLoad(shops, app.origin, { perSecond }, async () => {
    await sleep(warmUp * 60_000);
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(everyMs)) samples.push(memoryOf(app));
  });
  tellCounts(`${minutes} min of work, after ${warmUp} to get warm`, counts);
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  const tenths = Array.from({ length: 10 }, (_, n) => mean(samples.slice(n * tenth, (n + 1) * tenth)));
  const [first, last] = [mean(samples.slice(0, tenth)), mean(samples.slice(-tenth))];
  const drift = last.all / first.all - 1;
  const failed = counts.reads.failed + counts.writes.failed;
  recordMemory(`memory under ${perSecond} requests/s for ${minutes} min`, last, floorMb, {
    also: [
      // A few minutes are too short to see a trend.
      { text: `${(drift * 100).toFixed(1)} % more than at first`, met: minutes < 10 || drift <= 0.1 },
      { text: `tenth by tenth ${tenths.map(({ all }) => all.toFixed(0)).join(" ")}` },
      { text: `${failed} failed`, met: failed === 0 },
    ],
  });
}

type Memory = { node: number; database: number; all: number };

function recordMemory(what: string, { all, node, database }: Memory, floor: number, more: Partial<Result> = {}): void {
  const parts = { text: `app ${node.toFixed(0)} MB, database ${database.toFixed(0)} MB` };
  record({ what, ours: all, unit: "MB", floor, ...more, also: [parts, ...(more.also ?? [])] });
}

function mean(samples: Memory[]): Memory {
  const of = (part: keyof Memory) => samples.reduce((sum, sample) => sum + sample[part], 0) / samples.length;
  return { node: of("node"), database: of("database"), all: of("all") };
}

function memoryOf(app: App): Memory {
  const [node, database] = [megabytesOf([app.pid()]), familyOf(app.databasePid() as number)];
  return { node, database, all: node + database };
}

function familyOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
  return megabytesOf([pid, ...children.map(Number)]);
}

// Private memory of all processes, plus their shared memory and the program file once. The system's proportional
// figures would change when unrelated processes end.
function megabytesOf(family: number[]): number {
  let [own, program] = [0, 0];
  for (const pid of family) {
    own += kilobytes(pid, "smaps_rollup", "Pss_Anon") + kilobytes(pid, "smaps_rollup", "Pss_Shmem");
    program = Math.max(program, kilobytes(pid, "status", "RssFile"));
  }
  return (own + program) / 1024;
}

function kilobytes(pid: number, file: "smaps_rollup" | "status", name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0);
  } catch {
    // The process of a database connection may have ended in the meantime.
    return 0;
  }
}
