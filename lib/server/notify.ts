import "server-only";
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { LiveChange } from "../contract/desk/live.ts";
import { log } from "../log.ts";
import { db, type Executor, type StoreMode } from "./db.ts";

export const liveChannel = "desk_live";

/** A null mode means both modes. */
export type StoreChange = LiveChange & { store: string; mode: StoreMode["mode"] | null };
export type Message = StoreChange & { id: string };

const longestRecord = 200;

/** Notifies all open screens of all processes. In a transaction, the message is sent when it commits. */
export async function notifyLive(executor: Executor, ...changes: readonly StoreChange[]): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map((change) => JSON.stringify(toMessage(change)));
  await executor.execute(
    sql`select pg_notify(${liveChannel}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) payload`,
  );
}

/** For changes that are done already: a failed notification must not make them fail. */
export async function tellLive(...changes: readonly StoreChange[]): Promise<void> {
  await notifyLive(db(), ...changes).catch((cause) => log.warn({ err: cause }, "screens were not told of a change"));
}

/** Shortens the message far below the 8,000 bytes of a notification, however long the record's id is. */
function toMessage({ record, ...change }: StoreChange): Message {
  const id = randomBytes(9).toString("base64url");
  return { id, ...change, ...(record !== undefined && { record: record.toWellFormed().slice(0, longestRecord) }) };
}

const progress = throttled<StoreChange>(
  500,
  (change) => void tellLive(change),
  (_earlier, later) => later,
);

/** At most twice a second for each job; the last state is always sent. */
export const tellProgress = (change: StoreChange & { record: string }): void =>
  progress(`${change.store}/${change.record}`, change);

/** Passes the first value on at once. Later ones of the same key are merged, and passed on once in `everyMs`. */
export function throttled<T>(everyMs: number, pass: (value: T) => void, merge: (earlier: T, later: T) => T) {
  const waiting = new Map<string, { value?: T }>();
  const start = (key: string, value: T) => {
    pass(value);
    const state: { value?: T } = {};
    waiting.set(key, state);
    const timer = setTimeout(() => {
      waiting.delete(key);
      if (state.value !== undefined) start(key, state.value);
    }, everyMs);
    timer.unref();
  };
  return (key: string, value: T): void => {
    const state = waiting.get(key);
    if (state) state.value = state.value === undefined ? value : merge(state.value, value);
    else start(key, value);
  };
}
