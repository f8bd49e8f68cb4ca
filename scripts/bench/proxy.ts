import { join } from "node:path";
import { App } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { startBareNext } from "./bare-next.ts";
import { furnish, owner } from "./furnish.ts";
import { load, rotate, type Target } from "./load.ts";
import { startProcess, stop } from "./pinned.ts";
import { openPlace } from "./place.ts";
import { compare, type Figures, middle } from "./print.ts";
import { note } from "./table.ts";

const rounds = 5;
const wanted = { addedMs: 1.5, share: 0.5 };
/** Each key has a burst limit, so measuring without waiting needs many keys. */
const stores = 600;

type Side = "direct" | "floor" | "service";

// Compares reading and writing a record through the built product with a bare Next route that only calls `fetch`, and
// with the API itself. Each call uses another record, so no response comes from a cache.
export async function run(): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const place = await openPlace({ apart: false });
  const upstream = await startProcess(join(projectDir, "scripts/bench/proxy-upstream.ts"), {});
  const { DATABASE_URL, CARTWRIGHT_SECRET } = place.env;
  const shared = { DATABASE_URL, CARTWRIGHT_SECRET, LOG_LEVEL: "silent", CHECKOUT_API_URL: `${upstream.said}/v1` };
  const bare = await startBareNext({ UPSTREAM: upstream.said });
  const app = await App.start(shared);
  try {
    await furnish({ ...shared, CARTWRIGHT_ORIGIN: app.origin }, stores);
    const { cookie } = await app.signIn(owner.email);
    const nextStore = rotate(Array.from({ length: stores }, (_, n) => `store-${n}`));
    let asked = 0;
    const record = () => `off-${++asked}`;
    const json = { "content-type": "application/json" };
    const targets: Record<Side, Target> = {
      direct: { origin: upstream.said, path: () => `/v1/upsells/${record()}`, headers: () => json },
      floor: { origin: bare.origin, path: () => `/api/v1/upsells/${record()}`, headers: () => json },
      service: {
        origin: app.origin,
        path: () => `/api/${nextStore()}/live/checkout/upsells/${record()}`,
        headers: () => ({ ...json, cookie, origin: app.origin }),
      },
    };
    console.log(
      "\noperation         over         per s    p50 ms    p99 ms   added p50   added p99   of floor    wanted",
    );
    const measure = (method: string, connections: number, requests: number) =>
      compare(
        Object.fromEntries(
          Object.entries(targets).map(([side, target]) => [
            side,
            () => load({ ...target, method, ...(method === "PUT" && { body }) }, { connections, requests }),
          ]),
        ),
        rounds,
      );
    // Uses every key once before measuring.
    await load(targets.service, { connections: 8, requests: stores });
    await load(targets.floor, { connections: 8, requests: stores });
    const kept = [
      report("read, one by one", await measure("GET", 1, 200), (added) => added <= wanted.addedMs),
      report("read, 20 at once", await measure("GET", 20, 800), undefined, wanted.share),
      report("write, one by one", await measure("PUT", 1, 100)),
      report("write, 20 at once", await measure("PUT", 20, 200)),
    ];
    return kept.every(Boolean);
  } finally {
    await app.remove();
    await bare.stop();
    await stop([upstream.child]);
    await place.stop();
  }
}

const body = () => JSON.stringify({ name: `Saved as ${Math.random()}` });

function report(
  operation: string,
  figures: Record<string, Figures[]>,
  fits: (addedMs: number) => boolean = () => true,
  share = 0,
): boolean {
  const of = (side: Side, value: (round: Figures, n: number) => number) =>
    middle((figures[side] as Figures[]).map(value), (one) => one);
  const failed = Object.values(figures)
    .flat()
    .reduce((sum, round) => sum + round.failed, 0);
  const [floor, direct] = [figures.floor as Figures[], figures.direct as Figures[]];
  let kept = failed === 0;
  for (const side of ["direct", "floor", "service"] as const) {
    const perSecond = of(side, (round) => round.perSecond);
    const [p50, p99] = [of(side, (round) => round.p50), of(side, (round) => round.p99)];
    // The baseline is relative to the API itself, and the product to the baseline.
    const [base, name] =
      side === "service" ? [floor, "the proxy"] : [direct, side === "floor" ? "bare route" : "the API"];
    const added50 = of(side, (round, n) => round.p50 - (base[n]?.p50 ?? 0));
    const added99 = of(side, (round, n) => round.p99 - (base[n]?.p99 ?? 0));
    const part = of(side, (round, n) => round.perSecond / (floor[n]?.perSecond ?? 1));
    const met = side !== "service" || (fits(added50) && part >= share && failed === 0);
    kept &&= met;
    const judged = side === "service" && (share > 0 ? `≥ ${share}` : fits(99) ? "" : `≤ ${wanted.addedMs} ms`);
    const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)].map((cell) => cell.padStart(10)).join("");
    const added =
      side === "direct" ? "".padStart(24) : `${added50.toFixed(1).padStart(12)}${added99.toFixed(1).padStart(12)}`;
    const rest = `${part.toFixed(2).padStart(11)}${(judged || "").padStart(10)}${met ? "" : "   MISSED"}`;
    console.log(`${operation.padEnd(18)}${name.padEnd(11)}${cells.slice(2)}${added}${rest}`);
    if (side !== "service") continue;
    note({
      what: `proxy, ${operation}: ${added50.toFixed(1)} ms more at p50, ${added99.toFixed(1)} ms at p99`,
      ours: `${perSecond.toFixed(0)}/s`,
      floor: `${of("floor", (round) => round.perSecond).toFixed(0)}/s`,
      ratio: part,
      ...(judged && { wanted: judged }),
      met,
    });
  }
  if (failed > 0) console.log(`${failed} FAILED`);
  return kept;
}
