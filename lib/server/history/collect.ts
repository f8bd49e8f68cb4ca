import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { checkout } from "../../contract/checkout/index.ts";
import { ApiError } from "../../contract/errors.ts";
import { isEmbedded } from "../connections.ts";
import { perform } from "../operations.ts";
import { asSystem } from "../people.ts";
import { planDays } from "./plan.ts";
import { fetchStretch, type HistoryPlace, readRows, tellHistory } from "./rows.ts";
import { age, lastSnapshot, snapshotsKept } from "./snapshots.ts";

/** A year takes twenty minutes at this pace, and five sixths of the API's limits are left to people. */
const pace = 3_000;

type Options = {
  now?: () => Date;
  pauseMs?: number;
  /** How many days one turn reads; all of them by default. */
  most?: number;
};

/** Reads missing days, newest first, until the API has no earlier figures. Returns whether another turn is needed. */
export async function collectHistory(
  place: HistoryPlace,
  signal: AbortSignal,
  options: Options = {},
): Promise<boolean> {
  try {
    const left = await collectDays(place, signal, options);
    await collectSnapshots(place, signal, options.pauseMs ?? pace);
    return left;
  } catch (cause) {
    // No key, a missing scope or an unreachable API: the next round tries again.
    if (cause instanceof ApiError || signal.aborted) return false;
    throw cause;
  }
}

async function collectDays(place: HistoryPlace, signal: AbortSignal, options: Options): Promise<boolean> {
  // Our own service returns every day in one call whenever a screen needs it.
  if (isEmbedded({ api: "checkout", mode: place.mode })) return false;
  const { now = () => new Date(), pauseMs = pace, most = Number.POSITIVE_INFINITY } = options;
  for (let read = 0; ; read++) {
    const [day] = planDays(await readRows(place), place.store.timeZone, now()).due;
    if (day === undefined || signal.aborted) return false;
    if (read === most) return true;
    await fetchStretch(place, { day, days: 1 }, now(), "bulk");
    await tellHistory(place);
    await sleep(pauseMs, undefined, { signal });
  }
}

const maxPages = 5;

/** Reads each running experiment whose results were not read for six hours. Reading stores them, see `noteResults`. */
async function collectSnapshots({ store, mode }: HistoryPlace, signal: AbortSignal, pauseMs: number) {
  const call = { membership: asSystem(store), mode, api: "checkout", lane: "bulk" } as const;
  for (let page = 1; page <= maxPages && !signal.aborted; page++) {
    const found = { resource: "experiments", name: "list", operation: checkout.experiments.list };
    const query = { status: "running", per_page: 100, page };
    const { data, pagination } = (await perform({ ...call, found, params: {}, query })).body as ReturnType<
      typeof checkout.experiments.list.normalize
    >;
    for (const { id, status } of data) {
      // Another API may ignore the filter.
      if (status !== "running" || signal.aborted) continue;
      const last = await lastSnapshot({ storeId: store.id, mode }, id);
      if (last && Date.now() - last.takenAt.getTime() < age) continue;
      const results = { resource: "experiments", name: "results", operation: checkout.experiments.results };
      await perform({ ...call, found: results, params: { id } });
      await snapshotsKept();
      await sleep(pauseMs, undefined, { signal });
    }
    if (data.length < pagination.per_page) return;
  }
}
