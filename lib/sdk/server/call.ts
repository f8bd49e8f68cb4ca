import { ShopError } from "./error.ts";
import type { FieldError } from "./types.ts";

const firstPauseMs = 250;
/** A shop waits no longer for the service to have room again. */
const longestPauseMs = 30_000;

type Limits = { timeoutMs?: number | undefined; tries?: number | undefined };

/** For calls that change the same thing once, however often they are sent. */
export async function call<T>(address: string, request: RequestInit, limits: Limits): Promise<T> {
  const { timeoutMs = 5_000, tries = 4 } = limits;
  for (let attempt = 1; ; attempt++) {
    try {
      return await once<T>(address, request, timeoutMs);
    } catch (error) {
      const pause = attempt < triesFor(error, tries) ? pauseAfter(error, attempt) : null;
      if (pause === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Whether the same call may succeed later. The last one is Stripe’s, whose first call with the key still runs. */
export const mayPass = ({ status, code }: ShopError): boolean =>
  status === 0 || status === 429 || status >= 500 || code === "idempotency_key_in_use";

/** Of many calls at once, each has its turn sooner or later. */
const triesFor = (error: unknown, tries: number) =>
  error instanceof ShopError && error.status === 429 && tries > 1 ? 2 * tries : tries;

function pauseAfter(error: unknown, attempt: number): number | null {
  if (!(error instanceof ShopError) || !mayPass(error)) return null;
  const { retryAfter = 0 } = error;
  const pause = retryAfter * 1000 + firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
  return pause > longestPauseMs ? null : pause;
}

async function once<T>(address: string, request: RequestInit, timeoutMs: number): Promise<T> {
  const { origin, pathname } = new URL(address);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { ...request, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    text = await response.text();
  } catch (cause) {
    if (cause instanceof Error && cause.name === "TimeoutError")
      throw new ShopError(0, "time_out", `${origin} did not respond to ${pathname} within ${timeoutMs} ms.`);
    throw new ShopError(0, "network_error", `${origin} could not be reached for ${pathname}.`);
  }
  const body = readJson(text);
  if (response.ok && body) return body as T;
  const { headers, status } = response;
  const sentence = `${origin} responded to ${pathname} with status ${status} and no JSON.`;
  const { type, code = type ?? "invalid_response", message = sentence, param, details } = body?.error ?? {};
  throw new ShopError(response.ok ? 502 : status, code, message, {
    requestId: headers.get("x-request-id") ?? headers.get("request-id") ?? undefined,
    details: details ?? (param === undefined ? undefined : [{ field: param, message }]),
    // Stripe says so if the same call will fail again.
    retryAfter: headers.get("stripe-should-retry") === "false" ? Infinity : Number(headers.get("retry-after")) || 0,
  });
}

/** Cartwright’s errors have `details`, and Stripe’s a `type` and sometimes a `param`. */
type Body = { error?: { code?: string; type?: string; message?: string; param?: string; details?: FieldError[] } };

function readJson(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
