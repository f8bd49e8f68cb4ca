import "server-only";
import { dayIn } from "../../days.ts";

const hour = 3_600_000;

/** Six hours after its end nothing comes in late any more. */
export function isFinal(day: string, timeZone: string, now: Date): boolean {
  return day < dayIn(timeZone, new Date(now.getTime() - 6 * hour));
}
