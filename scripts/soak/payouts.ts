import { runTool } from "../test/tools.ts";

/** Pays batches through an API with faults while workers are killed, and prints who was paid twice or not at all. */
export function run(rounds: number): Promise<boolean> {
  return runTool(["node_modules/vitest/vitest.mjs", "run", "lib/server/payouts/payouts.property.test.ts"], {
    minutes: 15 + rounds,
    env: { SOAK_ROUNDS: String(rounds) },
  });
}
