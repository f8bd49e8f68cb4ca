import "server-only";
import { store } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { modes, summarize } from "../connections.ts";
import { db } from "../db.ts";
import { forgetOldDrafts } from "../desk/drafts.ts";
import { collectHistory, type HistoryPlace } from "./collect.ts";

// Any number that nothing else in this database locks on.
const historyLock = 724_091_140;
const everyMs = 10 * 60_000;
/** A process that is started again and again must not ask again and again. */
const firstMs = 5 * 60_000;
/** A new store with a year to read must not keep the others waiting for twenty minutes. */
const daysInTurn = 10;

const wanted: HistoryPlace[] = [];
let hurry = () => {};

/** Somebody looks at days that are not there: they come first, and now, unless a round was just done. */
export function wantHistory(place: HistoryPlace): void {
  if (!wanted.some((one) => isSame(one, place))) wanted.push(place);
  hurry();
}

/** Collects now and then, in one process of all. The seam for a job queue: it would call `collectAll` instead. */
export function startHistory(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let begun = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout;
  const plan = (afterMs: number) => {
    timer = setTimeout(go, afterMs);
    timer.unref();
  };
  const go = () => {
    begun = performance.now();
    running = collectAll(stopping.signal)
      .catch((cause) => log.warn({ err: cause }, "history was not collected"))
      .finally(() => {
        running = null;
        if (!stopping.signal.aborted) plan(everyMs);
      });
  };
  plan(firstMs);
  hurry = () => {
    if (running || stopping.signal.aborted || performance.now() - begun < everyMs) return;
    clearTimeout(timer);
    go();
  };
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Every store and mode that has a key, by turns; nothing where another process is at it. */
export async function collectAll(signal: AbortSignal, options?: Parameters<typeof collectHistory>[2]): Promise<void> {
  const client = await db().$client.connect();
  try {
    // Held by the connection, so that it is free again when this process dies.
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [historyLock]);
    if (!rows[0].mine) return;
    try {
      await forgetOldDrafts();
      const open = await everyPlace();
      for (let place = open.shift(); place && !signal.aborted; place = open.shift()) {
        if (await collectHistory(place, signal, { most: daysInTurn, ...options })) open.push(place);
        for (const first of wanted.splice(0)) {
          const at = open.findIndex((one) => isSame(one, first));
          if (at >= 0) open.splice(at, 1);
          open.unshift(first);
        }
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [historyLock]);
    }
  } finally {
    client.release();
  }
}

async function everyPlace(): Promise<HistoryPlace[]> {
  const stores = await db().select().from(store);
  const places = stores.flatMap((each) => modes.map((mode) => ({ store: each, mode })));
  const keys = await Promise.all(
    places.map(async ({ store: { id }, mode }) => (await summarize({ storeId: id, mode, api: "checkout" })).key),
  );
  const first = wanted.splice(0);
  const others = places.filter((place, at) => keys[at] && !first.some((one) => isSame(one, place)));
  return [...first, ...others];
}

const isSame = (a: HistoryPlace, b: HistoryPlace) => a.store.id === b.store.id && a.mode === b.mode;
