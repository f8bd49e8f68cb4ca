import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../contract/errors.ts";
import { isEmbedded } from "../connections.ts";
import { collectSnapshots } from "./collect-snapshots.ts";
import { planDays } from "./plan.ts";
import { fetchStretch, type HistoryPlace, readRows, tellHistory } from "./rows.ts";

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
