import { simulateHour } from "./governor-hour.ts";
import { measureTabs } from "./governor-tabs.ts";
import { people, percentile, shareOf, type Tally } from "./office.ts";
import { note } from "./table.ts";

const rows = 1_000;
const wantedMs = 1_000;
const wantedShare = 0.9;
const busyMs = 90_000;

// People with five tabs each and a job that changes a thousand records share one key with enforced limits: first in
// simulated hours, then for minutes on the built product. No call may be refused, people who click must not wait, and
// the job must get the rest.
export async function run(): Promise<boolean> {
  console.log(`\n${people} people with 5 tabs each, and a job of ${rows} records, on one key:`);
  console.log(
    "                                   429s  clicks   p50 ms   p95 ms   failed   people     job   of left  minutes",
  );
  let kept = true;
  for (const [name, thinkMs] of [
    ["an hour, each acts every 90 s", busyMs],
    ["an hour, each acts every 180 s", 2 * busyMs],
  ] as const) {
    for (const seed of [1, 2, 3]) kept = print(name, await simulateHour({ rows, thinkMs, seed })) && kept;
  }
  return print("3 minutes of the product", await measureTabs({ rows, thinkMs: busyMs, minutes: 3 })) && kept;
}

function print(name: string, tally: Tally): boolean {
  const { refused, clicks, failed, byPeople, bulk, minutes } = tally;
  const [p50, p95] = [percentile(clicks, 0.5), percentile(clicks, 0.95)];
  const share = shareOf(tally);
  const kept = refused === 0 && failed.length === 0 && p95 < wantedMs && share >= wantedShare;
  const cells = [refused, clicks.length, p50.toFixed(0), p95.toFixed(0), failed.length, byPeople, bulk];
  const numbers = cells.map((cell) => String(cell).padStart(9)).join("");
  console.log(
    `${name.padEnd(30)}${numbers}${share.toFixed(2).padStart(10)}${minutes.toFixed(1).padStart(9)}${kept ? "" : "   MISSED"}`,
  );
  note({
    what: `${name}: ${refused} refused, p95 of clicks ${p95.toFixed(0)} ms, share of what people left`,
    ours: `${bulk} calls`,
    floor: "all that was left",
    ratio: share,
    wanted: `≥ ${wantedShare}`,
    met: kept,
  });
  for (const what of new Set(failed)) console.log(`    failed: ${what}`);
  return kept;
}
