import "server-only";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { PayoutPreview } from "../../contract/desk/payouts.ts";
import { payout, payoutCommission, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { sumOf } from "../../money.ts";
import { db } from "../db.ts";
import type { Place } from "../jobs/place.ts";
import { type Facts, type Ours, readOwed } from "./facts.ts";
import { hashLines, type Line, linesOf } from "./lines.ts";
import { whileReading } from "./reading.ts";
import { reconcile } from "./reconcile.ts";

export type Previewed = { facts: Facts; lines: Line[]; hash: string };

/** Also settles our payouts whose outcome the lists prove. */
export async function previewNow(place: Place, asked: readonly string[] | null): Promise<Previewed> {
  const facts = await readOwed(place, asked);
  await reconcile(place, facts);
  const lines = linesOf(facts, await readOurs(place, facts), Date.now());
  return { facts, lines, hash: hashLines(lines, asked) };
}

export async function previewPayouts(place: Place, asked: readonly string[] | null): Promise<PayoutPreview> {
  const { facts, lines, hash } = await whileReading(place, () => previewNow(place, asked));
  const { membership, mode } = place;
  const payable = lines.filter(({ state }) => state === "payable");
  if (facts.complete) {
    const values = { lines: payable.map(({ name, ...line }) => ({ name, ...pick(line) })), createdAt: new Date() };
    await db()
      .insert(payoutPreview)
      .values({ storeId: membership.store.id, mode, hash, asked: asked && [...asked], ...values })
      .onConflictDoUpdate({ target: [payoutPreview.storeId, payoutPreview.mode, payoutPreview.hash], set: values });
  }
  return {
    hash,
    complete: facts.complete,
    unplaced: facts.unplaced,
    lines: lines.map(({ hash: _hash, parts: _parts, ...line }) => line),
    payable: totalsOf(payable),
    blocked: totalsOf(lines.filter(({ state }) => state === "blocked")),
    excluded: excludedTotals(lines),
  };
}

const pick = ({ affiliate_id, currency, amount, method, payout_email, hash, parts }: Omit<Line, "name">) => ({
  affiliate_id,
  currency,
  amount,
  method,
  payout_email,
  hash,
  parts,
});

type Total = PayoutPreview["payable"][number];

/** Never adds amounts of different currencies. */
export function totalsOf(lines: readonly Pick<Line, "currency" | "amount" | "commission_ids">[]): Total[] {
  return sumUp(lines.map(({ currency, amount, commission_ids: ids }) => ({ currency, amount, count: ids.length })));
}

/** A blocked amount below the minimum counts as blocked only, so that no amount is in two totals. */
function excludedTotals(lines: readonly Line[]): Total[] {
  return sumUp(
    lines.flatMap(({ currency, state, excluded }) =>
      excluded
        .filter(({ code }) => state !== "blocked" || (code !== "under_minimum" && code !== "nothing_due"))
        .map(({ amount = 0, count = 0 }) => ({ currency, amount, count })),
    ),
  );
}

function sumUp(rows: readonly { currency: string; amount: number; count: number }[]): Total[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const commissions = own.reduce((sum, { count }) => sum + count, 0);
    return { currency, amount: sumOf(own.map(({ amount }) => amount)), payouts: own.length, commissions };
  });
}

export async function readOurs(
  { membership, mode }: Pick<Place, "membership" | "mode">,
  facts: Pick<Facts, "commissions" | "payouts" | "affiliates">,
): Promise<Ours> {
  const storeId = membership.store.id;
  const ids = (rows: readonly { id: string }[]) => JSON.stringify(rows.map(({ id }) => id));
  const oneOf = (list: string) => sql`(select json_array_elements_text(${list}::json))`;
  const here = and(eq(payout.storeId, storeId), eq(payout.mode, mode));
  const held = await db()
    .select({ id: payoutCommission.commissionId, state: payout.state })
    .from(payoutCommission)
    .innerJoin(payout, eq(payout.id, payoutCommission.payoutId))
    .where(
      and(
        ...[eq(payoutCommission.storeId, storeId), eq(payoutCommission.mode, mode), payoutCommission.held],
        sql`${payoutCommission.commissionId} in ${oneOf(ids(facts.commissions))}`,
      ),
    );
  const made = await db()
    .select({ id: payout.payoutId })
    .from(payout)
    .where(and(here, sql`${payout.payoutId} in ${oneOf(ids(facts.payouts))}`));
  const affiliates = [...facts.affiliates.keys()];
  const ofThese = sql`${payout.affiliateId} in ${oneOf(JSON.stringify(affiliates))}`;
  const unsettled = await db()
    .select({ id: payout.id, affiliate: payout.affiliateId })
    .from(payout)
    .where(and(here, eq(payout.state, "unknown"), ofThese));
  const last = await db()
    .selectDistinctOn([payout.affiliateId])
    .from(payout)
    .where(and(here, inArray(payout.state, ["made", "unknown"]), ofThese))
    .orderBy(payout.affiliateId, desc(payout.createdAt));
  return {
    reserved: new Set(held.flatMap(({ id, state }) => (state === "made" ? [] : id))),
    paid: new Set(held.flatMap(({ id, state }) => (state === "made" ? id : []))),
    made: new Set(made.flatMap(({ id }) => id ?? [])),
    unsettled: new Map(unsettled.map(({ id, affiliate }) => [affiliate, id])),
    last: new Map(last.map(({ affiliateId, method, payoutEmail }) => [affiliateId, { method, payoutEmail }])),
  };
}
