import { runTool } from "../test/tools.ts";

/** Runs the test of the sums with many more sequences of events and more concurrent batches. */
export function run(rounds: number): Promise<boolean> {
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/services/storefront/sums.test.ts"], {
    minutes: 60,
    env: { SOAK_ROUNDS: String(rounds * 10) },
  });
}
