import { runTool } from "../test-tools.ts";

/** The test of the money with many more sequences, with and without killed connections; prints what happened in them. */
export function run(rounds: number): Promise<boolean> {
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/services/affiliate/money.test.ts"], {
    minutes: 60,
    env: { SOAK_ROUNDS: String(rounds) },
  });
}
