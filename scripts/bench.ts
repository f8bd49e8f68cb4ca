import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { missedLimits, printHead } from "./bench/results.ts";

const benches = {
  weigh: () => import("./bench/weigh.ts"),
  vitals: () => import("./bench/vitals.ts"),
  chart: () => import("./bench/chart.ts"),
  navigate: () => import("./bench/navigate.ts"),
  queue: () => import("./bench/queue.ts"),
  reads: () => import("./bench/reads.ts"),
  ingest: () => import("./bench/ingest.ts"),
  dispatch: () => import("./bench/dispatch.ts"),
  offers: () => import("./bench/offers.ts"),
  recommendations: () => import("./bench/recommendations.ts"),
  redirect: () => import("./bench/redirect.ts"),
  experiments: () => import("./bench/experiments.ts"),
  proxy: () => import("./bench/proxy.ts"),
  governor: () => import("./bench/governor.ts"),
  pooled: () => import("./bench/pooled.ts"),
  start: () => import("./bench/start.ts"),
  plans: () => import("./bench/plans.ts"),
  reports: () => import("./bench/reports.ts"),
  partitions: () => import("./bench/partitions.ts"),
  sizes: () => import("./bench/sizes.ts"),
};
type Bench = keyof typeof benches;
type Run = (options: { minutes: number; only: string[]; share: number; peer: string | undefined }) => Promise<void>;

const groups: Record<string, Bench[]> = {
  service: ["reads", "ingest", "dispatch", "offers", "redirect", "experiments"],
};

// `npm run bench` runs all benches, `npm run bench -- weigh` one, and `npm run bench -- service` those of the services.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** How long `start` keeps the app busy. */
    minutes: { type: "string", default: "5" },
    /** The part of its full size, for which it needs 80 GB of disk, that `reports` fills. */
    share: { type: "string", default: "0.1" },
    /** `weigh` and `vitals` visit only the screens with these names, and `plans` asks only these lists, such as checkout.orders.list. */
    only: { type: "string", multiple: true, default: [] },
    /** `vitals` visits this page too, for example http://127.0.0.1:4173/tasks of another product that runs there. */
    peer: { type: "string" },
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
if (names.length > 1) {
  // Each bench has a process of its own, because it pins its process and opens another database.
  const options = [
    "--minutes",
    values.minutes,
    "--share",
    values.share,
    ...values.only.flatMap((screen) => ["--only", screen]),
    ...(values.peer === undefined ? [] : ["--peer", values.peer]),
  ];
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, name, ...options], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
} else {
  const [name = ""] = names;
  const { run }: { run: Run } = await benches[name as Bench]();
  printHead(name);
  await run({ minutes: Number(values.minutes), only: values.only, share: Number(values.share), peer: values.peer });
  if (missedLimits() > 0) {
    console.log(`${name}: ${missedLimits()} limits were missed.`);
    process.exitCode = 1;
  }
}
