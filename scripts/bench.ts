import { parseArgs } from "node:util";

const benches = {
  weigh: () => import("./bench/weigh.ts"),
  chart: () => import("./bench/chart.ts"),
  navigate: () => import("./bench/navigate.ts"),
  reads: () => import("./bench/reads.ts"),
  metrics: () => import("./bench/metrics.ts"),
  ingest: () => import("./bench/ingest.ts"),
  dispatch: () => import("./bench/dispatch.ts"),
  affiliate: () => import("./bench/affiliate.ts"),
  queue: () => import("./bench/queue.ts"),
  governor: () => import("./bench/governor.ts"),
  memory: () => import("./bench/memory.ts"),
};
type Bench = keyof typeof benches;
type Run = (options: { minutes: number; orders: number }) => Promise<boolean>;

const groups: Record<string, Bench[]> = { service: ["reads", "metrics", "ingest", "dispatch"] };

/** `npm run bench` runs all of them, `npm run bench -- weigh` one, `npm run bench -- service` those of the services. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "5" }, orders: { type: "string", default: "0" } },
});
const names = (positionals.length > 0 ? positionals : Object.keys(benches)).flatMap((name) => groups[name] ?? name);
for (const name of names) {
  if (!Object.hasOwn(benches, name)) {
    const known = [...Object.keys(benches), ...Object.keys(groups)];
    console.error(`There is no bench "${name}". There are: ${known.join(", ")}.`);
    process.exit(2);
  }
}
for (const name of names) {
  const { run }: { run: Run } = await benches[name as Bench]();
  if (await run({ minutes: Number(values.minutes), orders: Number(values.orders) })) continue;
  console.log(`${name}: a limit was missed.`);
  process.exitCode = 1;
}
