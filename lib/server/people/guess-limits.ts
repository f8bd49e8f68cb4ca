import "server-only";
import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError, type Sentence } from "../../contract/errors.ts";
import { networkOf } from "../../network.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";

// Slows down guessing, by caller and by target, with counts in the database that all processes share.

const limits = {
  "sign-in": { points: 10, duration: 5 * 60 },
  "sign-in-link": { points: 5, duration: 15 * 60 },
  passkey: { points: 60, duration: 5 * 60 },
  setup: { points: 10, duration: 15 * 60 },
  invitation: { points: 20, duration: 15 * 60 },
  invite: { points: 30, duration: 60 * 60 },
  password: { points: 10, duration: 5 * 60 },
  code: { points: 10, duration: 5 * 60 },
  // Each code is valid for at most 90 seconds, and works once.
  "same-code": { points: 1, duration: 2 * 60 },
  reset: { points: 5, duration: 15 * 60 },
  key: { points: 20, duration: 60 * 60 },
  probe: { points: 30, duration: 15 * 60 },
  address: { points: 10, duration: 60 * 60 },
  join: { points: 20, duration: 60 * 60 },
  "join-mail": { points: 3, duration: 60 * 60 },
  portal: { points: 60, duration: 60 },
  challenge: { points: 1, duration: 60 * 60 },
};
export type Guess = keyof typeof limits;

const limiters = new Map<Guess, RateLimiterPostgres>();

function limiter(guess: Guess): RateLimiterPostgres {
  let found = limiters.get(guess);
  if (!found) {
    found = new RateLimiterPostgres({
      storeClient: db().$client,
      storeType: "pool",
      schemaName: "desk",
      tableName: "attempt_limit",
      tableCreated: true,
      keyPrefix: guess,
      ...limits[guess],
    });
    limiters.set(guess, found);
  }
  return found;
}

/** Throws a 429 if there were too many attempts by any of the subjects, such as an address or an email. */
export async function countAttempt(guess: Guess, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    try {
      await limiter(guess).consume(digest(subject));
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      const seconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
      const message = sentence("tooMany", { time: wording(seconds) });
      throw new ApiError(429, "too_many_attempts", message, [], seconds);
    }
  }
}

/** Forgives the address one attempt only, or signing in to one's own account would allow more guesses at others. */
export async function forgiveAttempts(guess: Guess, person: string, address: string): Promise<void> {
  await Promise.all([limiter(guess).delete(digest(person)), limiter(guess).reward(digest(address))]);
}

/** For secrets that only one signed-in person can guess at, such as their own password. */
export async function forgetAttempts(guess: Guess, subject: string): Promise<void> {
  await limiter(guess).delete(digest(subject));
}

/** By whom attempts are counted who is not signed in. */
export const callerNetwork = (headers: Headers): string => networkOf(headers.get("x-client-address") ?? "unknown");

function digest(subject: string): string {
  return createHash("sha256").update(subject.trim().toLowerCase()).digest("base64url");
}

function wording(seconds: number): Sentence {
  if (seconds === 1) return sentence("agoSecond");
  if (seconds < 90) return sentence("agoSeconds", { count: seconds });
  return sentence("agoMinutes", { count: Math.ceil(seconds / 60) });
}
