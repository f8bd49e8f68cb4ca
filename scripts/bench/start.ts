import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { App } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { openShop, type Shop, tellCounts, underLoad } from "../soak/people.ts";
import { buildBareNext } from "./bare-next.ts";
import { middle } from "./print.ts";
import { note } from "./table.ts";

const restarts = 5;
const perSecond = 20;
const stores = 12;
/** The allowed memory at rest, and the allowed growth of the last part of the load over the first. */
const wanted = { restMb: 350, drift: 0.1 };
/** The engine and the database's buffers reach their size before measuring starts. */
const warmUpMinutes = 5;
const everyMs = 5_000;

// Measures how long the built product takes until it responds, with and without data, and how much memory the app and
// its database use at rest and while people work in a dozen stores, for a minute or for `--minutes`.
export async function run({ minutes }: { minutes: number }): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const floors: number[] = [];
  const times: number[] = [];
  let floorMb = 0;
  const bare = await buildBareNext();
  const { value: app, ms: firstMs } = await timed(() => App.start());
  try {
    for (let n = 0; n < restarts; n++) {
      const { value: served, ms } = await timed(() => bare.start());
      floors.push(ms);
      await (await fetch(`${served.origin}/one`)).text();
      floorMb = familyOf(served.pid);
      await served.stop();
      await app.stop();
      times.push((await timed(() => app.start())).ms);
    }
    const [floor, restart] = [floors, times].map((each) => middle(each, (one) => one)) as [number, number];
    console.log(`\nfirst start, with an empty database: ${firstMs.toFixed(0)} ms`);
    console.log(
      `restart, the middle of ${restarts}: ${restart.toFixed(0)} ms; a bare Next app: ${floor.toFixed(0)} ms`,
    );
    const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
    const ofStart = { floor: milliseconds(floor), met: true };
    note({
      what: "first start, with an empty database",
      ours: milliseconds(firstMs),
      ratio: firstMs / floor,
      ...ofStart,
    });
    note({ what: "restart", ours: milliseconds(restart), ratio: restart / floor, ...ofStart });

    const shops: Shop[] = [];
    const administrator = app.administers();
    for (let n = 0; n < stores; n++) shops.push(await openShop(app.origin, administrator, `shop-${n}`));
    administrator.leave();
    await sleep(20_000);
    const rest = memoryOf(app);
    const met = rest.all <= wanted.restMb;
    const words = ({ node, database }: Memory) => `app ${node.toFixed(0)} MB, database ${database.toFixed(0)} MB`;
    console.log(`at rest: ${words(rest)}, together ${rest.all.toFixed(0)} MB${met ? "" : "   MISSED"}`);
    const ofRest = { floor: megabytes(floorMb), ratio: rest.all / floorMb, wanted: `≤ ${wanted.restMb} MB`, met };
    note({ what: "memory at rest, with the database", ours: megabytes(rest.all), ...ofRest });
    return (await underWork(app, shops, minutes, floorMb)) && met;
  } finally {
    bare.remove();
    await app.remove();
  }
}

async function underWork(app: App, shops: Shop[], minutes: number, floorMb: number): Promise<boolean> {
  const samples: Memory[] = [];
  const warmUp = Math.min(warmUpMinutes, minutes / 2);
  const counts = await underLoad(shops, app.origin, { perSecond }, async () => {
    await sleep(warmUp * 60_000);
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(everyMs)) samples.push(memoryOf(app));
  });
  tellCounts(`${minutes} min of work, after ${warmUp} to get warm`, counts);
  const edge = Math.max(1, Math.floor(samples.length / 10));
  let kept = counts.reads.failed === 0 && counts.writes.failed === 0;
  for (const what of ["all", "node", "database"] as const) {
    const values = samples.map((sample) => sample[what]);
    const [first, last] = [mean(values.slice(0, edge)), mean(values.slice(-edge))];
    const drift = last / first - 1;
    // A few minutes are too short to see a trend.
    const met = what !== "all" || minutes < 10 || drift <= wanted.drift;
    kept &&= met;
    const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MB`;
    const change = `${drift < 0 ? "" : "+"}${(drift * 100).toFixed(1)} %`;
    console.log(
      `  ${{ all: "together", node: "app", database: "database" }[what].padEnd(9)} ${range}; first tenth ${first.toFixed(0)}, last ${last.toFixed(0)} MB (${change})${met ? "" : "   MISSED"}`,
    );
    if (what !== "all") continue;
    const tenths = Array.from({ length: 10 }, (_, n) => mean(values.slice(n * edge, (n + 1) * edge)).toFixed(0));
    console.log(`  tenth by tenth ${tenths.join(" ")}`);
    note({
      what: `memory under ${perSecond} requests/s for ${minutes} min, ${change}`,
      ours: megabytes(last),
      floor: megabytes(floorMb),
      ratio: last / floorMb,
      met,
      ...(minutes >= 10 && { wanted: `≤ +${wanted.drift * 100} %` }),
    });
  }
  return kept;
}

type Memory = { node: number; database: number; all: number };

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
    // The connection has ended in the meantime.
    return 0;
  }
}

async function timed<T>(act: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await act();
  return { value, ms: performance.now() - begun };
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
