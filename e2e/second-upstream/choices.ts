import type { Limits } from "./limits.ts";

/** What the specifications leave open, as this implementation chose it. */
export type Choices = {
  /** Lists of the checkout API: as specified, or as `{data}`, `{upsells}` or a bare array, without a total unless `totals` is set. */
  lists: "specified" | "data" | "named" | "bare";
  /** “specified” includes a header of the affiliate API's own; with the others both APIs accept a key only in that form. */
  keys: "specified" | "bearer" | "x-api-key" | "bare";
  /** The field beside the rows, or the header, in which lists of another form have their total. */
  totals: "totalCount" | "total_count" | "count" | "X-Total-Count" | null;
  /** The unit of X-RateLimit-Reset. */
  reset: "delta" | "seconds" | "milliseconds";
  /** The fields of a payout in responses: all, all but its texts, or only ID, affiliate, amount, status and time. */
  payouts: "whole" | "unmarked" | "bare";
  /** The form of errors; “own” is each API's own. */
  errors: "own" | "texts" | "entries" | "problem" | "json-api" | "fastapi" | "text";
  /** Whether a payout is made once for each Idempotency-Key. */
  idempotent: boolean;
  checkoutLimits: Limits | null;
  affiliateLimits: Limits | null;
};
