import "server-only";
import { and, eq } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { payoutPreview } from "../../database/schema/desk-payouts.ts";
import { fromUnits } from "../../money.ts";
import { db, inStoreMode } from "../db.ts";
import type { Turn } from "../jobs/kind.ts";
import { type Facts, readFacts } from "./facts.ts";
import type { PayoutRow } from "./ledger.ts";
import { isClosed, isOnHold, isPaid, paidBy, unitsOf } from "./lines.ts";

/** One reading of the lists is used for all payouts of a batch for this long. */
const rememberedMs = 10 * 60_000;
const remembered = new Map<string, { at: number; facts: Promise<Facts> }>();

/** Returns what has changed since the confirmation, or null if the payout may be made. */
export async function recheck(
  turn: Turn,
  row: PayoutRow,
  commissions: readonly { id: string; amount: number }[],
): Promise<string | null> {
  const facts = await factsFor(turn, row);
  if (!facts.complete) return "The lists of the affiliate service could not be read completely.";
  const now = Date.now();
  const paid = paidBy(facts.payouts);
  const byId = new Map(facts.commissions.map((each) => [each.id, each]));
  for (const { id, amount } of commissions) {
    const found = byId.get(id);
    if (!found || found.affiliate_id !== row.affiliateId) return `Commission ${id} is no longer approved.`;
    if (isPaid(found, paid)) return `Commission ${id} is in another payout.`;
    if (isOnHold(found, now)) return `Commission ${id} is on hold.`;
    const units = unitsOf(found);
    if (units === null || fromUnits(units) !== amount) return `Commission ${id} now has another amount.`;
  }
  return affiliateMoved(row, facts.affiliates.get(row.affiliateId) ?? null);
}

/** A field that the list left out at the confirmation counts as unchanged. */
export function affiliateMoved(row: PayoutRow, affiliate: Affiliate | null): string | null {
  if (!affiliate) return "The affiliate no longer exists.";
  if (isClosed(affiliate)) return `The affiliate is ${affiliate.status}.`;
  const { payout_method: method, payout_email: email } = affiliate;
  if (row.method !== null && method && method !== row.method) return "The affiliate’s payout method has changed.";
  if (row.payoutEmail !== null && email && email !== row.payoutEmail) {
    return "The affiliate’s payout address has changed.";
  }
  return null;
}

async function factsFor(turn: Turn, row: PayoutRow): Promise<Facts> {
  const known = remembered.get(turn.job.id);
  if (known && Date.now() - known.at < rememberedMs) return known.facts;
  for (const [id, { at }] of remembered) if (Date.now() - at >= rememberedMs) remembered.delete(id);
  const [preview] = await db()
    .select({ affiliateIds: payoutPreview.affiliateIds })
    .from(payoutPreview)
    .where(and(inStoreMode(payoutPreview, row), eq(payoutPreview.hash, row.preview)));
  const facts = readFacts(turn, preview?.affiliateIds ?? null);
  remembered.set(turn.job.id, { at: Date.now(), facts });
  facts.catch(() => remembered.delete(turn.job.id));
  return facts;
}
