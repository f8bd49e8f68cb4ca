import { runTool } from "../test/tools.ts";

/** Runs the test of affiliate money with many more sequences, with and without killed connections. */
export function run(rounds: number): Promise<boolean> {
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/services/affiliate/money.test.ts"], {
    minutes: 60,
    env: { SOAK_ROUNDS: String(rounds) },
  });
}
