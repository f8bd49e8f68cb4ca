import "server-only";
import { dayIn } from "../../days.ts";

const hour = 3_600_000;

/** No late figures arrive for a day once it has been over for six hours. */
export function isFinal(day: string, timeZone: string, now: Date): boolean {
  return day < dayIn(timeZone, new Date(now.getTime() - 6 * hour));
}
