import type { Program } from "../../contract/affiliate/program.ts";
import type { Arithmetic } from "../../database/schema/affiliate-money.ts";
import type { AffiliateRow, OrderRow } from "./contributions.ts";
import { split } from "./contributions.ts";

export type Sale = Pick<
  OrderRow,
  "total" | "tax" | "shipping" | "refundedAmount" | "currency" | "status" | "lineItems"
>;
export type Earner = Pick<AffiliateRow, "commissionType" | "commissionRate" | "currency">;
export type Rules = Pick<Program, "exclude_tax" | "exclude_shipping" | "excluded_products">;

export type Earned = {
  amount: number;
  arithmetic: Arithmetic & { base: number; exclusions: NonNullable<Arithmetic["exclusions"]> };
  /** The commissionable base of each order line. The lines add up to the base if the order has lines. */
  lines: number[];
  products: Record<string, number>;
};

/**
 * Discount, tax and shipping (if they count) and refunds are spread over the lines in proportion to their amounts. A
 * fixed rate is in the affiliate's currency and earns nothing on an order in another currency.
 */
export function commissionFor(order: Sale, earner: Earner, rules: Rules): Earned {
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
  const earning = whole.map((part, n) => (rules.excluded_products.includes(productOf(order, n)) ? 0 : part));
  const excludedLines = rules.excluded_products.map((id) => [id, sumOf(whole, order, id)] as const);
  for (const [id, amount] of excludedLines) if (amount !== null) exclude("product", amount, id);
  if (earner.commissionType === "fixed" && earner.currency !== order.currency) exclude("currency", left);

  const refunded = refundedShare(order, left);
  const base = left - refunded;
  const { exact, amount } = apply(earner, base);
  const lines = split(base, earning);
  return {
    amount,
    arithmetic: {
      order_total: order.total,
      refunded,
      exclusions,
      base,
      rate: earner.commissionRate,
      rate_type: earner.commissionType,
      exact,
      rounding: "half_up",
      amount,
    },
    lines,
    products: byProduct(order, split(amount, lines)),
  };
}

const productOf = ({ lineItems }: Sale, line: number) => lineItems[line]?.product_id as string;

function sumOf(parts: readonly number[], { lineItems }: Sale, id: string): number | null {
  const own = parts.filter((_, line) => lineItems[line]?.product_id === id);
  return own.length === 0 ? null : own.reduce((sum, part) => sum + part, 0);
}

function refundedShare({ status, total, refundedAmount }: Sale, of: number): number {
  if (status === "cancelled" || refundedAmount >= total) return of;
  return Number(halfUp(BigInt(refundedAmount) * BigInt(of), BigInt(total)));
}

const perUnit = 10_000n;
const percent = 100n * perUnit;

/** Rates have at most four decimals. */
function apply({ commissionType, commissionRate }: Earner, base: number) {
  const rate = BigInt(Math.round(commissionRate * Number(perUnit)));
  const [top, bottom] = commissionType === "percentage" ? [BigInt(base) * rate, percent] : [rate, perUnit];
  const amount = Math.min(base, Number(halfUp(top, bottom)));
  return { exact: decimal(top, bottom), amount };
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
