import { expect, test } from "vitest";
import { affiliateEventMeanings } from "./event-words.ts";
import {
  attemptDelays,
  envelopeOf,
  eventData,
  eventTypes,
  maxAttempts,
  sample,
  signatureHeader,
  successCodes,
} from "./events.ts";

// The tables of section 6 of the checkout specification.
test("the seven specified events come first, before our own", () => {
  expect(eventTypes.slice(7)).toEqual(Object.keys(affiliateEventMeanings));
  expect(eventTypes.slice(0, 7)).toEqual([
    "upsell.accepted",
    "upsell.declined",
    "bundle.purchased",
    "experiment.concluded",
    "order.edited",
    "order.cancelled",
    "subscription.created",
  ]);
});

test("the rules of delivery are the specified ones", () => {
  expect(signatureHeader).toBe("X-Service-Signature");
  expect(successCodes).toEqual([200, 201, 202, 204]);
  expect(attemptDelays.map((seconds) => seconds / 60)).toEqual([0, 5, 30, 120, 1440]);
  expect(maxAttempts).toBe(5);
});

test("the three payloads that the specification shows have its fields", () => {
  const fields = (type: keyof typeof eventData) => Object.keys(eventData[type].shape).join(" ");
  expect(fields("upsell.accepted")).toBe(
    "upsell_id upsell_name order_id platform_order_id customer_id product discount final_price",
  );
  expect(fields("bundle.purchased")).toBe(
    "bundle_id bundle_name bundle_type order_id products original_price bundle_price savings",
  );
  expect(fields("order.edited")).toBe("order_id platform_order_id edit_type changes amount_changed new_total");
});

test("an envelope accepts only the payload of its own event", () => {
  const edited = {
    id: "evt_1",
    type: "order.edited",
    created_at: "2026-01-01T00:00:00Z",
    data: {
      order_id: "o",
      platform_order_id: "7",
      edit_type: "add_items",
      changes: { items_added: [{ product_id: "p", quantity: 1, price: 5 }], items_removed: [], quantity_changes: [] },
      amount_changed: 5,
      new_total: 25,
    },
  };
  expect(envelopeOf("order.edited").safeParse(edited).success).toBe(true);
  expect(envelopeOf("order.edited").safeParse({ ...edited, data: {} }).success).toBe(false);
  expect(envelopeOf("order.cancelled").safeParse(edited).success).toBe(false);
});

test.each(eventTypes)("the sample of %s has every field of its schema", (type) => {
  const { shape } = eventData[type];
  expect(eventData[type].parse(sample(type))).toEqual(sample(type));
  const declared = Object.entries(shape).filter(([, field]) => field.type !== "optional");
  expect(Object.keys(sample(type))).toEqual(expect.arrayContaining(declared.map(([name]) => name)));
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(Object.keys(sample(type))));
});
