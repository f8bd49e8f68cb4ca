import type { Program } from "../../contract/affiliate/program.ts";
import type { Arithmetic, ArithmeticPart } from "../../database/schema/affiliate-money.ts";
import type { Rate, Terms } from "./rules/terms.ts";
import type { OrderRow } from "./sums-of-records.ts";
import { split } from "./sums-of-records.ts";

export type Sale = Pick<
  OrderRow,
  "total" | "tax" | "shipping" | "refundedAmount" | "currency" | "status" | "lineItems"
> &
  Partial<Pick<OrderRow, "refundParts">>;
export type Exclusions = Pick<Program, "exclude_tax" | "exclude_shipping" | "excluded_products">;

export type Earned = {
  amount: number;
  arithmetic: Arithmetic & { base: number; exclusions: NonNullable<Arithmetic["exclusions"]> };
  /** The commissionable base of each order line. The lines add up to the base if the order has lines. */
  lines: number[];
  products: Record<string, number>;
};

/**
 * Discount, tax and shipping (if they count) and refunds that name no lines are spread over the lines in proportion to
 * their amounts. Lines with the same rule are one part, and each part is rounded. A fixed rate is paid once for an order,
 * or for each piece of its product or category, and earns nothing on an order in another currency.
 */
export function commissionFor(order: Sale, terms: Terms, rules: Exclusions): Earned {
  const exclusions: Earned["arithmetic"]["exclusions"] = [];
  let left = order.total;
  const exclude = (what: string, amount: number, product_id?: string) => {
    const excluded = Math.min(amount, left);
    exclusions.push({ what, amount: excluded, ...(product_id !== undefined && { product_id }) });
    left -= excluded;
  };
  if (rules.exclude_tax) exclude("tax", order.tax);
  if (rules.exclude_shipping) exclude("shipping", order.shipping);
  const weights = order.lineItems.map(({ quantity, unit_price }) => quantity * unit_price);
  const goods = left;
  const whole = split(goods, weights);
  const excluded = new Set(rules.excluded_products);
  const excludedLines = rules.excluded_products.map((id) => [id, sumOf(whole, order, id)] as const);
  for (const [id, amount] of excludedLines) if (amount !== null) exclude("product", amount, id);

  const rates = ratesOf(order, terms);
  const isForeign = ({ rate_type, currency }: Rate) => rate_type === "fixed" && currency !== order.currency;
  const earns = (line: number) => !excluded.has(productOf(order, line)) && !isForeign(rates[line] as Rate);
  const earning = whole.map((part, line) => (earns(line) ? part : 0));
  if (rates.some(isForeign)) {
    const foreign = whole.filter((_, line) => !excluded.has(productOf(order, line)) && isForeign(rates[line] as Rate));
    exclude("currency", whole.length === 0 ? left : foreign.reduce((sum, part) => sum + part, 0));
  }

  const back = takenBack(order, rules, { goods, left, whole, earning });
  const groups = [...Map.groupBy(rates.keys(), (line) => rates[line] as Rate)];
  const bases = takeLines(
    apportion(
      left - back.spread,
      groups.map(([, own]) => own.reduce((sum, line) => sum + (earning[line] ?? left), 0)),
    ),
    groups.map(([, own]) => own.reduce((sum, line) => sum + (back.lines[line] ?? 0), 0)),
  );
  const base = bases.reduce((sum, part) => sum + part, 0);
  const lines = whole.map(() => 0);
  const earned = whole.map(() => 0);
  const parts = groups.map(([rate, own], n): ArithmeticPart => {
    const part = partOf(
      order,
      rate,
      bases[n] as number,
      own.filter((line) => earning[line]),
    );
    const shares = split(
      part.base,
      own.map((line) => Math.max(0, (earning[line] ?? 0) - (back.lines[line] ?? 0))),
    );
    const amounts = split(part.amount, shares);
    for (const [at, line] of own.entries()) {
      if (whole.length === 0) continue;
      lines[line] = shares[at] as number;
      earned[line] = amounts[at] as number;
    }
    return part;
  });
  const uncapped = parts.reduce((sum, { amount }) => sum + amount, 0);
  const { amount, caps } = limit(uncapped, terms);
  const [single, ...others] = parts;
  const { rate, rate_type, exact } = single && others.length === 0 ? single : {};
  return {
    amount,
    arithmetic: {
      ...(terms.version !== undefined && { version: terms.version, parts }),
      ...(terms.version !== undefined && !parts.some(isRest) && { rest: terms.rest }),
      order_total: order.total,
      refunded: left - base,
      exclusions,
      base,
      ...(rate !== undefined && rate_type && exact !== undefined && { rate, rate_type, exact }),
      rounding: "half_up",
      ...(caps.length > 0 && { caps }),
      amount,
    },
    lines,
    products: byProduct(order, split(amount, earned)),
  };
}

const productOf = ({ lineItems }: Sale, line: number) => lineItems[line]?.product_id as string;

/** The rate of each line, or the one rate of an order without lines. */
function ratesOf({ lineItems }: Sale, { products, categories, rest }: Terms): Rate[] {
  if (lineItems.length === 0) return [rest];
  return lineItems.map(
    ({ product_id, category }) =>
      products.get(product_id) ?? (category === undefined ? undefined : categories.get(category)) ?? rest,
  );
}

