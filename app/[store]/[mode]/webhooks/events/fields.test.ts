import { expect, test } from "vitest";
import { envelopeOf } from "@/lib/contract/events";
import { toSchema } from "@/lib/contract/json-schema";
import { fieldsOf } from "./fields";

const fields = (type: Parameters<typeof envelopeOf>[0]) => fieldsOf(toSchema(envelopeOf(type), "output", new Map()));

test("nested fields and fields in lists have paths", () => {
  expect(fields("bundle.purchased")).toContainEqual({ path: "products[].quantity", type: "integer", always: true });
  expect(fields("upsell.accepted")).toContainEqual({ path: "discount.amount", type: "number", always: true });
});

test("values of an enumeration are listed, and optional fields are marked", () => {
  expect(fields("bundle.purchased")).toContainEqual({
    path: "bundle_type",
    type: "fixed | mix_match | build_a_box",
    always: true,
  });
  expect(fields("upsell.declined")).toContainEqual({ path: "order_id", type: "string", always: false });
});

test("a value without a schema is no field", () => {
  expect(fieldsOf({})).toEqual([]);
});
