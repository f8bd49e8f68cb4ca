import { people, simulateHour } from "./office.ts";
import { percentile, record } from "./results.ts";

const rows = 1_000;
const busyMs = 90_000;

// People and a job that changes a thousand records share one key with enforced limits. No call may be refused, people
// who click must not wait, and the job must get what they leave.
export async function run(): Promise<void> {
  console.log(`${people} people with 5 tabs each, and a job of ${rows} records, in a simulated hour:`);
  for (const thinkMs of [busyMs, 2 * busyMs]) {
    for (const seed of [1, 2, 3]) {
      const { refused, clicks, failed, bulk, byPeople, minutes } = await simulateHour({ rows, thinkMs, seed });
      const p95 = percentile(clicks, 0.95);
      record({
        what: `each acts every ${thinkMs / 1000} s, seed ${seed}`,
        ours: bulk,
        unit: "calls",
        // The calls that people left, of the minutes and of the whole hour.
        floor: Math.min(120 * minutes - byPeople, 3_600 - byPeople * (60 / minutes)),
        limits: { leastTimes: 0.9 },
        also: [
          { text: `${refused} refused`, met: refused === 0 },
          { text: `${clicks.length} clicks, p95 ${p95.toFixed(0)} ms`, met: p95 < 1_000 },
          { text: `${failed.length} failed${failed[0] ? `: ${failed[0]}` : ""}`, met: failed.length === 0 },
          { text: `${minutes.toFixed(1)} min` },
        ],
      });
    }
  }
}