function sumOf(parts: readonly number[], { lineItems }: Sale, id: string): number | null {
  const own = parts.filter((_, line) => lineItems[line]?.product_id === id);
  return own.length === 0 ? null : own.reduce((sum, part) => sum + part, 0);
}

type Parts = { goods: number; left: number; whole: readonly number[]; earning: readonly number[] };

/**
 * What refunds take from the part of the order that earns: from single lines, and from all of it. A refund whose parts
 * are not told falls on the whole order. What takes more from the parts that earn nothing than they had, such as the tax,
 * takes the rest from those that earn. No step gives more back for a larger refund.
 */
function takenBack(order: Sale, rules: Exclusions, { goods, left, whole, earning }: Parts) {
  const { status, total, refundedAmount, refundParts } = order;
  if (status === "cancelled" || refundedAmount >= total) return { spread: left, lines: [] };
  const told = refundParts ?? { goods: 0, tax: 0, shipping: 0, lines: {} };
  const untold = Math.max(0, refundedAmount - told.goods - told.tax - told.shipping);
  const lines = whole.map(() => 0);
  let named = 0;
  for (const [id, { amount }] of Object.entries(told.lines)) {
    const own = [...whole.keys()].filter((line) => productOf(order, line) === id);
    const amounts = split(
      amount,
      own.map((line) => whole[line] as number),
    );
    for (const [at, line] of own.entries()) lines[line] = amounts[at] as number;
    if (own.length > 0) named += amount;
  }
  const unnamed =
    told.goods - named + (rules.exclude_tax ? 0 : told.tax) + (rules.exclude_shipping ? 0 : told.shipping);
  const taken = lines.map((amount, line) => (earning[line] ? amount : 0));
  const spread = share(untold, left, total) + share(unnamed, left, goods);
  const beside = untold + told.goods + told.tax + told.shipping - spread - sum(taken);
  return { spread: Math.min(left, spread + Math.max(0, beside - (total - left))), lines: taken };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

const share = (amount: number, part: number, of: number) =>
  of === 0 ? 0 : Number(halfUp(BigInt(amount) * BigInt(part), BigInt(of)));

/** What was taken from lines beyond their part is taken from the other parts. */
function takeLines(bases: readonly number[], taken: readonly number[]): number[] {
  const kept = bases.map((base, n) => Math.max(0, base - (taken[n] as number)));
  let over = sum(bases.map((base, n) => Math.max(0, (taken[n] as number) - base)));
  return kept.map((base) => {
    const more = Math.min(base, over);
    over -= more;
    return base - more;
  });
}

const isRest = ({ product_id, category }: Pick<Rate, "product_id" | "category">) =>
  product_id === undefined && category === undefined;

function partOf(order: Sale, rate: Rate, base: number, earning: readonly number[]): ArithmeticPart {
  const isByPiece = rate.rate_type === "fixed" && (rate.rule === "product" || rate.rule === "category");
  const sold = sum(earning.map((line) => order.lineItems[line]?.quantity ?? 0));
  const ids = new Set(earning.map((line) => productOf(order, line)));
  const returned = sum([...ids].map((id) => order.refundParts?.lines[id]?.quantity ?? 0));
  const quantity = Math.max(0, sold - returned);
  const { currency, ...named } = rate;
  return {
    ...named,
    ...(rate.rate_type === "fixed" && { currency }),
    ...(isByPiece && { quantity }),
    base,
    ...apply(rate, base, isByPiece ? quantity : 1),
  };
}

/** Splits a whole amount by weights, so that a smaller amount makes no part larger (the method of D’Hondt). */
function apportion(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / all));
  const next = (index: number) => BigInt((parts[index] as number) + 1);
  for (let left = amount - parts.reduce((sum, part) => sum + part, 0); left > 0; left--) {
    const most = weights.reduce(
      (best, weight, index) =>
        BigInt(weight) * next(best) > BigInt(weights[best] as number) * next(index) ? index : best,
      0,
    );
    parts[most] = Number(next(most));
  }
  return parts;
}

function limit(uncapped: number, { caps }: Terms) {
  let amount = uncapped;
  const applied = caps.map(({ what, limit }) => {
    const taken = Math.max(0, amount - limit);
    amount -= taken;
    return { what, limit, taken };
  });
  return { amount, caps: applied };
}

const perUnit = 10_000n;
const percent = 100n * perUnit;

/** Rates have at most four decimals. */
function apply({ rate_type, rate }: Rate, base: number, pieces: number) {
  const units = BigInt(Math.round(rate * Number(perUnit))) * BigInt(pieces);
  const [top, bottom] = rate_type === "percentage" ? [BigInt(base) * units, percent] : [units, perUnit];
  const rounded = halfUp(top, bottom);
  return { exact: decimal(top, bottom), amount: rounded < BigInt(base) ? Number(rounded) : base };
}

/** The quotient must not be negative. */
const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);

/** `bottom` must be a power of ten. */
function decimal(top: bigint, bottom: bigint): string {
  const fraction = String(top % bottom)
    .padStart(String(bottom).length - 1, "0")
    .replace(/0+$/, "");
  return `${top / bottom}${fraction && `.${fraction}`}`;
}

function byProduct(order: Sale, parts: readonly number[]): Record<string, number> {
  const products = new Map<string, number>();
  for (const [line, part] of parts.entries()) {
    const id = productOf(order, line);
    if (part !== 0) products.set(id, (products.get(id) ?? 0) + part);
  }
  return Object.fromEntries(products);
}
