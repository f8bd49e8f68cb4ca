import "server-only";
import { store } from "../../database/schema/desk.ts";
import { repeat } from "../../repeat.ts";
import type { Desk } from "../call.ts";
import { modes, summarize } from "../connections.ts";
import { db, storeModeOf } from "../db.ts";
import { asSystem } from "../people.ts";
import { collectHistory } from "./collect.ts";

// Any number that nothing else in this database uses for a lock.
const historyLock = 724_091_140;
const everyMs = 10 * 60_000;
/** A process that is restarted often must not request days after each start. */
const firstMs = 5 * 60_000;
/** The days of a new store, two years of them, must not keep the other stores waiting for an hour. */
const daysInTurn = 10;

export const startHistory = () =>
  repeat((signal) => collectAll(signal), { everyMs, firstMs, failure: "history was not collected" });

/** Every store and mode with a key takes turns. Nothing happens while another process collects. */
export async function collectAll(signal: AbortSignal, options?: Parameters<typeof collectHistory>[2]): Promise<void> {
  const client = await db().$client.connect();
  try {
    // The lock belongs to the connection, so it is released when this process dies.
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [historyLock]);
    if (!rows[0].mine) return;
    try {
      const open = await everyDesk();
      for (let desk = open.shift(); desk && !signal.aborted; desk = open.shift()) {
        if (await collectHistory(desk, signal, { most: daysInTurn, ...options })) open.push(desk);
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [historyLock]);
    }
  } finally {
    client.release();
  }
}

async function everyDesk(): Promise<Desk[]> {
  const stores = await db().select().from(store);
  const desks = stores.flatMap((each) => modes.map((mode) => ({ membership: asSystem(each), mode })));
  const keys = await Promise.all(
    desks.map(async (desk) => (await summarize({ ...storeModeOf(desk), api: "checkout" })).key),
  );
  return desks.filter((_, at) => keys[at]);
}
