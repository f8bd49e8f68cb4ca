import { expect, test } from "vitest";
import { envelopeOf } from "@/lib/contract/events";
import { toSchema } from "@/lib/contract/json-schema";
import { fieldsOf } from "./fields";

const fields = (type: Parameters<typeof envelopeOf>[0]) => fieldsOf(toSchema(envelopeOf(type), "output", new Map()));

test("fields inside fields and in lists have their paths", () => {
  expect(fields("bundle.purchased")).toContainEqual({ path: "products[].quantity", type: "integer", always: true });
  expect(fields("upsell.accepted")).toContainEqual({ path: "discount.amount", type: "number", always: true });
});

test("words of a known list are told, and what may be left out", () => {
  expect(fields("bundle.purchased")).toContainEqual({
    ...{ path: "bundle_type", type: "fixed | mix_match | build_a_box", always: true },
  });
  expect(fields("upsell.declined")).toContainEqual({ path: "order_id", type: "string", always: false });
});

test("what is in no schema is no field", () => {
  expect(fieldsOf({})).toEqual([]);
});
