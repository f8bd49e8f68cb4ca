import "server-only";
import { writeCount } from "./governor/stored.ts";
import type { UpstreamResponse } from "./upstream.ts";

// What screens read is shared: identical reads at about one time are one call, and where the limits leave no room an
// answer of a moment ago is better than a wait. No answer from before a write is ever given after it, in any process.

type Remembered = { response: UpstreamResponse; at: number };

export type SharedRead = {
  /** What pays for the call. */
  holder: string;
  /** The writes that had gone through it when this was asked, where they were counted then. */
  writes?: number | null;
  /** What is asked: the path with its query. */
  question: string;
  /** Asked by a screen. Who decides something by the answer shares nobody's. */
  screen: boolean;
  /** Asked by a screen by itself, and by others at the same time. */
  quiet: boolean;
  /** A call by itself would wait this long, in milliseconds. */
  wait: () => number;
  send: () => Promise<UpstreamResponse>;
};

type Options = { writeCount: (holder: string) => Promise<number>; now?: () => number };

/** The screens of many people read anew together when something changes: one answer is for all of them. */
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

  /** The answer, and its age in seconds where it is an old one. */
  async read(read: SharedRead): Promise<{ response: UpstreamResponse; age: number }> {
    if (!read.screen) return { response: await read.send(), age: 0 };
    const key = `${read.holder} ${read.writes ?? (await this.writeCount(read.holder))} ${read.question}`;
    const known = this.memory.get(key);
    const age = known ? this.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && read.quiet && age <= freshMs) return { response: known.response, age: 0 };
    const call = this.joined(key, read) ?? this.start(key, read);
    if (known && age <= staleMs && read.wait() > tooLongToWait) {
      // The call goes on, for whoever asks next.
      call.catch(() => {});
      return { response: known.response, age: Math.ceil(age / 1000) };
    }
    return { response: await call, age: 0 };
  }

  /** Who is waited for joins nobody who gives way to others. */
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
