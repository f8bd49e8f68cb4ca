import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { ExperimentResults } from "../../../contract/checkout/experiments.ts";
import { experimentSnapshot as table } from "../../../database/schema/desk-history.ts";
import { db, inStoreMode, type StoreMode, storeModeOf } from "../../db.ts";
import { tellLive } from "../../notify.ts";
import { inBackground } from "../../unawaited.ts";
import type { Call } from "../../wire/call.ts";

export const snapshotHours = 6;
export const ageMs = snapshotHours * 3_600_000;

export function noteResults(call: Call, body: unknown): void {
  if (call.api !== "checkout" || call.resource !== "experiments" || call.operation !== "results") return;
  const stored = storeSnapshot(storeModeOf(call), call.params?.id ?? "", body as ExperimentResults);
  inBackground(stored, "a snapshot was not kept");
}

async function storeSnapshot(storeMode: StoreMode, experiment: string, results: ExperimentResults): Promise<void> {
  const { status = null } = results;
  const variants = (results.variants ?? []).map(({ name, visitors, conversions, sums }) => {
    return { name, visitors, conversions, sums };
  });
  const last = await lastSnapshot(storeMode, experiment);
  const same = last?.status === status && JSON.stringify(last.variants) === JSON.stringify(variants);
  if (last && same && Date.now() - last.takenAt.getTime() < ageMs) return;
  await db()
    .insert(table)
    .values({ ...storeMode, experiment, takenAt: new Date(), status, variants })
    .onConflictDoNothing();
  const { storeId: store, mode } = storeMode;
  await tellLive({ store, mode, api: "desk", resource: "history", record: experiment, event: true });
}

export async function lastSnapshot(storeMode: StoreMode, experiment: string) {
  const [row] = await db()
    .select()
    .from(table)
    .where(and(inStoreMode(table, storeMode), eq(table.experiment, experiment)))
    .orderBy(desc(table.takenAt))
    .limit(1);
  return row;
}
