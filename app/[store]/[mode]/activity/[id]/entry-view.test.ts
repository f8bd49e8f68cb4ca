import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf } from "./entry-view";

test("only changed fields are listed, each under its path", () => {
  const before = { name: "Mug", discount: { type: "percentage", value: 10 }, trigger_products: ["a", "b"], note: null };
  const after = { name: "Mug", discount: { type: "percentage", value: 15 }, trigger_products: ["b", "a"], note: null };
  expect(changesOf(before, after)).toEqual([
    { field: "discount.value", before: 10, after: 15 },
    { field: "trigger_products", before: ["a", "b"], after: ["b", "a"] },
  ]);
});

test("a created record has no values before, a deleted one none after", () => {
  expect(changesOf(null, { name: "Mug", note: null })).toEqual([
    { field: "name", before: undefined, after: "Mug" },
    { field: "note", before: undefined, after: null },
  ]);
  expect(changesOf({ name: "Mug" }, null)).toEqual([{ field: "name", before: "Mug", after: undefined }]);
});

test("a response with the record in `data` is compared with a response without `data`", () => {
  expect(changesOf({ data: { name: "Mug" } }, { name: "Cup" })).toEqual([
    { field: "name", before: "Mug", after: "Cup" },
  ]);
});

test("records in a list are compared one by one", () => {
  const before = { products: [{ id: "a", quantity: 1 }] };
  const after = { products: [{ id: "a", quantity: 2 }, { id: "b" }] };
  expect(changesOf(before, after)).toEqual([
    { field: "products[0].quantity", before: 1, after: 2 },
    { field: "products[1].id", before: undefined, after: "b" },
  ]);
});

test("equal values are no change, and swapping before and after swaps each change", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(changesOf(one, one)).toEqual([]);
      const swapped = changesOf(other, one).map(({ field, before, after }) => ({
        field,
        before: after,
        after: before,
      }));
      const byField = (list: { field: string }[]) => [...list].sort((a, b) => (a.field < b.field ? -1 : 1));
      expect(byField(swapped)).toEqual(byField(changesOf(one, other)));
    }),
  );
});
