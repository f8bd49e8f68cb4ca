import { runTool } from "../test-tools.ts";

/** Batches of payouts over an API that goes wrong, with workers killed; prints who was paid twice or forgotten: nobody. */
export function run(rounds: number): Promise<boolean> {
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/server/payouts/payouts.property.test.ts"], {
    minutes: 15 + rounds,
    env: { SOAK_ROUNDS: String(rounds) },
  });
}
