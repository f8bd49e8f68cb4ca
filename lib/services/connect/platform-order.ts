import { isIP } from "node:net";
import * as z from "zod";
import type { OrderReportOf } from "../../contract/affiliate-storefront.ts";
import { categoryLength, maxCategories } from "../../contract/checkout/product-words.ts";
import { maxVariants, type ProductDraft } from "../../contract/checkout/products.ts";
import type { ShopDeliveryReason } from "../../contract/checkout/source-words.ts";
import { webUrl } from "../../contract/common.ts";
import { isRecord } from "../../contract/errors.ts";
import type { ShopRefund, ShopSale } from "../../database/schema/checkout-shop.ts";
import { minorDigits, round, shift, toDecimal } from "../../decimal.ts";
import type { Mode } from "../kernel/context.ts";

export type ReadingContext = {
  mode: Mode;
  currency: string;
  receivedAt: string;
  /** Whether what the delivery waits for has had its time to arrive. */
  late: boolean;
};

/** An order as one delivery of a platform shows it. */
export type ShopOrderFacts = {
  /** The platform's id that all deliveries about this order contain. */
  key: string;
  /** Further ids of the same order, which other deliveries may contain alone. */
  aliases?: string[];
  currency: string;
  /** Refunds and chargebacks. */
  refunds: ShopRefund[];
  /** The time of the state in which the order is cancelled or void; absent if this delivery does not show it. */
  cancelledIn?: string | undefined;
  reason?: string | undefined;
  /** What to say if the delivery changes nothing. */
  otherwise?: ShopDeliveryReason;
  /** A field that could not be read, though the order counts without it. */
  unread?: string;
  /** Discount codes that lowered the price. */
  codes?: ShopCode[];
  /** Absent if the delivery does not show the order, but only a refund or a cancellation. */
  state?: {
    version: string;
    orderId: string;
    number: string;
    customerId?: string | undefined;
    visitorId?: string | undefined;
    /** The order's value with edits and before refunds. */
    total: number;
    placedAt: string;
    /** The time of a state in which the order was placed and stood; absent if this delivery shows none. */
    placedIn?: string | undefined;
    /** Whether `refunds` are all that there are, so that a missing one was deleted. */
    listsRefunds?: true;
    sales: ShopSale[];
    report: Omit<OrderReportOf<"order.placed">, "type" | "occurred_at" | "external_id" | "currency">;
  };
};

/** What a code took off, and what one piece of each product costs without it. */
export type ShopCode = {
  code: string;
  off: number;
  prices: { product: string | undefined; variant: string | undefined; price: number }[];
};

export type ShopProduct = {
  product: Omit<ProductDraft, "source">;
  /** When the product was like this, if the platform says so. */
  asOf: string | null;
};

/** As of the time from which it is gone, for which a platform may only have that of the delivery. */
export type DeletedProduct = { deletedProduct: string; asOf: string };

export type ShopReading = { order: ShopOrderFacts } | ShopProduct | DeletedProduct | { ignored: ShopDeliveryReason };

export type Amounts = (value: unknown, field: string) => number;

