import type { LiveChange } from "@/lib/contract/desk/live";

/** A null change means that changes were missed. An undefined change only moves the position. */
export type Told = { id: string; change?: LiveChange | null };
export type Stream = { close(): void };

type Options = { url: string; after: string; onTold: (told: Told) => void; onOpen: (open: boolean) => void };

/** The server sends a beat every 20 seconds, so a connection that is silent for this long is dead. */
const silenceMs = 50_000;
const longestWaitMs = 30_000;

/** Reconnects at the last position itself, because the browser's own retries stop after an HTTP error. */
export function openStream({ url, after, onTold, onOpen }: Options): Stream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let last = after;

  const again = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const told = (message: Told) => {
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
