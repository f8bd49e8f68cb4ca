import "server-only";
import { writeCount } from "./governor/stored.ts";
import type { UpstreamResponse } from "./upstream.ts";

// What was just read is shared: identical reads at about one time are one call, and where the limits leave no room an
// answer of a moment ago is better than a wait. No answer from before a write is ever given after it, in any process.

type Remembered = { response: UpstreamResponse; at: number };

export type SharedRead = {
  /** What pays for the call. */
  holder: string;
  /** What is asked: the path with its query. */
  question: string;
  /** Asked by a screen, for which what was read a while ago is better than a wait. */
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
    const key = `${read.holder} ${await this.writeCount(read.holder)} ${read.question}`;
    const known = read.screen ? this.memory.get(key) : undefined;
    const age = known ? this.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && read.quiet && age <= freshMs) return { response: known.response, age: 0 };
    const call = this.inFlight.get(key) ?? this.start(key, read);
    if (known && age <= staleMs && read.wait() > tooLongToWait) {
      // The call goes on, for whoever asks next.
      call.catch(() => {});
      return { response: known.response, age: Math.ceil(age / 1000) };
    }
    return { response: await call, age: 0 };
  }

  private start(key: string, { send }: SharedRead): Promise<UpstreamResponse> {
    const started = send()
      .then((response) => {
        if (response.status < 400 && response.size <= largestRemembered) this.remember(key, response);
        return response;
      })
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, started);
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
