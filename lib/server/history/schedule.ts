import "server-only";
import { store } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { modes, summarize } from "../connections.ts";
import { db } from "../db.ts";
import { forgetOldDrafts } from "../desk/drafts.ts";
import { collectHistory } from "./collect.ts";
import type { HistoryPlace } from "./rows.ts";

// Any number that nothing else in this database uses for a lock.
const historyLock = 724_091_140;
const everyMs = 10 * 60_000;
/** A process that is restarted often must not request days after each start. */
const firstMs = 5 * 60_000;
/** The days of a new store, two years of them, must not keep the other stores waiting for an hour. */
const daysInTurn = 10;

/** Collects at intervals, in one process at a time. A job queue would call `collectAll` instead. */
export function startHistory(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout;
  const plan = (afterMs: number) => {
    timer = setTimeout(go, afterMs);
    timer.unref();
  };
  const go = () => {
    running = collectAll(stopping.signal)
      .catch((cause) => log.warn({ err: cause }, "history was not collected"))
      .finally(() => {
        running = null;
        if (!stopping.signal.aborted) plan(everyMs);
      });
  };
  plan(firstMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Every store and mode with a key takes turns. Nothing happens while another process collects. */
export async function collectAll(signal: AbortSignal, options?: Parameters<typeof collectHistory>[2]): Promise<void> {
  const client = await db().$client.connect();
  try {
    // The lock belongs to the connection, so it is released when this process dies.
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [historyLock]);
    if (!rows[0].mine) return;
    try {
      await forgetOldDrafts();
      const open = await everyPlace();
      for (let place = open.shift(); place && !signal.aborted; place = open.shift()) {
        if (await collectHistory(place, signal, { most: daysInTurn, ...options })) open.push(place);
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
  return places.filter((_, at) => keys[at]);
}
