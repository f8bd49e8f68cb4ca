import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { checkout } from "../../contract/checkout/index.ts";
import { perform } from "../operations.ts";
import { asSystem } from "../people.ts";
import type { HistoryPlace } from "./rows.ts";
import { age, lastSnapshot, snapshotsKept } from "./snapshots.ts";

const maxPages = 5;

/** Reads each running experiment whose results were not read for six hours. Reading stores them, see `noteResults`. */
export async function collectSnapshots({ store, mode }: HistoryPlace, signal: AbortSignal, pauseMs: number) {
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
