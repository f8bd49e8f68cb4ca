import "server-only";
import { readError } from "../../../contract/read-error.ts";
import { onShutdown } from "../../../shutdown.ts";
import { env } from "../../env.ts";
import type { Connection } from "../connections.ts";
import type { UpstreamResponse } from "../upstream.ts";
import { specifiedLimits } from "./budget.ts";
import { Governor } from "./governor.ts";
import { StoredBudget } from "./stored-budget.ts";

const governors = new Map<string, Governor>();

// A call whose response is not recorded counts as open for minutes, and keeps other processes waiting.
onShutdown(() => Promise.all([...governors.values()].map((governor) => governor.drain())));

/** Null for the embedded services, which do not limit the dashboard's own calls. */
export function governorOf(connection: Connection): Governor | null {
  if (connection.embedded) return null;
  const { holder } = connection;
  let governor = governors.get(holder);
  if (!governor) {
    const stated = connection.api === "checkout" ? env().CHECKOUT_API_LIMITS : env().AFFILIATE_API_LIMITS;
    governor = new Governor(new StoredBudget(holder), stated ?? specifiedLimits);
    governors.set(holder, governor);
  }
  return governor;
}

export async function observeRate(governor: Governor, response: UpstreamResponse): Promise<void> {
  if (response.status === 429) await governor.freeze(retryAfter(response));
  const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN);
  const [remaining, limit] = [number("x-ratelimit-remaining"), number("x-ratelimit-limit")];
  const resetAt = readReset(response.headers.get("x-ratelimit-reset"));
  if (!Number.isFinite(remaining) || resetAt === null) return;
  await governor.observe({ remaining, resetAt, limit: Number.isFinite(limit) ? limit : undefined });
}

/** Epoch seconds, epoch milliseconds or seconds from now: the specification does not say which. */
export function readReset(value: string | null, now = Date.now()): number | null {
  const number = Number(value ?? Number.NaN);
  if (!Number.isFinite(number) || number < 0) return null;
  if (number > 1e11) return number;
  return number > 1e8 ? number * 1000 : now + number * 1000;
}

export function retryAfter(response: UpstreamResponse): number {
  return readError(429, response.body, response.headers.get("retry-after")).retryAfter ?? 60;
}

/** Keeps only numbers, so that an API that repeats the key in a header cannot leak it to the browser. */
export function rateHeaders(headers: Headers): Record<string, string> {
  const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
  const found = names.map((name) => [name, headers.get(name) ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => /^\d{1,16}(\.\d{1,6})?$/.test(value)));
}
