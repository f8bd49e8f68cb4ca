import "server-only";
import { writeCount } from "./governor/stored.ts";
import type { UpstreamResponse } from "./upstream.ts";

// What was just read is shared: identical reads at one time are one call, and where the limits leave no room an answer
// of a moment ago is better than a wait. No answer from before a write is ever given after it, in any process.

type Remembered = { response: UpstreamResponse; at: number };

export type SharedRead = {
  /** What pays for the call. */
  holder: string;
  /** What is asked: the path with its query. */
  question: string;
  /** A call by itself would wait this long, in milliseconds. */
  wait: () => number;
  send: () => Promise<UpstreamResponse>;
};

const staleMs = 60_000;
const tooLongToWait = 500;
const mostRemembered = 200;
const largestRemembered = 200_000;

const inFlight = new Map<string, Promise<UpstreamResponse>>();
const memory = new Map<string, Remembered>();

/** The answer, and its age in seconds where it is an old one. */
export async function readShared(read: SharedRead): Promise<{ response: UpstreamResponse; age: number }> {
  const key = `${read.holder} ${await writeCount(read.holder)} ${read.question}`;
  const known = memory.get(key);
  const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
  const call = inFlight.get(key) ?? start(key, read);
  if (known && age <= staleMs && read.wait() > tooLongToWait) {
    // The call goes on, for whoever asks next.
    call.catch(() => {});
    return { response: known.response, age: Math.ceil(age / 1000) };
  }
  return { response: await call, age: 0 };
}

function start(key: string, { send }: SharedRead): Promise<UpstreamResponse> {
  const started = send()
    .then((response) => {
      if (response.status < 400 && response.size <= largestRemembered) remember(key, response);
      return response;
    })
    .finally(() => inFlight.delete(key));
  inFlight.set(key, started);
  return started;
}

function remember(key: string, response: UpstreamResponse): void {
  memory.delete(key);
  memory.set(key, { response, at: performance.now() });
  for (const oldest of memory.keys()) {
    if (memory.size <= mostRemembered) break;
    memory.delete(oldest);
  }
}
