import { setTimeout as sleep } from "node:timers/promises";

const base = "/services/checkout/storefront/v1";
const tries = 5;

export class Tally {
  sent = 0;
  accepted = 0;
  duplicate = 0;
  rejected = 0;
  limited = 0;
  readonly reasons = new Set<string>();
  readonly took: Record<"offers" | "events", number[]> = { offers: [], events: [] };
}

export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const time = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
    return time === undefined ? "–" : `${time.toFixed(1)} ms`;
  };
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

/** Waits if the API says so, and retries calls without a response, as a shop should. */
export class Client {
  failure: string | undefined;
  readonly #origin: string;
  readonly #key: string;
  readonly #tally: Tally;
  readonly #signal: AbortSignal;
  #waitUntil = 0;

  constructor(origin: string, key: string, tally: Tally, signal: AbortSignal) {
    this.#origin = origin;
    this.#key = key;
    this.#tally = tally;
    this.#signal = signal;
  }

  async get<T>(path: string): Promise<T | undefined> {
    return (await this.#call("offers", path)) as T | undefined;
  }

  async post(events: readonly unknown[]): Promise<void> {
    const answer = (await this.#call("events", "/events", JSON.stringify({ events }))) as Outcomes | undefined;
    if (!answer) return;
    this.#tally.sent += events.length;
    this.#tally.accepted += answer.accepted;
    this.#tally.duplicate += answer.duplicates;
    this.#tally.rejected += answer.rejected;
    for (const { errors = [] } of answer.data) {
      for (const { field, message } of errors) {
        if (this.#tally.reasons.size < 5) this.#tally.reasons.add(`${field}: ${message}`);
      }
    }
  }

  async #call(kind: "offers" | "events", path: string, body?: string): Promise<unknown> {
    let failure = "";
    for (let attempt = 0; attempt < tries && this.failure === undefined; ) {
      const wait = this.#waitUntil - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal: this.#signal }).catch(() => {});
      const began = performance.now();
      try {
        const response = await fetch(this.#origin + base + path, {
          headers: { authorization: `Bearer ${this.#key}`, ...(body && { "content-type": "application/json" }) },
          ...(body !== undefined && { method: "POST", body }),
          signal: AbortSignal.timeout(30_000),
        });
        const answer: unknown = await response.json();
        this.#tally.took[kind].push(performance.now() - began);
        if (response.ok) return answer;
        failure = `${path.split("?")[0]} answered ${response.status}: ${messageOf(answer)}`;
        if (response.status === 429) {
          this.#tally.limited++;
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

type Outcomes = {
  data: { errors?: { field: string; message: string }[] }[];
  accepted: number;
  duplicates: number;
  rejected: number;
};

function messageOf(answer: unknown): string {
  return (answer as { error?: { message?: string } })?.error?.message ?? "no reason given";
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: unknown }).cause ?? cause;
  return (inner as { code?: string }).code ?? (inner instanceof Error ? inner.message : String(inner));
}
