import type { Sentence } from "../../contract/errors.ts";
import { attemptDelays, maxAttempts, successCodes } from "../../contract/events.ts";
import { sentence } from "../../sentences.ts";
import type { ReceiverAnswer } from "./send.ts";

export type AttemptVerdict =
  | { kind: "delivered" }
  /** `wait` is the number of seconds until the next attempt, or null if there is none. */
  | { kind: "failed"; error: Sentence; wait: number | null; gone: boolean };

const longestRetryAfter = 7 * 86_400;

/** `now` is in milliseconds since 1970. `failures` counts the attempts that failed before this response. */
export function judge(answer: ReceiverAnswer, failures: number, now: number, delays = attemptDelays): AttemptVerdict {
  const error = failureOf(answer);
  if (error === null) return { kind: "delivered" };
  const gone = answer.code === 410 && answer.error === undefined;
  if (failures + 1 >= maxAttempts) return { kind: "failed", error, wait: null, gone };
  // Deliveries that failed together are not retried together: up to a tenth of the delay is added.
  const planned = (delays[failures + 1] ?? 0) * (1 + Math.random() * 0.1);
  return { kind: "failed", error, wait: Math.max(planned, retryAfterOf(answer, now)), gone };
}

export function failureOf({ code, error }: ReceiverAnswer): Sentence | null {
  if (error !== undefined) return error;
  if (code === undefined) return sentence("noResponse");
  if (successCodes.includes(code)) return null;
  if (code === 410) return sentence("receiverGone");
  if (code === 429) return sentence("receiverSlower");
  if (code >= 300 && code < 400) return sentence("receiverRedirect", { status: code });
  if (code < 300) return sentence("receiverNotCounted", { status: code });
  return sentence("receiverStatus", { status: code });
}

/** Reads seconds, or a date, which is compared with the receiver's own clock if the response has a date of its own. */
function retryAfterOf({ code, headers = {} }: ReceiverAnswer, now: number): number {
  const value = headers["retry-after"]?.trim();
  if ((code !== 429 && code !== 503) || !value) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (timeOf(value) - (timeOf(headers.date) || now)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), longestRetryAfter);
}

/** Accepts HTTP dates only, because `Date.parse` would read "3600.5" as a year. */
function timeOf(value = ""): number {
  return /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN;
}
