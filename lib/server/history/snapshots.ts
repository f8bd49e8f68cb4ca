import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { ExperimentResults } from "../../contract/checkout/experiments.ts";
import { experimentSnapshot as table } from "../../database/schema/desk-history.ts";
import { log } from "../../log.ts";
import type { Call } from "../call.ts";
import type { Mode } from "../connections.ts";
import { db } from "../db.ts";
import { tellLive } from "../live/notify.ts";

export const snapshotHours = 6;
export const age = snapshotHours * 3_600_000;

type Place = { storeId: string; mode: Mode };

const keeping = new Set<Promise<void>>();

/** Stores results that somebody has just read, without delaying the response. */
export function noteResults(call: Call, body: unknown): void {
  if (call.api !== "checkout" || call.found.resource !== "experiments" || call.found.name !== "results") return;
  const work = keep(
    { storeId: call.membership.store.id, mode: call.mode },
    call.params.id ?? "",
    body as ExperimentResults,
  )
    .catch((cause) => log.warn({ err: cause }, "a snapshot was not kept"))
    .finally(() => keeping.delete(work));
  keeping.add(work);
}

export async function snapshotsKept(): Promise<void> {
  await Promise.all(keeping);
}

async function keep(place: Place, experiment: string, results: ExperimentResults) {
  const { status: word, variants } = results;
  const status = word ?? null;
  const figures = (variants ?? []).map(({ name, visitors, conversions }) => ({ name, visitors, conversions }));
  const last = await lastSnapshot(place, experiment);
  const same = last?.status === status && JSON.stringify(last.variants) === JSON.stringify(figures);
  if (last && same && Date.now() - last.takenAt.getTime() < age) return;
  await db()
    .insert(table)
    .values({ ...place, experiment, takenAt: new Date(), status, variants: figures })
    .onConflictDoNothing();
  const { storeId: store, mode } = place;
  await tellLive({ store, mode, api: "desk", resource: "history", record: experiment, event: true });
}

export async function lastSnapshot({ storeId, mode }: Place, experiment: string) {
  const [row] = await db()
    .select()
    .from(table)
    .where(and(eq(table.storeId, storeId), eq(table.mode, mode), eq(table.experiment, experiment)))
    .orderBy(desc(table.takenAt))
    .limit(1);
  return row;
}
