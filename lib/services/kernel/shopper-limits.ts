import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../../contract/errors.ts";
import { perProcess } from "../../per-process.ts";

/** Many shoppers of a mobile network share one address. */
const ceilings = {
  address: { perSecond: 100, perMinute: 3_000 },
  visitor: { perSecond: 20, perMinute: 300 },
};
type Ceiling = keyof typeof ceilings;

const limiters = perProcess("ceilings", () => new Map<Ceiling, RateLimiterMemory[]>());

function limitersOf(ceiling: Ceiling): RateLimiterMemory[] {
  const { perSecond, perMinute } = ceilings[ceiling];
  const found = limiters.get(ceiling) ?? [
    new RateLimiterMemory({ points: perSecond, duration: 1 }),
    new RateLimiterMemory({ points: perMinute, duration: 60 }),
  ];
  limiters.set(ceiling, found);
  return found;
}

/** A publishable key is public, so one visitor must not use up what all shoppers share. Each process counts alone. */
export async function requireRoom(ceiling: Ceiling, key: string, caller: string): Promise<void> {
  const name = createHash("sha256").update(`${key} ${caller}`).digest("base64");
  for (const limiter of limitersOf(ceiling)) {
    try {
      await limiter.consume(name);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      const message = `Too many requests from one ${ceiling}. Try again in ${wait} seconds.`;
      const error = new ApiError(429, "rate_limited", message, [], wait);
      error.headers = { "Retry-After": String(wait) };
      throw error;
    }
  }
}
