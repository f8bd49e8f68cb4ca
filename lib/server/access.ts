import "server-only";
import { eq, sql } from "drizzle-orm";
import type { NamedOperation } from "../contract/define.ts";
import { keyAccess } from "../database/schema/desk.ts";
import { log } from "../log.ts";
import type { Connection } from "./connections.ts";
import { db } from "./db.ts";
import { holderOf } from "./governor/of.ts";

// What a stored key may do is learned from answers: no API has an operation that tells.

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

/** What this process wrote last, by holder, resource and action: the same again is not written within the hour. */
const known = new Map<string, { works: boolean; at: number }>();
let waiting = new Map<string, Sighting>();
let timer: NodeJS.Timeout | undefined;
let flushing = Promise.resolve();

/** True or false where a status tells whether the key may; null where it tells neither. */
export function mayBy(status: number): boolean | null {
  if (status >= 200 && status < 300) return true;
  return status === 403 ? false : null;
}

/** Costs a look into a map; what is new is written down a moment later. */
export function noteAccess(
  connection: Connection,
  { resource, operation }: NamedOperation,
  status: number,
  source: Source,
): void {
  const works = mayBy(status);
  if (works === null) return;
  const holder = holderOf(connection);
  const action = operation.method === "GET" ? "read" : "write";
  const name = `${holder} ${resource} ${action}`;
  const now = Date.now();
  const before = known.get(name);
  if (source === "use" && before?.works === works && now - before.at < hour) return;
  if (known.size >= maxKnown) known.clear();
  known.set(name, { works, at: now });
  waiting.set(name, { holder, resource, action, works, source, at: new Date(now) });
  timer ??= setTimeout(() => void flushAccess(), 1_000).unref();
}

/** One behind the other: who waits for this waits for what was under way already, too. */
export function flushAccess(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  flushing = flushing.then(write);
  return flushing;
}

async function write(): Promise<void> {
  // In one order, so that processes that write at once do not wait for each other in a circle.
  const rows = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  waiting = new Map();
  if (rows.length === 0) return;
  try {
    const { holder, resource, action, at } = keyAccess;
    await db()
      .insert(keyAccess)
      .values(rows)
      .onConflictDoUpdate({
        target: [holder, resource, action],
        set: { works: sql`excluded.works`, source: sql`excluded.source`, at: sql`excluded.at` },
        // Of two processes the one that asked later knows better.
        setWhere: sql`${at} <= excluded.at`,
      });
  } catch (err) {
    if (!db().$client.ended) log.warn({ err }, "could not note what a key may do");
  }
}

export async function readAccess(connection: Connection): Promise<Sighting[]> {
  await flushAccess();
  return db()
    .select()
    .from(keyAccess)
    .where(eq(keyAccess.holder, holderOf(connection)));
}

/** Of a key that is stored no longer. */
export async function forgetAccess(connection: Connection): Promise<void> {
  await flushAccess();
  await db()
    .delete(keyAccess)
    .where(eq(keyAccess.holder, holderOf(connection)));
}
