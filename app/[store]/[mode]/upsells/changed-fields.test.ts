import { expect, test } from "vitest";
import { changedFields } from "./changed-fields";

const before = {
  name: "Grinder",
  product_id: "prod_c",
  trigger_products: ["a"],
  discount: { type: "percentage", value: 15 },
  placement: "cart",
  status: "draft",
};

test("nothing changed means nothing is sent", () => {
  expect(changedFields(structuredClone(before), before)).toEqual({});
});

test("a discount is sent whole when a part of it changed, and alone", () => {
  const changed = { ...before, discount: { type: "percentage", value: 20 } };
  expect(changedFields(changed, before)).toEqual({ discount: { type: "percentage", value: 20 } });
});

test("the order of triggers is a change", () => {
  expect(changedFields({ ...before, trigger_products: ["a", "b"] }, before)).toEqual({ trigger_products: ["a", "b"] });
});
