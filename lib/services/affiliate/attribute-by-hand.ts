import { and, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Attribution, attributionTerms } from "../../contract/affiliate/orders.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { affiliate as affiliateTable, link } from "../../database/schema/affiliate.ts";
import { attribution, order } from "../../database/schema/affiliate-sales.ts";
import { amountText } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { refuse, tooExact } from "../kernel/refuse.ts";
import { voidForOverride } from "./adjust-commissions.ts";
import { holdAffiliates } from "./affiliate-rows.ts";
import { commissionFor } from "./commission-for.ts";
import { createCommission, eligibleAt } from "./create-commission.ts";
import { Ledger } from "./ledger.ts";
import { findOrder, readOrder } from "./order-rows.ts";
import { dependsOnSums, readStandings } from "./rules/standings.ts";
import { termsFor } from "./rules/terms.ts";
import { readProgram } from "./rules/versions.ts";
import type { AffiliateRow, OrderRow } from "./sums-of-records.ts";

type Terms = z.output<typeof attributionTerms>;

export async function attributeOrder({ db, tenantId, timeZone, keyId }: Context, id: string, body: Attribution) {
  refuse(tooExact("commission_rate", body.commission_rate));
  return db.transaction(async (tx) => {
    const known = await findOrder(tx, tenantId, id);
    const rules = await readProgram(tx, tenantId, known.createdAt);
    const affiliate = await holdEarner(tx, known, body.affiliate_id, dependsOnSums(rules));
    await requireOwnLink(tx, affiliate, body.link_id);
    const before = await lockOrder(tx, known);
    if (before.affiliateId !== null && !body.override) {
      throw new ApiError(409, "already_attributed", sentence("alreadyAttributed", { id: before.affiliateId }));
    }
    const ledger = new Ledger({ timeZone });
    const after = await attribute(tx, before, body, keyId);
    ledger.order(before, after);
    const standings = await readStandings(
      tx,
      tenantId,
      [{ ...before, affiliateId: affiliate.id }],
      () => rules,
      before,
    );
    await voidForOverride(tx, ledger, after, keyId);
    const earned = await createCommission(tx, ledger, {
      order: after,
      affiliate,
      rules,
      standings,
      byHand: rateOf(body),
      note: body.note,
    });
    requireWhole(body, earned);
    await ledger.write(tx, tenantId);
    return readOrder(tx, after);
  });
}

/** Computes the commission that `attributeOrder` would make, with the same refusals, and writes nothing. */
export async function previewAttribution({ db, tenantId }: Context, id: string, terms: Terms) {
  refuse(tooExact("commission_rate", terms.commission_rate));
  return db.transaction(
    async (tx) => {
      const order = await findOrder(tx, tenantId, id);
      const { affiliate_id: whose = "" } = terms;
      refuse(whose === "" ? [{ field: "affiliate_id", ...sentence("required") }] : []);
      const [affiliate] = await tx
        .select()
        .from(affiliateTable)
        .where(
          and(eq(affiliateTable.tenantId, tenantId), eq(affiliateTable.id, whose), isNull(affiliateTable.deletedAt)),
        );
      const earner = requireActive(affiliate);
      await requireOwnLink(tx, earner, terms.link_id);
      const rules = await readProgram(tx, tenantId, order.createdAt);
      const judged = { ...order, affiliateId: earner.id };
      const standing = (await readStandings(tx, tenantId, [judged], () => rules, order)).of(judged);
      const rates = termsFor({ order, affiliate: earner, rules, standing, byHand: rateOf(terms) });
      const { amount, arithmetic } = commissionFor(order, rates, rules);
      requireWhole(terms, { amount, currency: order.currency });
      return {
        amount,
        sale_amount: arithmetic.base,
        rate: arithmetic.rate ?? null,
        rate_type: arithmetic.rate_type ?? null,
        currency: order.currency,
        arithmetic,
        eligible_at: eligibleAt(order, rules).toISOString(),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Locks the new affiliate together with the previous one, whose figures change as well. */
async function holdEarner(tx: Transaction, { tenantId, affiliateId }: OrderRow, id: string, alone: boolean) {
  const locked = await holdAffiliates(tx, tenantId, affiliateId === null ? [id] : [id, affiliateId], { alone });
  return requireActive(locked.find((row) => row.id === id));
}

function requireActive(affiliate: AffiliateRow | undefined): AffiliateRow {
  if (affiliate?.status === "active") return affiliate;
  throw invalid({ field: "affiliate_id", ...sentence(affiliate ? "affiliateMustBeActive" : "noAffiliate") });
}

function requireWhole({ commission_amount: wanted }: Terms, made: { amount: number; currency: string }): void {
  if (wanted === undefined || made.amount >= wanted) return;
  const most = amountText(made.amount, made.currency, "minor");
  refuse([{ field: "commission_amount", ...sentence("partThatEarns", { most }) }]);
}

/** Accepts a link of this affiliate even if it was deleted in the meantime. */
async function requireOwnLink(tx: Transaction, { tenantId, id }: AffiliateRow, linkId: string | undefined) {
  if (linkId === undefined) return;
  const [row] = await tx
    .select({ affiliateId: link.affiliateId })
    .from(link)
    .where(and(eq(link.tenantId, tenantId), eq(link.id, linkId)));
  if (row?.affiliateId !== id) refuse([{ field: "link_id", ...sentence("noLinkOf") }]);
}

async function lockOrder(tx: Transaction, { tenantId, id }: OrderRow): Promise<OrderRow> {
  const [row] = (await tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
    .for("no key update")) as [OrderRow];
  return row;
}

async function attribute(tx: Transaction, before: OrderRow, body: Attribution, by: string): Promise<OrderRow> {
  const { tenantId, id } = before;
  const at = sql`now()`;
  const facts = { affiliateId: body.affiliate_id, linkId: body.link_id ?? null, clickId: null, couponCode: null };
  const number = (before.attribution ?? 0) + 1;
  await tx.insert(attribution).values({
    ...facts,
    tenantId,
    orderId: id,
    number,
    method: "manual",
    reason: body.reason,
    note: body.note ?? null,
    by,
    createdAt: at,
  });
  const [after] = (await tx
    .update(order)
    .set({
      ...facts,
      attribution: number,
      attributionMethod: "manual",
      attributedAt: at,
      attributedBy: by,
      attributionReason: body.reason,
      attributionReasonKey: null,
      updatedAt: at,
    })
    .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
    .returning()) as [OrderRow];
  return after;
}

function rateOf({ commission_amount, commission_rate }: Terms) {
  if (commission_amount !== undefined) return { type: "fixed" as const, value: commission_amount };
  return commission_rate === undefined ? undefined : { type: "percentage" as const, value: commission_rate };
}
