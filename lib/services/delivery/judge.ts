import { attemptDelays, maxAttempts, successCodes } from "../../contract/events.ts";
import type { Answer } from "./send.ts";

export type Verdict =
  | { kind: "delivered" }
  /** `wait` in seconds until the next attempt; null where there is none. */
  | { kind: "failed"; error: string; wait: number | null; gone: boolean };

const longestRetryAfter = 7 * 86_400;

/** What an answer that came at `now` (epoch milliseconds) means for a delivery that failed `failures` times before. */
export function judge(answer: Answer, failures: number, now: number, delays = attemptDelays): Verdict {
  const error = failureOf(answer);
  if (error === null) return { kind: "delivered" };
  const gone = answer.code === 410 && answer.error === undefined;
  if (failures + 1 >= maxAttempts) return { kind: "failed", error, wait: null, gone };
  // Late by up to a tenth, so that what failed together does not come back together; early never.
  const planned = (delays[failures + 1] ?? 0) * (1 + Math.random() * 0.1);
  return { kind: "failed", error, wait: Math.max(planned, retryAfterOf(answer, now)), gone };
}

export function failureOf({ code, error }: Answer): string | null {
  if (error !== undefined) return error;
  if (code === undefined) return "There was no answer.";
  if (successCodes.includes(code)) return null;
  if (code === 410) return "The receiver answered 410: it is gone for good.";
  if (code === 429) return "The receiver answered 429: it asks for fewer events.";
  if (code >= 300 && code < 400) return `The receiver answered with a redirect (${code}), which is never followed.`;
  const successes = `${successCodes.slice(0, -1).join(", ")} and ${successCodes.at(-1)}`;
  if (code < 300) return `The receiver answered ${code}; only ${successes} count as received.`;
  return `The receiver answered ${code}.`;
}

/** In seconds, or as a date that is held against the receiver's own clock where it tells that. */
function retryAfterOf({ code, headers = {} }: Answer, now: number): number {
  const value = headers["retry-after"]?.trim();
  if ((code !== 429 && code !== 503) || !value) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (timeOf(value) - (timeOf(headers.date) || now)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), longestRetryAfter);
}

/** Of a date as HTTP writes it: `Date.parse` alone would read a year into "3600.5". */
function timeOf(value = ""): number {
  return /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN;
}
