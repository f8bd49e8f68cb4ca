import { setTimeout as sleep } from "node:timers/promises";
import { load } from "./load.ts";
import { openProxiedApp, owner } from "./proxied-app.ts";
import { inTurns, median, record } from "./results.ts";

const rows = 2_000;
const lanes = 4;

// Measures how many records a job changes per second without rate limits, with the read before each change, the audit
// and the notifications, compared with the bare calls. With the specified limits, an API allows one record a second.
export async function run(): Promise<void> {
  const { app, upstream, stop } = await openProxiedApp(1, { CHECKOUT_API_LIMITS: "100000,1000000,10000000" });
  try {
    const session = await app.signIn(owner.email);
    const jobs = "/api/store-0/live/desk/jobs";
    let round = 0;
    const idsOfRound = () => Array.from({ length: rows }, (_, n) => `off-${Math.floor(round / 2)}-${n}`);
    const timed = (act: (ids: string[]) => Promise<void>) => async () => {
      const ids = idsOfRound();
      round++;
      const begun = performance.now();
      await act(ids);
      return rows / ((performance.now() - begun) / 1000);
    };
    const speeds = await inTurns(
      {
        floor: timed((ids) => callAll(upstream, ids)),
        ours: timed(async (ids) => {
          const { body: job } = await session.call("POST", jobs, { body: { kind: "enable_upsells", ids } });
          for (;;) {
            const { body } = await session.call("GET", `${jobs}/${job.id}`);
            if (body.state !== "done") await sleep(100);
            else if (body.counts.done === rows) return;
            else throw new Error(`The job ended with ${JSON.stringify(body.counts)}.`);
          }
        }),
      },
      3,
    );
    const [ours, floor] = [median(speeds.ours), median(speeds.floor)];
    record({ what: `a job of ${rows} records`, ours, unit: "/s", floor });
  } finally {
    await stop();
  }
}

/** Reads and writes each record, and notes nothing. */
async function callAll(origin: string, ids: string[]): Promise<void> {
  for (const method of ["GET", "PUT"] as const) {
    const next = ids.values();
    const path = () => `/v1/upsells/${next.next().value}`;
    const target = { origin, path, headers: () => ({ "content-type": "application/json" }), method };
    const body = method === "PUT" ? { body: () => JSON.stringify({ status: "active" }) } : {};
    await load({ ...target, ...body }, { connections: lanes, requests: ids.length });
  }
}
