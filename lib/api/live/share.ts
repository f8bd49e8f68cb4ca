import type { LiveChange } from "@/lib/contract/desk/live";
import { tabId } from "../send";

type Options = {
  name: string;
  url: string;
  after: string;
  onTold: (told: SharedMessage) => void;
  onOpen: (open: boolean) => void;
};
type Word = { told: SharedMessage; to?: string } | { asks: string; tab: string } | { open: boolean };

const mostKept = 200;

// All tabs of a browser with the same store and mode share a connection: the tab with the lock listens for the others.
// Without locks, as on a plain http address, each tab listens for itself.
export function shareStream({ name, url, after, onTold, onOpen }: Options) {
  const shared = typeof BroadcastChannel === "function" && "locks" in navigator;
  let last = after;
  let kept: string[] = [after];
  let messages: SharedMessage[] = [];
  let channel: BroadcastChannel | undefined;
  let waiting: AbortController | undefined;
  let stop: (() => void) | undefined;

  const post = (word: Word) => channel?.postMessage(word);

  const hear = (told: SharedMessage) => {
    if (kept.includes(told.id)) return;
    last = told.id;
    // After a gap, earlier positions are useless.
    kept = told.change === null ? [told.id] : [...kept, told.id].slice(-mostKept);
    messages = [...messages, told].slice(-mostKept);
    onTold(told);
  };

  /** Another tab may have missed messages while it was asleep or loading. */
  const answer = (asks: string, to: string) => {
    const at = kept.indexOf(asks);
    if (at < 0) return post({ told: { id: last, change: null }, to });
    const missed = new Set(kept.slice(at + 1));
    for (const told of messages) if (missed.has(told.id)) post({ told, to });
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      const stream = openStream({
        url,
        after: last,
        onTold(told) {
          hear(told);
          post({ told });
        },
        onOpen(open) {
          onOpen(open);
          post({ open });
        },
      });
      stop = () => {
        stream.close();
        resolve();
      };
    });

  return {
    join() {
      if (channel || stop) return;
      if (!shared) return void lead();
      channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<Word>) => {
        if ("told" in data) {
          if (data.to === undefined || data.to === tabId) hear(data.told);
        } else if ("open" in data) onOpen(data.open);
        else if (stop) answer(data.asks, data.tab);
      };
      waiting = new AbortController();
      const { signal } = waiting;
      navigator.locks.request(name, { signal }, () => (signal.aborted ? undefined : lead())).catch(() => {});
      post({ asks: last, tab: tabId });
    },
    leave() {
      waiting?.abort();
      stop?.();
      stop = undefined;
      channel?.close();
      channel = undefined;
    },
  };
}

/** A null change means that changes were missed. An undefined change only moves the position. */
export type SharedMessage = { id: string; change?: LiveChange | null };
export type Stream = { close(): void };

/** The server sends a beat every 20 seconds, so a connection that is silent for this long is dead. */
const silenceMs = 50_000;
const longestWaitMs = 30_000;

/** Reconnects at the last position itself, because the browser's own retries stop after an HTTP error. */
function openStream({ url, after, onTold, onOpen }: Omit<Options, "name">): Stream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let last = after;

  const again = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const told = (message: SharedMessage) => {
    last = message.id;
    again(silenceMs);
    onTold(message);
  };
  const open = () => {
    source?.close();
    const own = new EventSource(`${url}?after=${encodeURIComponent(last)}`);
    source = own;
    own.onopen = () => {
      failures = 0;
      again(silenceMs);
      onOpen(true);
    };
    own.onerror = () => {
      own.close();
      onOpen(false);
      again(Math.min(1_000 * 2 ** failures++, longestWaitMs) * (0.5 + Math.random() / 2));
    };
    own.addEventListener("change", ({ data, lastEventId }) => told({ id: lastEventId, change: JSON.parse(data) }));
    own.addEventListener("resync", ({ lastEventId }) => told({ id: lastEventId, change: null }));
    own.addEventListener("beat", ({ lastEventId }) => told({ id: lastEventId }));
    // The person signed out or left the store, which their next action will show.
    own.addEventListener("end", close);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  open();
  return { close };
}
