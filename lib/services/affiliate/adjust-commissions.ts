import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { textColumns } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { sentence } from "../../sentences.ts";
import { newId } from "../kernel/ids.ts";
import { commissionFor, type Earned, type Exclusions } from "./commission-for.ts";
import type { Ledger } from "./ledger.ts";
import { bonusName } from "./rules/bonuses.ts";
import { type Terms, termsOf } from "./rules/terms.ts";
import { type Rules, rulesAt } from "./rules/versions.ts";
import type { CommissionRow, OrderRow } from "./sums-of-records.ts";

// Covers edits, refunds and cancellations. The caller has locked the orders, and passes all of a transaction at once,
// because their commissions are locked in the order of their ids.
export async function adjustForChange(tx: Transaction, ledger: Ledger, orders: readonly OrderRow[]): Promise<void> {
  const sold = await lockSales(tx, orders);
  if (sold.length === 0) return;
  const times = orders.map(({ createdAt }) => createdAt);
  const rulesOf = await rulesAt(tx, (orders[0] as OrderRow).tenantId, times);
  for (const { order, sale, clawbacks } of sold) {
    if (sale.status !== "rejected")
      await settle(tx, ledger, { order, sale, clawbacks, rules: rulesOf(order.createdAt) });
  }
}

/** Must be called before the new commission is made. A review that already happened stays recorded. */
export async function voidForOverride(tx: Transaction, ledger: Ledger, order: OrderRow, by: string): Promise<void> {
  const note = textColumns("note", sentence("reattributed"));
  for (const { sale, clawbacks } of await lockSales(tx, [order])) {
    if (sale.attribution === order.attribution || sale.status === "rejected") continue;
    if (sale.status === "approved") await settle(tx, ledger, { order, sale, clawbacks }, note);
    else {
      const rejected = { status: "rejected", rejectionReason: "tracking_error", ...note, bonus: null } as const;
      await change(tx, ledger, sale, { ...rejected, reviewedAt: new Date(), reviewedBy: by });
    }
  }
}

/** `clawbacks` are all records that were added to a paid commission since. */
type Sold = { order: OrderRow; sale: CommissionRow; clawbacks: CommissionRow[]; rules?: Rules };

async function lockSales(tx: Transaction, orders: readonly OrderRow[]): Promise<Sold[]> {
  const [first] = orders;
  if (!first) return [];
  const byId = new Map(orders.map((order) => [order.id, order]));
  const rows = await tx
    .select()
    .from(commission)
    .where(and(eq(commission.tenantId, first.tenantId), inArray(commission.orderId, [...byId.keys()])))
    .orderBy(asc(commission.id))
    .for("no key update");
  return rows.flatMap((sale) => {
    const order = byId.get(sale.orderId as string);
    if (!order || !(sale.type === "bonus" || (sale.type === "sale" && rateOf(sale)))) return [];
    return [{ order, sale, clawbacks: rows.filter(({ reverses }) => reverses === sale.id) }];
  });
}

// The locked row tells for certain whether a payout has the commission. A paid one stays as it is: what is too much is
// clawed back, and what is missing since the order was edited is added.
async function settle(
  tx: Transaction,
  ledger: Ledger,
  { order, sale, clawbacks, rules }: Sold,
  note?: Pick<CommissionRow, "note" | "noteKey">,
): Promise<void> {
  const left = leftToEarn(order, sale, sale.payoutId === null ? clawbacks : [sale, ...clawbacks], rules);
  const columns = { ...left, ...note };
  if (sale.payoutId === null) {
    const bonus = sale.type === "bonus" ? await bonusOf(tx, sale, left.arithmetic.amount) : sale.bonus;
    if (bonus !== undefined) await change(tx, ledger, sale, { ...columns, bonus });
    return;
  }
  if (columns.amount === 0) return;
  const [row] = (await tx
    .insert(commission)
    .values({
      tenantId: sale.tenantId,
      id: newId("com"),
      affiliateId: sale.affiliateId,
      orderId: sale.orderId,
      attribution: sale.attribution,
      ...columns,
      rate: sale.rate,
      rateType: sale.rateType,
      currency: sale.currency,
      type: columns.amount < 0 ? "clawback" : "adjustment",
      status: "approved",
      eligibleAt: sql`now()`,
      reviewedAt: sql`now()`,
      reverses: sale.id,
      day: sale.day,
    })
    .returning()) as [CommissionRow];
  ledger.commission(null, row);
}

