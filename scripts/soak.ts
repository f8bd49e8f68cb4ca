import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { onStop } from "../lib/runtime/lifecycle.ts";
import { stopServers } from "./test/database.ts";
import { endDescendants } from "./test/descendants.ts";
import { runTool } from "./test/tools.ts";

type Asked = { rounds: number; minutes: number; from?: string; folder?: string; shop?: string[] };
type Soak = (asked: Asked) => Promise<boolean>;

// Some are tests that run for longer and with more random cases.
const soaks: Record<string, Soak> = {
  affiliate({ rounds }) {
    const tests = ["money", "recount", "attribution.property"].map((name) => `lib/services/affiliate/${name}.test.ts`);
    return runTests(tests, 60, { SOAK_ROUNDS: String(rounds) });
  },
  alerts: async () => (await import("./soak/alerts.ts")).run(),
  cluster: async ({ rounds }) => (await import("./soak/cluster.ts")).run(rounds),
  delivery: async ({ rounds }) => (await import("./soak/delivery.ts")).run(rounds),
  failover: async ({ rounds }) => (await import("./soak/failover/failover.ts")).run(rounds),
  fuzz: async ({ rounds }) => (await import("./soak/fuzz.ts")).run(rounds),
  jobs: async ({ rounds }) => (await import("./soak/jobs.ts")).run(rounds),
  /** Pays batches through an API with faults while workers are killed, and prints who was paid twice or not at all. */
  payouts: ({ rounds }) =>
    runTests(["lib/server/payouts/payouts.property.test.ts"], 15 + rounds, { SOAK_ROUNDS: String(rounds) }),
  // LibreOffice opens all exported files: totals must match, no cell may be a formula.
  async spreadsheet() {
    if (!spawnSync("soffice", ["--version"]).error)
      return runTests(["lib/server/work/jobs/spreadsheet.test.ts"], 10, { SOAK_SPREADSHEET: "soffice" });
    console.log("skipped: there is no LibreOffice here (soffice is not on the PATH), so no file was opened");
    return true;
  },
  /** Needs the history of the repository, and HAProxy. */
  rolling: async ({ from }) => (await import("./soak/rolling.ts")).run(from),
  /** Installs each platform from npm, except WooCommerce. `--folder` keeps what was installed, `--shop` names one of them. */
  shops: async ({ folder, shop }) => (await import("./soak/shops.ts")).run(folder, shop),
  storefront: async ({ minutes }) => (await import("./soak/storefront.ts")).run(minutes),
  sums: ({ rounds }) => runTests(["lib/services/storefront/sums.test.ts"], 60, { SOAK_ROUNDS: String(rounds * 10) }),
};

const runTests = (files: string[], minutes: number, env: Record<string, string>) =>
  runTool(["node_modules/vitest/vitest.mjs", "run", ...files], { minutes, env });

/** Long runs with injected faults: `npm run soak -- delivery`, with `--rounds 200` or `--minutes 10` for more. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "50" },
    minutes: { type: "string", default: "2" },
    from: { type: "string" },
    folder: { type: "string" },
    shop: { type: "string", multiple: true },
  },
});
// Injected faults would fill the log with expected errors.
process.env.LOG_LEVEL ||= "silent";
const names = positionals.length > 0 ? positionals : Object.keys(soaks);
const unknown = names.find((name) => !Object.hasOwn(soaks, name));
if (unknown !== undefined) {
  console.error(`There is no soak "${unknown}". Choose one of: ${Object.keys(soaks).join(", ")}.`);
  process.exit(2);
}
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "cartwright-soak-")));
// Started by root, Debian's servers run as another user, who must reach their folders in it.
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;
const cleanUp = async () => {
  await endDescendants();
  await stopServers();
  rmSync(scratch, { recursive: true, force: true });
};
onStop(async () => {
  await cleanUp();
  throw new Error("Interrupted.");
});
const asked = { ...values, rounds: Number(values.rounds), minutes: Number(values.minutes) };
try {
  for (const name of names) {
    if (!(await soaks[name]?.(asked))) process.exitCode = 1;
  }
} finally {
  await cleanUp();
}
