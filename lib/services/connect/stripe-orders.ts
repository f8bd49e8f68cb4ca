import type { ShopDeliveryReason } from "../../contract/checkout/source-words.ts";
import {
  currencyOf,
  idOf,
  lineItemsOf,
  names,
  partsOf,
  type ReadingContext,
  type ShopOrderFacts,
  type ShopReading,
  shopperOf,
  sumOf,
  textOf,
} from "./platform-order.ts";
import { type SoldLine, salesOf } from "./sales.ts";
import {
  amountsIn,
  isMarked,
  metadataOf,
  refOf,
  type StripeObject,
  secondsOf,
  wholeList,
  within,
} from "./stripe-fields.ts";

// One sale is told by several objects: a session of Checkout has the shop's marks, an invoice has the lines.

export function readSession(session: StripeObject): ShopReading {
  if (session.mode === "setup") return { ignored: "other_topic" };
  if (session.payment_status === "unpaid") return { ignored: "not_paid" };
  const read = amountsIn(currencyOf(session.currency, "currency"));
  const { amount_discount, amount_shipping, amount_tax } = (session.total_details ?? {}) as StripeObject;
  const reference = textOf(session.client_reference_id, 200);
  const [payment, invoice] = [refOf(session.payment_intent), refOf(session.invoice)];
  const placedAt = secondsOf(session.created, "created");
  return placed(session, metadataOf(session), {
    ids: [payment, invoice].filter((id) => id !== undefined),
    // A payment link takes one reference: the click, or the shop's own order.
    click: reference?.startsWith("clk_") ? reference : undefined,
    reference: reference?.startsWith("clk_") ? undefined : reference,
    email: within(session, "customer_details", "email") ?? session.customer_email,
    placedAt,
    parts: {
      total: read(session.amount_total, "amount_total"),
      discount: read(amount_discount ?? 0, "total_details.amount_discount"),
      tax: read(amount_tax ?? 0, "total_details.amount_tax"),
      shipping: read(amount_shipping ?? 0, "total_details.amount_shipping"),
    },
    lines: wholeList(session.line_items)?.map((line) => ({ ...line, amount: line.amount_subtotal })),
    sold: wholeList(session.line_items),
  });
}

/** The invoice that a payment, a charge or a refund names, as the shapes of different years do. */
export function invoiceOf(object: StripeObject): string | undefined {
  const reference = textOf(within(object, "payment_details", "order_reference"), 200);
  return refOf(object.invoice) ?? (reference?.startsWith("in_") ? reference : undefined);
}

/** A payment of Checkout is counted by its session, so other payments are told apart by the shop's marks. */
export function readIntent(intent: StripeObject): ShopReading {
  const id = idOf(intent.id, "id");
  const invoice = invoiceOf(intent);
  const currency = currencyOf(intent.currency, "currency");
  if (!isMarked(metadataOf(intent))) {
    if (invoice === undefined) return { ignored: "counted_elsewhere" };
    return { order: { key: id, aliases: [invoice], currency, refunds: [], otherwise: "counted_elsewhere" } };
  }
  const total = amountsIn(currency)(intent.amount_received, "amount_received");
  return placed(intent, metadataOf(intent), {
    ids: invoice === undefined ? [id] : [id, invoice],
    email: intent.receipt_email,
    placedAt: secondsOf(intent.created, "created"),
    parts: { total, discount: 0, tax: 0, shipping: 0 },
  });
}

const beginnings = ["subscription_create", "quote_accept"];

/**
 * The first invoice of a subscription belongs to a session of Checkout, if there was one, and waits for it, because only
 * the session may have the shopper's click. Renewals have the marks of their own invoice: those of the subscription were
 * for its first order.
 */
export function readInvoice(invoice: StripeObject, at: string, { late }: ReadingContext): ShopReading {
  const parent = within(invoice, "parent", "subscription_details");
  const subscription = refOf(within(parent, "subscription") ?? invoice.subscription);
  const isRenewal = subscription !== undefined && !beginnings.includes(String(invoice.billing_reason));
  const [lines, shown] = [wholeList(invoice.lines), within(invoice, "lines", "data")];
  const inherited = parent ?? invoice.subscription_details ?? [shown].flat()[0];
  const marks = { ...(subscription !== undefined && !isRenewal && metadataOf(inherited)), ...metadataOf(invoice) };
  const read = amountsIn(currencyOf(invoice.currency, "currency"));
  // What a credit of the customer paid was sold, or given back, before.
  const total = read(invoice.amount_due ?? invoice.total, "amount_due");
  if (total === 0 && (isRenewal || subscription === undefined)) return { ignored: "nothing_due" };
  const paid = within(invoice, "status_transitions", "paid_at");
  const isAlone = subscription === undefined && !isMarked(marks);
  const waits = subscription !== undefined && !isRenewal && !late && !(names.click in marks);
  const id = idOf(invoice.id, "id");
  return placed(invoice, marks, {
    ids: [id, ...paymentsOf(invoice)],
    email: invoice.customer_email,
    number: isRenewal ? textOf(invoice.number, 200) : undefined,
    placedAt: typeof paid === "number" ? secondsOf(paid, "status_transitions.paid_at") : at,
    parts: {
      total,
      discount: sumOf(amountsOf(invoice.total_discount_amounts, read, "total_discount_amounts")),
      tax: sumOf(taxesOf(invoice, read)),
      shipping: read(invoice.amount_shipping ?? within(invoice, "shipping_cost", "amount_subtotal") ?? 0, "shipping"),
    },
    lines,
    // The lines of a renewal have the marks of the subscription, which were for its first order.
    sold: isRenewal ? undefined : lines,
    awaits: isAlone ? "counted_elsewhere" : waits ? "session_awaited" : undefined,
  });
}

