import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { checkout } from "../../../contract/checkout/index.ts";
import { ApiError } from "../../../contract/errors.ts";
import { store } from "../../../database/schema/desk.ts";
import { repeat } from "../../../repeat.ts";
import { db, storeModeOf } from "../../db.ts";
import { env } from "../../env.ts";
import { backgroundEnd } from "../../unawaited.ts";
import type { StoreScope } from "../../wire/call.ts";
import { asSystem } from "../../wire/call.ts";
import { modes, summarize } from "../../wire/connections.ts";
import { has } from "../../wire/contracts.ts";
import { perform } from "../../wire/perform-call.ts";
import { planDays } from "./days-to-fetch.ts";
import { fetchStretch, readRows, tellHistory } from "./rows.ts";
import { ageMs, lastSnapshot } from "./snapshots.ts";

/** At this pace, a year takes twenty minutes, and five sixths of the API's limits are left to people. */
const pace = 3_000;

type Options = {
  now?: () => Date;
  pauseMs?: number;
  most?: number;
};

/** Reads missing days, newest first, until the API has no earlier figures. Returns whether another turn is needed. */
export async function collectHistory(desk: StoreScope, signal: AbortSignal, options: Options = {}): Promise<boolean> {
  try {
    const left = await collectDays(desk, signal, options);
    await collectSnapshots(desk, signal, options.pauseMs ?? pace);
    return left;
  } catch (cause) {
    // No key, a missing scope or an unreachable API: the next round tries again.
    if (cause instanceof ApiError || signal.aborted) return false;
    throw cause;
  }
}

async function collectDays(desk: StoreScope, signal: AbortSignal, options: Options): Promise<boolean> {
  // Our own service returns every day in one call whenever a screen needs it.
  if (has({ api: "checkout", mode: desk.mode, resource: "analytics", operation: "metrics" }, "group_by")) return false;
  const { now = () => new Date(), pauseMs = pace, most = Number.POSITIVE_INFINITY } = options;
  for (let read = 0; ; read++) {
    const [day] = planDays(await readRows(desk), desk.membership.store.timeZone, now()).due;
    if (day === undefined || signal.aborted) return false;
    if (read === most) return true;
    await fetchStretch(desk, { day, days: 1 }, now(), "bulk");
    await tellHistory(desk);
    await sleep(pauseMs, undefined, { signal });
  }
}

const maxPages = 5;

/** Reading results stores them, see `noteResults`. */
async function collectSnapshots(desk: StoreScope, signal: AbortSignal, pauseMs: number) {
  const { membership, mode } = desk;
  const call = { membership: asSystem(membership.store), mode, lane: "bulk" } as const;
  const experiments = { api: "checkout", resource: "experiments" } as const;
  for (let page = 1; page <= maxPages && !signal.aborted; page++) {
    const query = { status: "running", per_page: 100, page };
    const { body } = await perform({ ...call, ...experiments, operation: "list", query });
    const { data, pagination } = body as ReturnType<typeof checkout.experiments.list.normalize>;
    for (const { id, status } of data) {
      // Another API may ignore the filter.
      if (status !== "running" || signal.aborted) continue;
      const last = await lastSnapshot(storeModeOf(desk), id);
      if (last && Date.now() - last.takenAt.getTime() < ageMs) continue;
      await perform({ ...call, ...experiments, operation: "results", params: { id } });
      await backgroundEnd();
      await sleep(pauseMs, undefined, { signal });
    }
    if (data.length < pagination.per_page) return;
  }
}

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
  const client = new pg.Client({
    connectionString: env().DATABASE_SESSION_URL,
    application_name: "cartwright-history",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    // The lock belongs to the connection, so it is released when this process dies.
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [historyLock]);
    if (!rows[0].mine) return;
    const open = await everyDesk();
    for (let desk = open.shift(); desk && !signal.aborted; desk = open.shift()) {
      if (await collectHistory(desk, signal, { most: daysInTurn, ...options })) open.push(desk);
    }
  } finally {
    await client.end();
  }
}

async function everyDesk(): Promise<StoreScope[]> {
  const stores = await db().select().from(store);
  const desks = stores.flatMap((each) => modes.map((mode) => ({ membership: asSystem(each), mode })));
  const keys = await Promise.all(
    desks.map(async (desk) => (await summarize({ ...storeModeOf(desk), api: "checkout" })).key),
  );
  return desks.filter((_, at) => keys[at]);
}
