import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { App } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { furnish, owner } from "./furnish.ts";
import { load } from "./load.ts";
import { startProcess, stop } from "./pinned.ts";
import { openPlace } from "./place.ts";
import { middle } from "./print.ts";
import { note } from "./table.ts";

const rows = 2_000;
const rounds = 3;
const lanes = 4;

// Measures how many records a job changes per second without rate limits, with the read before each change, the audit
// and the notifications, compared with the bare calls. With the specified limits, an API allows one record a second.
export async function run(): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const place = await openPlace({ apart: false });
  const upstream = await startProcess(join(projectDir, "scripts/bench/proxy-upstream.ts"), {});
  const { DATABASE_URL, CARTWRIGHT_SECRET } = place.env;
  const api = { CHECKOUT_API_URL: `${upstream.said}/v1`, CHECKOUT_API_LIMITS: "100000,1000000,10000000" };
  const shared = { DATABASE_URL, CARTWRIGHT_SECRET, LOG_LEVEL: "silent", ...api };
  const app = await App.start(shared);
  try {
    await furnish({ ...shared, CARTWRIGHT_ORIGIN: app.origin }, 1);
    const session = await app.signIn(owner.email);
    const jobs = "/api/store-0/live/desk/jobs";
    const floors: number[] = [];
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const ids = Array.from({ length: rows }, (_, n) => `off-${round}-${n}`);
      floors.push(await callAll(upstream.said, ids));
      const begun = performance.now();
      const { body: job } = await session.call("POST", jobs, { body: { kind: "enable_upsells", ids } });
      for (;;) {
        const { body } = await session.call("GET", `${jobs}/${job.id}`);
        if (body.state === "done") {
          if (body.counts.done !== rows) throw new Error(`The job ended with ${JSON.stringify(body.counts)}.`);
          break;
        }
        await sleep(100);
      }
      speeds.push(rows / ((performance.now() - begun) / 1000));
    }
    const [floor, speed] = [floors, speeds].map((each) => middle(each, (one) => one)) as [number, number];
    console.log(`\na job of ${rows} records, the middle of ${rounds}: ${speed.toFixed(0)} records a second`);
    console.log(`the same calls, ${lanes} at once, and nothing noted: ${floor.toFixed(0)} records a second`);
    const ratio = speed / floor;
    note({
      what: `a job of ${rows} records`,
      ours: `${speed.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s`,
      ratio,
      met: true,
    });
    return true;
  } finally {
    await app.remove();
    await stop([upstream.child]);
    await place.stop();
  }
}

async function callAll(origin: string, ids: string[]): Promise<number> {
  const begun = performance.now();
  const next = { GET: ids.values(), PUT: ids.values() };
  for (const method of ["GET", "PUT"] as const) {
    const path = () => `/v1/upsells/${next[method].next().value}`;
    const target = { origin, path, headers: () => ({ "content-type": "application/json" }), method };
    const body = method === "PUT" ? { body: () => JSON.stringify({ status: "active" }) } : {};
    await load({ ...target, ...body }, { connections: lanes, requests: ids.length });
  }
  return ids.length / ((performance.now() - begun) / 1000);
}