/** In the shapes before and since 2025-03-31. */
function paymentsOf(invoice: StripeObject): string[] {
  const before = refOf(invoice.payment_intent) ?? refOf(invoice.charge);
  const since = (wholeList(invoice.payments) ?? []).map(
    ({ payment }) => refOf(within(payment, "payment_intent")) ?? refOf(within(payment, "charge")),
  );
  return [before, ...since].filter((id) => id !== undefined);
}

type Read = ReturnType<typeof amountsIn>;

const amountsOf = (list: unknown, read: Read, field: string) =>
  Array.isArray(list) ? list.map((one) => read(within(one, "amount"), field)) : [];

const taxesOf = (invoice: StripeObject, read: Read) =>
  typeof invoice.tax === "number"
    ? [read(invoice.tax, "tax")]
    : amountsOf(invoice.total_taxes ?? invoice.total_tax_amounts, read, "total_taxes");

type Sale = {
  /** All objects that are this sale; if there is none, the object itself. */
  ids: string[];
  click?: string | undefined;
  reference?: string | undefined;
  number?: string | undefined;
  email: unknown;
  placedAt: string;
  parts: Parameters<typeof partsOf>[0];
  lines?: StripeObject[] | undefined;
  /** Those lines whose marks are of this sale. */
  sold?: StripeObject[] | undefined;
  /** Why this alone is no order. */
  awaits?: ShopDeliveryReason | undefined;
};

function placed(object: StripeObject, marks: StripeObject, sale: Sale): { order: ShopOrderFacts } {
  const { ids, click, reference, email, placedAt, parts, awaits } = sale;
  const [key = idOf(object.id, "id"), ...aliases] = ids;
  const currency = currencyOf(object.currency, "currency");
  const orderId = textOf(marks[names.order], 200) ?? reference ?? key;
  const number = sale.number ?? orderId;
  const customerId = refOf(object.customer);
  const marked = textOf(marks[names.lines], 500);
  const read = amountsIn(currency);
  const lines = marked === undefined ? linesIn(sale.lines ?? []) : markedLines(marked, read);
  return {
    order: {
      key,
      aliases,
      currency,
      refunds: [],
      ...(awaits && { otherwise: awaits }),
      ...(!lines && { unread: `metadata.${names.lines}` }),
      state: {
        version: placedAt,
        orderId,
        number,
        customerId,
        visitorId: textOf(marks[names.visitor], 200),
        total: parts.total,
        placedAt,
        placedIn: awaits ? undefined : placedAt,
        sales: salesOf((sale.sold ?? []).flatMap((line) => soldLine(line, read) ?? [])),
        report: {
          ...partsOf(parts),
          order_number: number.slice(0, 100),
          ...(customerId !== undefined && { customer_id: customerId }),
          ...shopperOf({ email, click: marks[names.click] ?? click, coupons: [marks[names.coupon]] }),
          line_items: lineItemsOf(lines ?? []),
        },
      },
    },
  };
}

/** Undefined for a credit, such as one for unused time. */
function soldLine(line: StripeObject, read: Read): SoldLine | undefined {
  const { amount, amount_subtotal = amount, amount_discount, description, quantity } = line;
  if (typeof amount_subtotal !== "number" || amount_subtotal < 0) return undefined;
  const listed = read(amount_subtotal, "lines.amount");
  const off = sumOf([
    read(amount_discount ?? 0, "lines.amount_discount"),
    ...amountsOf(line.discount_amounts, read, "lines.discount_amounts"),
  ]);
  const mark = (name: string) => metadataOf(line)[name];
  return { mark, product: productIn(line), title: description, quantity, listed, charged: listed - off };
}

const productIn = ({ pricing, price, plan }: StripeObject) =>
  refOf(within(pricing, "price_details", "product") ?? within(price, "product") ?? within(plan, "product"));

type Lines = Parameters<typeof lineItemsOf>[0];

/** Credits for unused time are no goods, and lower what the other lines are worth. */
const linesIn = (lines: readonly StripeObject[]): Lines =>
  lines.flatMap(({ amount, quantity, description, ...line }) => {
    const pieces = typeof quantity === "number" && quantity > 0 ? quantity : 1;
    if (typeof amount !== "number" || amount < 0) return [];
    return [{ product: productIn(line), name: description, quantity: pieces, price: Math.round(amount / pieces) }];
  });

/** Such as `prod_1:2:2000,prod_2:1:490`: a product, how many, and the price of one in Stripe's smallest unit. */
function markedLines(text: string, read: Read): Lines | undefined {
  const lines = text.split(",").map((line) => /^\s*(.+):([1-9]\d{0,5}):(\d{1,12})\s*$/.exec(line));
  if (!lines.every((line) => line !== null)) return undefined;
  return lines.map(([, product, quantity, price]) => ({
    product,
    quantity: Number(quantity),
    price: read(Number(price), names.lines),
  }));
}
