import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { checkout } from "../../contract/checkout/index.ts";
import { ApiError } from "../../contract/errors.ts";
import { backgroundEnd } from "../background.ts";
import type { Desk } from "../call.ts";
import { isEmbedded } from "../connections.ts";
import { storeModeOf } from "../db.ts";
import { perform } from "../operations.ts";
import { asSystem } from "../people.ts";
import { planDays } from "./plan.ts";
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
export async function collectHistory(desk: Desk, signal: AbortSignal, options: Options = {}): Promise<boolean> {
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

async function collectDays(desk: Desk, signal: AbortSignal, options: Options): Promise<boolean> {
  // Our own service returns every day in one call whenever a screen needs it.
  if (isEmbedded({ api: "checkout", mode: desk.mode })) return false;
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
async function collectSnapshots(desk: Desk, signal: AbortSignal, pauseMs: number) {
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
