import type {
  ShopOrderState,
  ShopRefund,
  ShopRefundLine,
  ShopRefundParts,
} from "../../database/schema/checkout-shop.ts";
import { split } from "../affiliate/sums-of-records.ts";
import type { ShopOrderFacts } from "./platform-order.ts";

type Known = ShopOrderState["refunds"];

/** Of each refund, the latest state counts. Where the order lists its refunds, those that are missing were deleted. */
export function takeRefunds(state: ShopOrderState, { refunds, state: read }: ShopOrderFacts): void {
  const known = state.refunds;
  if (!read?.listsRefunds) {
    for (const refund of refunds) takeRefund(known, refund);
    return;
  }
  const { version } = read;
  if (state.version !== undefined && version < state.version) return;
  for (const refund of refunds) takeRefund(known, { ...refund, asOf: version });
  const listed = new Set(refunds.map(({ id }) => id));
  for (const { id, at, ...one } of [...known]) {
    if (!listed.has(id) && (one.asOf ?? at) < version) takeRefund(known, { id, at, amount: 0, asOf: version });
  }
}

function takeRefund(known: Known, refund: ShopRefund): void {
  const place = known.findIndex(({ id }) => id === refund.id);
  const before = known[place];
  if (!before) {
    known.push(refund);
    return;
  }
  const { counted } = before;
  const [at = refund.at] = [before.at, refund.at].sort();
  const latest = isAhead(refund, before) ? refund : before;
  known[place] = { ...latest, at, asOf: latest.asOf ?? latest.at, ...(counted !== undefined && { counted }) };
}

function isAhead(refund: ShopRefund, before: ShopRefund): boolean {
  const [now, then] = [refund, before].map(({ at, asOf }) => asOf ?? at) as [string, string];
  return now > then || (now === then && refund.amount > before.amount);
}

/** What a refund takes from the order. */
export type Back = ShopBack & { of: Known[number]; amount: number };
type ShopBack = Omit<ShopRefundParts, "lines"> & { line_items?: ShopRefundLine[] };

/** Together, refunds take no more than the order's value: a chargeback after a refund may name the whole order. */
export function backOf(refunds: Known, total: number): Back[] {
  let left = total;
  const failed = refunds.filter(({ of }) => of !== undefined);
  return refunds
    .filter(({ of }) => of === undefined)
    .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
    .map((of) => {
      const since = failed.filter((one) => one.of === of.id && one.at >= (of.asOf ?? of.at));
      const stands = since.reduce((sum, one) => sum - one.amount, of.amount);
      const amount = Math.min(Math.max(0, stands), left);
      left -= amount;
      return { of, amount, ...partsOf(of, amount) };
    });
}

/** If less was paid back than was returned, each part is less in proportion. */
function partsOf({ goods, tax, shipping, lines }: ShopRefundParts, amount: number): ShopBack {
  const weights = [goods ?? 0, tax ?? 0, shipping ?? 0];
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const [own = 0, ofTax = 0, ofShipping = 0] = all <= amount ? weights : split(amount, weights);
  const line_items = lines && scaled(lines, own);
  return {
    ...(goods !== undefined && { goods: own }),
    ...(tax !== undefined && { tax: ofTax }),
    ...(shipping !== undefined && { shipping: ofShipping }),
    ...(line_items && line_items.length > 0 && { line_items }),
  };
}

function scaled(lines: readonly ShopRefundLine[], most: number): ShopRefundLine[] {
  const amounts = lines.map(({ amount }) => amount);
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  const fit = all <= most ? amounts : split(most, amounts);
  return lines.flatMap((line, n) => (fit[n] ? [{ ...line, amount: fit[n] }] : []));
}
