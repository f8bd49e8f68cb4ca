import { parseArgs } from "node:util";
import { beginBench, endBench, printTable } from "./bench/table.ts";

const benches = {
  weigh: () => import("./bench/weigh.ts"),
  vitals: () => import("./bench/vitals.ts"),
  chart: () => import("./bench/chart.ts"),
  navigate: () => import("./bench/navigate.ts"),
  reads: () => import("./bench/reads.ts"),
  metrics: () => import("./bench/metrics.ts"),
  ingest: () => import("./bench/ingest.ts"),
  dispatch: () => import("./bench/dispatch.ts"),
  affiliate: () => import("./bench/affiliate.ts"),
  proxy: () => import("./bench/proxy.ts"),
  queue: () => import("./bench/queue.ts"),
  governor: () => import("./bench/governor.ts"),
  jobs: () => import("./bench/jobs.ts"),
  start: () => import("./bench/start.ts"),
  memory: () => import("./bench/memory.ts"),
  plans: () => import("./bench/plans.ts"),
  sizes: () => import("./bench/sizes.ts"),
};
type Bench = keyof typeof benches;
type Run = (options: { minutes: number; orders: number; only: string[] }) => Promise<boolean>;

const groups: Record<string, Bench[]> = { service: ["reads", "metrics", "ingest", "dispatch"] };

// `npm run bench` runs all benches, `npm run bench -- weigh` one, and `npm run bench -- service` those of the services.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "5" },
    orders: { type: "string", default: "0" },
    /** `weigh` and `vitals` visit only the screens with these names. */
    only: { type: "string", multiple: true, default: [] },
  },
});
const names = (positionals.length > 0 ? positionals : Object.keys(benches)).flatMap((name) => groups[name] ?? name);
for (const name of names) {
  if (!Object.hasOwn(benches, name)) {
    const known = [...Object.keys(benches), ...Object.keys(groups)];
    console.error(`There is no bench "${name}". Choose one of: ${known.join(", ")}.`);
    process.exit(2);
  }
}
const options = { minutes: Number(values.minutes), orders: Number(values.orders), only: values.only };
for (const name of names) {
  const { run }: { run: Run } = await benches[name as Bench]();
  beginBench(name);
  const met = await run(options);
  endBench(met);
  if (met) continue;
  console.log(`${name}: a limit was missed.`);
  process.exitCode = 1;
}
printTable();
