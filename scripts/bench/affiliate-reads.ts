import { commissionSorts } from "../../lib/contract/affiliate/commission-words.ts";
import type { Database } from "../../lib/database/client.ts";
import { createServices } from "../../lib/services/index.ts";
import { fillProgram, lastDays, type Store, withoutIndexes } from "./affiliate-history.ts";

const rounds = 9;
const limits = { listGrowth: 2, deepPage: 10, summaryGrowth: 1.5 };
const small = { commissions: 10_000, days: 60 };
const large = { commissions: 1_000_000, days: 365 };
const noLimits = { perSecond: 1e9, perMinute: 1e9, perHour: 1e9 };

/** Compares reads over a long history with reads over a short one, in turns and without a network. */
export async function benchReads(db: Database): Promise<boolean> {
  const started = performance.now();
  const [few, many] = await withoutIndexes(db, async () => [
    await fillProgram(db, "few", small),
    await fillProgram(db, "many", large),
  ]);
  await db.$client.query("vacuum analyze");
  console.log(`\n${large.commissions} commissions loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const services = createServices(db, noLimits);
  const time = async ({ key }: Store, path: string): Promise<number> => {
    const begun = performance.now();
    const response = await services.request(`http://bench/services/affiliate/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    return performance.now() - begun;
  };
  const compare = async (name: string, base: [Store, string], other: [Store, string], limit: number) => {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const pair = [await time(...base), await time(...other)] as const;
      // The first call of each only warms up.
      if (round > 0) for (const n of [0, 1] as const) times[n].push(pair[n]);
    }
    const [a, b] = times.map((own) => own.toSorted((x, y) => x - y)[Math.floor(rounds / 2)] as number) as [
      number,
      number,
    ];
    const kept = b / a <= limit;
    const figures = [a.toFixed(1).padStart(10), b.toFixed(1).padStart(10), (b / a).toFixed(2).padStart(8)];
    console.log(`${name.padEnd(48)}${figures.join("")}${`${limit}`.padStart(8)}${kept ? "" : "   MISSED"}`);
    return kept;
  };

  console.log(`\n${"read".padEnd(48)}   base ms  other ms   ratio   limit`);
  let kept = true;
  for (const sort of commissionSorts) {
    for (const order of ["desc", "asc"]) {
      for (const status of ["", "&status=approved"]) {
        const list = `/commissions?per_page=100&sort=${sort}&order=${order}${status}`;
        const name = `${sort} ${order}${status.replace("&status=", " ")}`;
        kept = (await compare(`${name}, 10,000 and 1,000,000`, [few, list], [many, list], limits.listGrowth)) && kept;
        const page = status ? 3_000 : 5_000;
        const deep: [Store, string] = [many, `${list}&page=${page}`];
        kept = (await compare(`${name}, page 1 and ${page}`, [many, list], deep, limits.deepPage)) && kept;
      }
    }
  }
  const summary = (days: number) => `/analytics/summary?${lastDays(days)}`;
  const base: [Store, string] = [few, summary(small.days)];
  kept = (await compare("summary", base, [many, summary(large.days)], limits.summaryGrowth)) && kept;
  // Printed for information, without a limit.
  const since = `/commissions?per_page=100&sort=amount&created_after=2023-06-01`;
  await compare(
    "amount since a day, page 1 and 1000",
    [many, since],
    [many, `${since}&page=1000`],
    Number.POSITIVE_INFINITY,
  );
  return kept;
}
