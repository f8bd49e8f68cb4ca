import {
  currencyOf,
  idOf,
  productOf,
  type ReadingContext,
  record,
  type ShopOrderFacts,
  type ShopReading,
  textOf,
} from "./platform-order.ts";
import { amountsIn, refOf, type StripeObject, secondsOf } from "./stripe-fields.ts";
import { invoiceOf, readIntent, readInvoice, readSession } from "./stripe-orders.ts";

export function readStripe(topic: string, payload: unknown, place: ReadingContext): ShopReading {
  const event = record(payload, "event");
  if (event.livemode !== true && place.mode === "live") return { ignored: "test_order" };
  if (event.livemode === true && place.mode === "sandbox") return { ignored: "live_order" };
  const object = record(record(event.data, "data").object, "data.object");
  const at = secondsOf(event.created, "created");
  switch (topic) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return readSession(object);
    case "checkout.session.async_payment_failed":
      return { ignored: "not_paid" };
    case "invoice.paid":
    case "invoice.payment_succeeded":
      return readInvoice(object, at, place);
    case "invoice_payment.paid":
      return readInvoicePayment(object);
    case "payment_intent.succeeded":
      return readIntent(object);
    case "payment_intent.canceled":
      return {
        order: {
          ...paymentOf(object, idOf(object.id, "id")),
          cancelledIn: at,
          reason: textOf(object.cancellation_reason, 40),
          otherwise: "not_paid",
        },
      };
    case "charge.refunded":
      return readCharge(object, at);
    case "product.created":
    case "product.updated":
      return productOf({
        id: object.id,
        title: object.name,
        image: [object.images].flat()[0],
        url: object.url,
        status: object.active === false ? "archived" : "active",
        asOf: at,
      });
    case "product.deleted":
      return { deletedProduct: idOf(object.id, "id"), asOf: at };
  }
  if (/^charge\.dispute\./.test(topic)) return readDispute(object, at);
  return /^(charge\.)?refund\./.test(topic) ? readRefund(object, at) : { ignored: "other_topic" };
}

/** The order that a payment is for. Until 2025-03-31, payments and charges named their invoice. */
function paymentOf(object: StripeObject, id: string): ShopOrderFacts {
  const invoice = invoiceOf(object);
  return {
    key: id,
    ...(invoice !== undefined && { aliases: [invoice] }),
    currency: currencyOf(object.currency, "currency"),
    refunds: [],
  };
}

/** Since 2025-03-31, only this says which payment paid which invoice. */
function readInvoicePayment(object: StripeObject): ShopReading {
  const { payment_intent, charge } = record(object.payment, "payment");
  const payment = refOf(payment_intent) ?? refOf(charge);
  if (payment === undefined) return { ignored: "counted_elsewhere" };
  return {
    order: {
      key: idOf(refOf(object.invoice), "invoice"),
      aliases: [payment],
      currency: currencyOf(object.currency, "currency"),
      refunds: [],
      otherwise: "counted_elsewhere",
    },
  };
}

/** A charge has the sum of its refunds so far. */
function readCharge(charge: StripeObject, at: string): ShopReading {
  const id = idOf(charge.id, "id");
  const facts = paymentOf(charge, refOf(charge.payment_intent) ?? id);
  const amount = amountsIn(facts.currency)(charge.amount_refunded, "amount_refunded");
  return { order: { ...facts, refunds: [{ id, amount, at }] } };
}

/** A refund is in the sum of its charge, and says by itself only that it failed. */
function readRefund(refund: StripeObject, at: string): ShopReading {
  if (refund.status !== "failed" && refund.status !== "canceled") return { ignored: "counted_elsewhere" };
  const charge = idOf(refOf(refund.charge), "charge");
  const facts = paymentOf(refund, refOf(refund.payment_intent) ?? charge);
  const amount = amountsIn(facts.currency)(refund.amount, "amount");
  return { order: { ...facts, refunds: [{ id: idOf(refund.id, "id"), of: charge, amount, at }] } };
}

const takesMoney = ["needs_response", "under_review", "lost"];

/** The bank takes the money when a dispute begins, and not yet when it only asks. */
function readDispute(dispute: StripeObject, at: string): ShopReading {
  const facts = paymentOf(dispute, idOf(refOf(dispute.payment_intent) ?? refOf(dispute.charge), "payment_intent"));
  const disputed = amountsIn(facts.currency)(dispute.amount, "amount");
  const amount = takesMoney.includes(String(dispute.status)) ? disputed : 0;
  return { order: { ...facts, refunds: [{ id: idOf(dispute.id, "id"), amount, at, chargeback: true }] } };
}
