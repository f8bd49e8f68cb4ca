import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { payout } from "../../database/schema/desk-payouts.ts";
import { db } from "../db.ts";
import type { Place } from "../jobs/place.ts";
import { settleRow } from "./by-hand.ts";
import { type Facts, isUndone } from "./facts.ts";
import { byReading, giveBack, type PayoutRow } from "./ledger.ts";
import { matchIn } from "./look-up.ts";
import { readerFor } from "./walk.ts";

/** Settles our payouts from a list that was read anyway: one was made after all, another failed later. */
export async function reconcile(place: Place, facts: Facts): Promise<void> {
  const storeId = place.membership.store.id;
  const here = and(eq(payout.storeId, storeId), eq(payout.mode, place.mode));
  const unknown = await db()
    .select()
    .from(payout)
    .where(and(here, eq(payout.state, "unknown")));
  const reader = readerFor(place);
  for (const row of unknown) {
    const match = await matchIn(reader, row, facts);
    if (match.state !== "made") continue;
    await settleRow(row, { state: "done", recordId: match.payout.id, made: match.payout, ...byReading });
  }
  const undone = facts.payouts.filter(isUndone);
  const byId = new Map(undone.map((row) => [row.id, row]));
  for (const { id, payoutId } of await madeAs(here, [...byId.keys()])) {
    const found = byId.get(payoutId ?? "");
    if (found) await db().transaction((tx) => giveBack(tx, id, found));
  }
}

function madeAs(here: ReturnType<typeof and>, ids: string[]): Promise<PayoutRow[]> {
  const listed = JSON.stringify(ids);
  return db()
    .select()
    .from(payout)
    .where(
      and(
        here,
        eq(payout.state, "made"),
        sql`${payout.payoutId} in (select json_array_elements_text(${listed}::json))`,
      ),
    );
}
