import { minorDigits } from "../../decimal.ts";
import {
  type Amounts,
  currencyOf,
  idOf,
  names,
  type Place,
  partsOf,
  productOf,
  type Reading,
  record,
  shopperOf,
  textOf,
  timeOf,
  Unreadable,
} from "./reading.ts";

type Json = Record<string, unknown>;

// Stripe's decimals differ from ISO 4217 in a few currencies, such as ISK and UGX, which have two there and none here.
const noDecimals = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const threeDecimals = "BHD JOD KWD OMR TND".split(" ");

const digitsAtStripe = (currency: string) =>
  noDecimals.includes(currency) ? 0 : threeDecimals.includes(currency) ? 3 : 2;

const amountsIn =
  (currency: string): Amounts =>
  (value, field) => {
    const amount = typeof value === "number" ? value * 10 ** (minorDigits(currency) - digitsAtStripe(currency)) : null;
    if (amount === null || !Number.isSafeInteger(amount) || amount < 0) throw new Unreadable(field);
    return amount;
  };

export function readStripe(topic: string, payload: unknown, place: Place): Reading {
  const event = record(payload, "event");
  if (event.livemode !== true && place.mode === "live") return { ignored: "test_order" };
  if (event.livemode === true && place.mode === "sandbox") return { ignored: "live_order" };
  const object = record(record(event.data, "data").object, "data.object");
  const at = timeOf(new Date(Number(event.created) * 1000).toJSON(), "created");
  switch (topic) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return readSession(object, at);
    case "payment_intent.succeeded":
      // A payment of Stripe Checkout is counted by its session, so other payments are told apart by the shop's marks.
      return Object.values(names).some((name) => name in metadataOf(object))
        ? readIntent(object, at)
        : { ignored: "counted_elsewhere" };
    case "charge.refunded":
      return readCharge(object, at);
    case "product.created":
    case "product.updated":
      return productOf({
        id: object.id,
        title: object.name,
        image: [object.images].flat()[0],
        url: object.url,
        asOf: at,
      });
    case "product.deleted":
      return { deletedProduct: idOf(object.id, "id") };
    case "checkout.session.async_payment_failed":
      return { ignored: "not_paid" };
    default:
      // The refunds of a charge are counted by the charge, which has their sum.
      return { ignored: /^(charge\.)?refund\./.test(topic) ? "counted_elsewhere" : "other_topic" };
  }
}

const metadataOf = ({ metadata }: Json) => (metadata ?? {}) as Json;
/** Stripe sends the id of a related object, or the object itself where it is expanded. */
const refOf = (value: unknown) => textOf(typeof value === "object" && value !== null ? (value as Json).id : value, 200);

function readSession(session: Json, at: string): Reading {
  if (session.mode === "setup") return { ignored: "other_topic" };
  if (session.payment_status === "unpaid") return { ignored: "not_paid" };
  const read = amountsIn(currencyOf(session.currency, "currency"));
  const { amount_discount, amount_shipping, amount_tax } = (session.total_details ?? {}) as Json;
  const reference = textOf(session.client_reference_id, 200);
  return placed(session, at, {
    key: refOf(session.payment_intent) ?? refOf(session.invoice) ?? idOf(session.id, "id"),
    // A payment link takes one reference: the click, or the shop's own order.
    click: metadataOf(session)[names.click] ?? (reference?.startsWith("clk_") ? reference : undefined),
    reference: reference?.startsWith("clk_") ? undefined : reference,
    email: (session.customer_details as Json | null | undefined)?.email ?? session.customer_email,
    parts: {
      total: read(session.amount_total, "amount_total"),
      discount: read(amount_discount ?? 0, "total_details.amount_discount"),
      tax: read(amount_tax ?? 0, "total_details.amount_tax"),
      shipping: read(amount_shipping ?? 0, "total_details.amount_shipping"),
    },
  });
}

function readIntent(intent: Json, at: string): Reading {
  const total = amountsIn(currencyOf(intent.currency, "currency"))(intent.amount_received, "amount_received");
  return placed(intent, at, {
    key: idOf(intent.id, "id"),
    click: metadataOf(intent)[names.click],
    reference: undefined,
    email: intent.receipt_email,
    parts: { total, discount: 0, tax: 0, shipping: 0 },
  });
}

type Paid = {
  key: string;
  click: unknown;
  reference: string | undefined;
  email: unknown;
  parts: Parameters<typeof partsOf>[0];
};

function placed(object: Json, at: string, { key, click, reference, email, parts }: Paid): Reading {
  const metadata = metadataOf(object);
  const placedAt = timeOf(new Date(Number(object.created) * 1000).toJSON(), "created");
  const orderId = textOf(metadata[names.order], 200) ?? reference ?? key;
  const customerId = refOf(object.customer);
  return {
    order: {
      key,
      currency: currencyOf(object.currency, "currency"),
      refunds: [],
      state: {
        version: at,
        orderId,
        number: orderId,
        customerId,
        visitorId: textOf(metadata[names.visitor], 200),
        total: parts.total,
        placedAt,
        placedIn: placedAt,
        report: {
          ...partsOf(parts),
          order_number: orderId.slice(0, 100),
          ...(customerId !== undefined && { customer_id: customerId }),
          ...shopperOf({ email, click, coupons: [metadata[names.coupon]] }),
          line_items: [],
        },
      },
    },
  };
}

/** A charge has the sum of its refunds so far, so the latest one says all that earlier ones said. */
function readCharge(charge: Json, at: string): Reading {
  const currency = currencyOf(charge.currency, "currency");
  const amount = amountsIn(currency)(charge.amount_refunded, "amount_refunded");
  if (amount === 0) return { ignored: "nothing_new" };
  const id = idOf(charge.id, "id");
  return { order: { key: refOf(charge.payment_intent) ?? id, currency, refunds: [{ id, amount, at }] } };
}