export class Unreadable extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field} cannot be read.`);
    this.field = field;
  }
}

type Json = Record<string, unknown>;

export function record(value: unknown, field: string): Json {
  if (!isRecord(value)) throw new Unreadable(field);
  return value;
}

export const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

export function idOf(value: unknown, field: string): string {
  const id = textOf(value, 200);
  if (id === undefined) throw new Unreadable(field);
  return id;
}

/** Undefined for what is no text or whole number, or empty. A number too large for JavaScript would be another one. */
export function textOf(value: unknown, most: number): string | undefined {
  if (typeof value !== "string" && !Number.isSafeInteger(value)) return undefined;
  const text = String(value)
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, most)
    .trim();
  return text === "" ? undefined : text.toWellFormed();
}

export function timeOf(value: unknown, field: string): string {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw new Unreadable(field);
  return new Date(at).toISOString();
}

export function currencyOf(value: unknown, field: string): string {
  const code = typeof value === "string" ? value.toUpperCase() : "";
  if (!/^[A-Z]{3}$/.test(code)) throw new Unreadable(field);
  return code;
}

/** Money is never rounded: a total with more decimals than its currency has is unreadable. */
export const amountsIn =
  (currency: string): Amounts =>
  (value, field) => {
    const decimal = decimalOf(value, field);
    const minor = shift(decimal, minorDigits(currency));
    const whole = round(minor);
    if (minor.units !== whole * 10n ** BigInt(minor.scale)) throw new Unreadable(field);
    return Number(whole);
  };

/** For the prices of lines, which only weigh the lines against each other. */
export const roundedIn =
  (currency: string): Amounts =>
  (value, field) =>
    Number(round(shift(decimalOf(value, field), minorDigits(currency))));

function decimalOf(value: unknown, field: string) {
  const decimal = typeof value === "string" || typeof value === "number" ? toDecimal(value) : null;
  if (decimal === null) throw new Unreadable(field);
  return decimal;
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

type Parts = { total: number; discount: number; tax: number; shipping: number };

/** The lines of the order are what is left of the total, so that tips and fees of any kind add up. */
export function partsOf({ total, discount, tax, shipping: sent }: Parts): Parts & { subtotal: number } {
  const shipping = Math.max(0, sent);
  const left = total + discount - tax - shipping;
  return { total, tax, shipping, discount: discount + Math.max(0, -left), subtotal: Math.max(0, left) };
}

export function shopperOf(facts: { email?: unknown; ip?: unknown; click?: unknown; coupons: readonly unknown[] }) {
  const email = textOf(facts.email, 255);
  const click = textOf(facts.click, 500);
  return {
    ...(email !== undefined && email.length < 255 && z.regexes.email.test(email) && { customer_email: email }),
    ...(typeof facts.ip === "string" && isIP(facts.ip) > 0 && { ip: facts.ip }),
    ...(click !== undefined && { click_id: click }),
    coupon_codes: [...new Set(facts.coupons.flatMap((code) => textOf(code, 64) ?? []))].slice(0, 20),
  };
}

type Line = { product: unknown; sku?: unknown; name?: unknown; quantity: unknown; price: number };

export function lineItemsOf(lines: readonly Line[]) {
  return lines
    .flatMap(({ product, sku, name, quantity, price }) => {
      const product_id = textOf(product, 200);
      if (product_id === undefined || !Number.isInteger(quantity) || Number(quantity) < 1 || price < 0) return [];
      const [code, title] = [textOf(sku, 300), textOf(name, 300)];
      return [
        {
          product_id,
          quantity: Math.min(Number(quantity), 1e6),
          unit_price: price,
          ...(code !== undefined && { sku: code }),
          ...(title !== undefined && { name: title }),
        },
      ];
    })
    .slice(0, 500);
}

type Variant = Partial<Record<"id" | "title" | "price" | "compareAt" | "stock" | "image", unknown>>;
type Product = Omit<Variant, "stock"> & {
  url?: unknown;
  handle?: unknown;
  taxIncluded?: unknown;
  categories?: readonly unknown[];
} & Pick<ProductDraft, "status"> & {
    variants?: readonly Variant[];
    asOf: string | null;
  };

/** Products without a price, such as those with variants only, are known without one. */
export function productOf({ id, status, categories = [], variants = [], asOf, ...about }: Product): ShopProduct {
  const { title, price, compareAt, taxIncluded, image, url, handle } = about;
  return {
    product: {
      id: idOf(id, "id"),
      title: textOf(title, 300) ?? idOf(id, "id"),
      price: priceOf(price),
      compare_at_price: priceOf(compareAt),
      tax_included: typeof taxIncluded === "boolean" ? taxIncluded : undefined,
      image_url: addressOf(image),
      url: addressOf(url),
      handle: textOf(handle, 300),
      status,
      categories: categories.flatMap((name) => textOf(name, categoryLength) ?? []).slice(0, maxCategories),
      variants: variants.slice(0, maxVariants).flatMap((variant) => {
        const known = textOf(variant.id, 200);
        const stock = Number.isInteger(variant.stock) ? Number(variant.stock) : null;
        const prices = { price: priceOf(variant.price), compare_at_price: priceOf(variant.compareAt) };
        const own = { title: textOf(variant.title, 300), ...prices, stock, image_url: addressOf(variant.image) };
        return known === undefined ? [] : [{ id: known, ...own }];
      }),
    },
    asOf,
  };
}

function priceOf(price: unknown): number | undefined {
  const amount = textOf(price, 40);
  return amount === undefined ? undefined : Number(amount);
}

const addressOf = (address: unknown) => webUrl.safeParse(address).data;

/** Facts that a shop adds to its orders under names of ours, on every platform. */
export const names = {
  click: "cw_click",
  visitor: "cw_visitor",
  order: "cw_order",
  coupon: "cw_coupon",
  lines: "cw_lines",
  upsell: "cw_upsell",
  bundle: "cw_bundle",
} as const;
