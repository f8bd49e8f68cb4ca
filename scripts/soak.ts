import { parseArgs } from "node:util";

const soaks = {
  affiliate: () => import("./soak/affiliate.ts"),
  cluster: () => import("./soak/cluster.ts"),
  delivery: () => import("./soak/delivery.ts"),
  fuzz: () => import("./soak/fuzz.ts"),
  jobs: () => import("./soak/jobs.ts"),
  payouts: () => import("./soak/payouts.ts"),
  spreadsheet: () => import("./soak/spreadsheet.ts"),
  storefront: () => import("./soak/storefront.ts"),
};

/** Long runs with injected faults: `npm run soak -- delivery`, with `--rounds 200` for more. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "50" } },
});
// Injected faults would fill the log with expected errors.
process.env.LOG_LEVEL ||= "silent";
const names = positionals.length > 0 ? positionals : Object.keys(soaks);
for (const name of names) {
  if (!Object.hasOwn(soaks, name)) {
    console.error(`There is no soak "${name}". Choose one of: ${Object.keys(soaks).join(", ")}.`);
    process.exit(2);
  }
  const { run } = await soaks[name as keyof typeof soaks]();
  if (!(await run(Number(values.rounds)))) process.exitCode = 1;
}
