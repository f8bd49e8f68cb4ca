import type { ShopStorage } from "./storage.ts";

export type ShopEvent = { id: string; type: string; occurred_at: string; visitor_id?: string | undefined } & Record<
  string,
  unknown
>;

const most = 200;
const perBatch = 50;
const longestPauseMs = 300_000;
const timeOutMs = 10_000;
/** The first to go when the outbox is full. */
const light = /^(visit|offer\.shown|experiment)/;

/** Events wait here until the service has acknowledged or rejected them. Each has an id, so sending it twice counts once. */
export function createOutbox(url: string, storage: Pick<ShopStorage, "put" | "drop" | "list">) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waiting = () =>
    storage
      .list<ShopEvent>("event:")
      .map(([, event]) => event)
      .sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
  const nextBatch = () => waiting().slice(0, perBatch);
  const drop = ({ id }: Pick<ShopEvent, "id">) => storage.drop(`event:${id}`);
  const bodyOf = (events: ShopEvent[]) => JSON.stringify({ events });

  function add(event: ShopEvent): void {
    const full = waiting();
    const spare = full.length < most ? undefined : (full.find(({ type }) => light.test(type)) ?? full[0]);
    if (spare) drop(spare);
    storage.put(`event:${event.id}`, event);
    if (!failures) flushIn(300);
  }

  function flushIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  async function flush(): Promise<void> {
    if (!waiting()[0]) return;
    try {
      const sent = await (navigator.locks?.request(url, { ifAvailable: true }, (lock) => lock && send()) ?? send());
      failures = sent ? 0 : failures + 1;
      if (!sent) flushIn(Math.min(longestPauseMs, 1000 * 2 ** failures) * (0.5 + Math.random()));
    } catch {
      flushIn(longestPauseMs);
    }
  }

  async function send(): Promise<boolean> {
    for (let batch = nextBatch(); batch[0]; batch = nextBatch()) {
      if (!(await isJudged(batch))) return false;
      batch.forEach(drop);
    }
    return true;
  }

  async function isJudged(batch: ShopEvent[]): Promise<boolean> {
    try {
      const response = await fetch(url, {
        signal: AbortSignal.timeout?.(timeOutMs),
        method: "POST",
        body: bodyOf(batch),
        keepalive: true,
      });
      // A network that wants a sign-in first answers with a page of its own.
      return response.ok ? !!(await response.json()).data : response.status === 400;
    } catch {
      return false;
    }
  }

  addEventListener("pagehide", () => {
    const batch = nextBatch();
    if (batch[0]) navigator.sendBeacon(url, bodyOf(batch));
  });
  addEventListener("online", flush);
  flushIn(300);
  return { add };
}
