import "../server-modules.ts";
import { setup } from "../test-database.ts";

/** Prints what became of each record while workers were killed at random. False where one was not changed just once. */
export async function run(rounds: number): Promise<boolean> {
  const stop = await setup();
  const { openJobsTest } = await import("../../lib/server/jobs/testing.ts");
  const { heldRound, killRound } = await import("../../lib/server/jobs/rounds.ts");
  const desk = await openJobsTest();
  try {
    const approvals = await many("300 approvals, workers killed", rounds, () => killRound(desk, 300, 4));
    const held = await many("20 held writes, worker killed", rounds, () => heldRound(desk, 20));
    return approvals && held;
  } finally {
    await desk.close();
    await stop();
  }
}

type Tally = Record<string, number>;

async function many(name: string, rounds: number, round: () => Promise<Tally>): Promise<boolean> {
  const sum: Tally = {};
  for (let count = 0; count < rounds; count++) {
    for (const [what, value] of Object.entries(await round())) sum[what] = (sum[what] ?? 0) + value;
  }
  const figures = Object.entries({ rounds, ...sum }).map(([what, value]) => `${what} ${value}`);
  console.log(`${name.padEnd(34)} ${figures.join("  ")}`);
  return sum.once === sum.items && sum.disagree === 0;
}
