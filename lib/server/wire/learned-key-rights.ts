import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Method } from "../../contract/define.ts";
import { keyAccess } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { onShutdown } from "../../shutdown.ts";
import { db, type StoreMode } from "../db.ts";
import { notifyLive, type StoreChange } from "../notify.ts";
import type { Connection } from "./connections.ts";

// What a stored key may do is learned from responses, because no API has an operation that reports it.

type Source = "probe" | "use";
type Sighting = {
  holder: string;
  resource: string;
  action: "read" | "write";
  works: boolean;
  source: Source;
  at: Date;
};

const hour = 60 * 60 * 1000;
const maxKnown = 10_000;
const gatherMs = 200;

/** Observations that were written within the last hour are not written again. */
const known = new Map<string, { works: boolean; at: number }>();
let waiting = new Map<string, { row: Sighting; storeMode: StoreMode }>();
let timer: NodeJS.Timeout | undefined;
let flushing = Promise.resolve();

onShutdown(flushAccess);

/** Null if the status shows neither that the key may call the operation nor that it may not. */
export function mayBy(status: number): boolean | null {
  if (status >= 200 && status < 300) return true;
  return status === 403 ? false : null;
}

/** Notes what a response shows about a key, at the cost of a map look-up; it is written a moment later. */
export function noteAccess(
  connection: Connection,
  resource: string,
  method: Method,
  status: number,
  source: Source,
): void {
  const works = mayBy(status);
  if (works === null) return;
  const holder = connection.holder;
  const action = method === "GET" ? "read" : "write";
  const name = `${holder} ${resource} ${action}`;
  const now = Date.now();
  const before = known.get(name);
  if (source === "use" && before?.works === works && now - before.at < hour) return;
  if (known.size >= maxKnown) known.clear();
  known.set(name, { works, at: now });
  const { storeId, mode } = connection;
  const row = { holder, resource, action, works, source, at: new Date(now) } as const;
  waiting.set(name, { row, storeMode: { storeId, mode } });
  timer ??= setTimeout(() => void flushAccess(), gatherMs).unref();
}

/** Writes run one after the other, so waiting for this one includes those in progress. */
export function flushAccess(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  flushing = flushing.then(write);
  return flushing;
}

async function write(): Promise<void> {
  // Sorted, so that processes that write at once cannot deadlock.
  const sightings = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting);
  waiting = new Map();
  if (sightings.length === 0) return;
  try {
    const { holder, resource, action, at } = keyAccess;
    await db().transaction(async (tx) => {
      await tx
        .insert(keyAccess)
        .values(sightings.map(({ row }) => row))
        .onConflictDoUpdate({
          target: [holder, resource, action],
          set: { works: sql`excluded.works`, source: sql`excluded.source`, at: sql`excluded.at` },
          setWhere: sql`${at} <= excluded.at`,
        });
      await notifyLive(tx, ...changesIn(sightings.map(({ storeMode }) => storeMode)));
    });
  } catch (err) {
    if (!db().$client.ended) log.warn({ err }, "could not note what a key may do");
  }
}

function changesIn(storeModes: readonly StoreMode[]): StoreChange[] {
  const byName = new Map(storeModes.map((storeMode) => [`${storeMode.storeId}/${storeMode.mode}`, storeMode]));
  return [...byName.values()].map(({ storeId: store, mode }) => {
    return { store, mode, api: "desk", resource: "connections", event: true };
  });
}

export async function readAccess(connection: Connection): Promise<Sighting[]> {
  await flushAccess();
  return db().select().from(keyAccess).where(eq(keyAccess.holder, connection.holder));
}

export async function forgetAccess(connection: Connection): Promise<void> {
  await flushAccess();
  await db().delete(keyAccess).where(eq(keyAccess.holder, connection.holder));
}
