import type { Program } from "../../contract/affiliate/program.ts";
import type { Arithmetic, ArithmeticPart } from "../../database/schema/affiliate-money.ts";
import type { OrderRow } from "./contributions.ts";
import { split } from "./contributions.ts";
import type { Rate, Terms } from "./rules/terms.ts";

export type Sale = Pick<
  OrderRow,
  "total" | "tax" | "shipping" | "refundedAmount" | "currency" | "status" | "lineItems"
>;
export type Exclusions = Pick<Program, "exclude_tax" | "exclude_shipping" | "excluded_products">;

export type Earned = {
  amount: number;
  arithmetic: Arithmetic & { base: number; exclusions: NonNullable<Arithmetic["exclusions"]> };
  /** The commissionable base of each order line. The lines add up to the base if the order has lines. */
  lines: number[];
  products: Record<string, number>;
};

/**
 * Discount, tax and shipping (if they count) and refunds are spread over the lines in proportion to their amounts. Lines
 * with the same rule are one part, and each part is rounded. A fixed rate is paid once for an order, or for each piece
 * of its product or category, and earns nothing on an order in another currency.
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
  const whole = split(left, weights);
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

  const refunded = refundedShare(order, left);
  const base = left - refunded;
  const groups = [...Map.groupBy(rates.keys(), (line) => rates[line] as Rate)];
  const bases = apportion(
    base,
    groups.map(([, own]) => own.reduce((sum, line) => sum + (earning[line] ?? left), 0)),
  );
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
      own.map((line) => earning[line] ?? 0),
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
      order_total: order.total,
      refunded,
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

function refundedShare({ status, total, refundedAmount }: Sale, of: number): number {
  if (status === "cancelled" || refundedAmount >= total) return of;
  return Number(halfUp(BigInt(refundedAmount) * BigInt(of), BigInt(total)));
}

function partOf({ lineItems }: Sale, rate: Rate, base: number, earning: readonly number[]): ArithmeticPart {
  const isByPiece = rate.rate_type === "fixed" && (rate.rule === "product" || rate.rule === "category");
  const quantity = earning.reduce((sum, line) => sum + (lineItems[line]?.quantity ?? 0), 0);
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
