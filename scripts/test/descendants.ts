import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Ends the processes that this one started, those that they started, and those that are started meanwhile. */
export async function endDescendants(patienceMs = 15_000): Promise<void> {
  const asked = new Set<number>();
  for (const begun = performance.now(); ; await sleep(200)) {
    const found = descendants();
    if (found.length === 0) return;
    const isLate = performance.now() - begun > patienceMs;
    for (const pid of found) {
      if (!isLate && asked.has(pid)) continue;
      asked.add(pid);
      try {
        process.kill(pid, isLate ? "SIGKILL" : "SIGTERM");
      } catch {
        // It ended in the meantime.
      }
    }
  }
}

function descendants(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,comm="]).toString().trim().split("\n");
  const all = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state, name]) => !state?.startsWith("Z") && name !== "ps");
  const found = [process.pid];
  for (const parent of found) {
    for (const [pid, of] of all) if (Number(of) === parent) found.push(Number(pid));
  }
  return found.slice(1);
}