/** An unpaid bonus that is taken back can be earned by another order. Undefined if another has it since. */
async function bonusOf(tx: Transaction, sale: CommissionRow, amount: number): Promise<string | null | undefined> {
  if (amount === 0) return null;
  const { tenantId, affiliateId, arithmetic } = sale;
  if (sale.bonus !== null || !arithmetic?.bonus) return sale.bonus;
  const bonus = bonusName(arithmetic.bonus);
  const its = and(eq(commission.tenantId, tenantId), eq(commission.affiliateId, affiliateId));
  const others = await tx
    .select({ id: commission.id })
    .from(commission)
    .where(and(its, eq(commission.bonus, bonus)));
  return others.length > 0 ? undefined : bonus;
}

/** Computes from scratch what the order earns beside `others`, so that many refunds accumulate no rounding error. */
export function leftToEarn(order: OrderRow, sale: CommissionRow, others: readonly CommissionRow[], rules?: Rules) {
  const earned = earnedNow(order, sale, rules);
  const already = others.reduce((sum, { amount }) => sum + amount, 0);
  const amount = earned.amount - already;
  return {
    amount,
    saleAmount: earned.arithmetic.base,
    arithmetic: { ...earned.arithmetic, ...(already !== 0 && { already_counted: already }), amount },
    products: difference(earned.products, others),
  };
}

/** Uses the rates and rules of the commission's own time. An order of another affiliate now earns nothing. */
function earnedNow(order: OrderRow, sale: CommissionRow, rules?: Rules): Earned {
  const { attribution, arithmetic } = sale;
  const theirs = attribution === order.attribution;
  if (sale.type === "bonus") return bonusNow(order, sale, theirs);
  const own = rules?.version === arithmetic?.version ? rules : undefined;
  const terms = rateOf(sale, own) as Terms;
  return commissionFor(order, theirs ? terms : atNothing(terms), own ?? exclusionsOf(arithmetic));
}

function exclusionsOf(arithmetic: CommissionRow["arithmetic"]): Exclusions {
  const excluded = arithmetic?.exclusions ?? [{ what: "tax" }, { what: "shipping" }];
  const has = (what: string) => excluded.some((entry) => entry.what === what);
  return {
    exclude_tax: has("tax"),
    exclude_shipping: has("shipping"),
    excluded_products: excluded.flatMap((entry) => ("product_id" in entry ? (entry.product_id ?? []) : [])),
  };
}

const atNothing = ({ version, rest }: Terms): Terms => ({
  version,
  products: new Map(),
  categories: new Map(),
  rest: { ...rest, rate: 0 },
  caps: [],
});

/** A commission from before the rules had versions has one rate for everything. */
function rateOf({ arithmetic, rate, rateType, currency }: CommissionRow, rules?: Rules): Terms | null {
  const terms = arithmetic && termsOf(arithmetic, rules);
  if (terms || rate === null || rateType === null) return terms;
  const isForeign = arithmetic?.exclusions?.some(({ what }) => what === "currency");
  const rest = { rule: "own" as const, rate, rate_type: rateType, currency: isForeign ? "" : currency };
  return { products: new Map(), categories: new Map(), rest, caps: [] };
}

/** A bonus stands as long as its order does. */
function bonusNow({ status }: OrderRow, { arithmetic }: CommissionRow, theirs: boolean): Earned {
  const { base = 0, ...facts } = arithmetic ?? {};
  const amount = theirs && status !== "cancelled" && status !== "refunded" ? base : 0;
  return { amount, arithmetic: { ...facts, exclusions: [], base, amount }, lines: [], products: {} };
}

async function change(
  tx: Transaction,
  ledger: Ledger,
  before: CommissionRow,
  columns: Partial<CommissionRow>,
): Promise<void> {
  const [after] = (await tx
    .update(commission)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(and(eq(commission.tenantId, before.tenantId), eq(commission.id, before.id)))
    .returning()) as [CommissionRow];
  ledger.commission(before, after);
}

type Products = Record<string, number>;

function difference(products: Products, others: readonly { products: Products }[]): Products {
  const left = new Map(Object.entries(products));
  for (const { products: taken } of others) {
    for (const [id, amount] of Object.entries(taken)) left.set(id, (left.get(id) ?? 0) - amount);
  }
  return Object.fromEntries([...left].filter(([, amount]) => amount !== 0));
}
