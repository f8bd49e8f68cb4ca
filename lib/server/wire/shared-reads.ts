import "server-only";
import { writeCount } from "./governor/stored-budget.ts";
import type { UpstreamResponse } from "./upstream.ts";

// Screens share reads: identical reads at about the same time are one call, and if the rate limit leaves no room, a
// response of a moment ago replaces a wait. A response from before a write is never returned after it, in any process.

type Remembered = { response: UpstreamResponse; at: number };

export type SharedRead = {
  holder: string;
  /** The number of writes with this key when the read began, if it was counted. */
  writes?: number | null;
  question: string;
  /** True for a screen's read. Code that decides something by the response never shares one. */
  screen: boolean;
  /** True for a read that no person caused, such as that of a screen that refreshes. */
  quiet: boolean;
  /** How many milliseconds a separate call would wait. */
  wait: () => number;
  send: () => Promise<UpstreamResponse>;
};

type Options = { writeCount: (holder: string) => Promise<number>; now?: () => number };

/** When something changes, the screens of many people read again at once; one response serves all of them. */
const freshMs = 1_000;
const staleMs = 60_000;
const tooLongToWait = 500;
const mostRemembered = 200;
const largestRemembered = 200_000;

export class Reads {
  private readonly inFlight = new Map<string, Promise<UpstreamResponse>>();
  private readonly memory = new Map<string, Remembered>();
  private readonly writeCount: (holder: string) => Promise<number>;
  private readonly now: () => number;

  constructor({ writeCount, now = () => performance.now() }: Options) {
    this.writeCount = writeCount;
    this.now = now;
  }

  /** `age` is in seconds; 0 means that the response is not a cached one. */
  async read(read: SharedRead): Promise<{ response: UpstreamResponse; age: number }> {
    if (!read.screen) return { response: await read.send(), age: 0 };
    const key = `${read.holder} ${read.writes ?? (await this.writeCount(read.holder))} ${read.question}`;
    const known = this.memory.get(key);
    const age = known ? this.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && read.quiet && age <= freshMs) return { response: known.response, age: 0 };
    const call = this.joined(key, read) ?? this.start(key, read);
    if (known && age <= staleMs && read.wait() > tooLongToWait) {
      // The call continues for the next reader.
      call.catch(() => {});
      return { response: known.response, age: Math.ceil(age / 1000) };
    }
    return { response: await call, age: 0 };
  }

  /** A person's read never joins a call that gives way to people. */
  private joined(key: string, { quiet }: SharedRead): Promise<UpstreamResponse> | undefined {
    return this.inFlight.get(`visible ${key}`) ?? (quiet ? this.inFlight.get(`quiet ${key}`) : undefined);
  }

  private start(key: string, { quiet, send }: SharedRead): Promise<UpstreamResponse> {
    const name = `${quiet ? "quiet" : "visible"} ${key}`;
    const started = send()
      .then((response) => {
        if (response.status < 400 && response.size <= largestRemembered) this.remember(key, response);
        return response;
      })
      .finally(() => this.inFlight.delete(name));
    this.inFlight.set(name, started);
    return started;
  }

  private remember(key: string, response: UpstreamResponse): void {
    this.memory.delete(key);
    this.memory.set(key, { response, at: this.now() });
    for (const oldest of this.memory.keys()) {
      if (this.memory.size <= mostRemembered) break;
      this.memory.delete(oldest);
    }
  }
}

export const reads = new Reads({ writeCount });
