import { setTimeout as sleep } from "node:timers/promises";

const tries = 5;

/** Waits if the API says so, and retries calls without a response, as a shop should. */
export class Client {
  failure: string | undefined;
  limited = 0;
  /** The duration of each call, by its path. */
  readonly took: Record<string, number[]> = {};
  readonly #origin: string;
  readonly #base: string;
  readonly #key: string;
  readonly #signal: AbortSignal;
  #waitUntil = 0;

  constructor(origin: string, api: "checkout" | "affiliate", key: string, signal: AbortSignal) {
    this.#origin = origin;
    this.#base = `${origin}/services/${api}/storefront/v1`;
    this.#key = key;
    this.#signal = signal;
  }

  /** A call with a body is a POST. Undefined if the call failed for good. A conflict is an answer where it is expected. */
  async call<T>(path: string, body?: object, mayConflict = false): Promise<T | undefined> {
    const name = path.split(/\?|\/tkt_/)[0] as string;
    let failure = "";
    for (let attempt = 0; attempt < tries && this.failure === undefined; ) {
      const wait = this.#waitUntil - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal: this.#signal }).catch(() => {});
      const began = performance.now();
      try {
        const response = await fetch(this.#base + path, {
          headers: { authorization: `Bearer ${this.#key}`, ...(body && { "content-type": "application/json" }) },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(30_000),
        });
        const answer = (await response.json()) as T & { error?: { message?: string } };
        this.took[name] ??= [];
        this.took[name].push(performance.now() - began);
        if (response.ok || (mayConflict && response.status === 409)) return answer;
        failure = `${name} answered ${response.status}: ${answer?.error?.message ?? "no reason given"}`;
        if (response.status === 429) {
          this.limited++;
          const seconds = Number(response.headers.get("retry-after")) || 1;
          this.#waitUntil = Math.max(this.#waitUntil, performance.now() + seconds * 1000);
          // A stopped run does not wait for the end of the minute.
          if (this.#signal.aborted) return undefined;
          continue;
        }
        if (response.status < 500) break;
      } catch (cause) {
        failure = `${this.#origin} does not answer: ${reasonOf(cause)}`;
      }
      attempt++;
      await sleep(100 * 2 ** attempt);
    }
    this.failure ??= failure;
    return undefined;
  }
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: unknown }).cause ?? cause;
  return (inner as { code?: string }).code ?? (inner instanceof Error ? inner.message : String(inner));
}
