import fc from "fast-check";
import { expect, test } from "vitest";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { changedFields, divergences, fieldsOf, follow, merge } from "./merge-edits";

const before: UpsellDraft = {
  name: "Grinder",
  product_id: "prod_c",
  trigger_products: ["a"],
  discount: { type: "percentage", value: 15 },
  placement: "cart",
  status: "draft",
};

test("an unchanged draft sends nothing", () => {
  expect(changedFields(structuredClone(before), before)).toEqual({});
});

test("a changed part of a discount sends the whole discount and no other field", () => {
  const changed = { ...before, discount: { type: "percentage", value: 20 } };
  expect(changedFields(changed, before)).toEqual({ discount: { type: "percentage", value: 20 } });
});

test("another order of triggers is a change", () => {
  expect(changedFields({ ...before, trigger_products: ["a", "b"] }, before)).toEqual({ trigger_products: ["a", "b"] });
});

test("another person's change is reported with its former value, and whether the field was changed here", () => {
  const mine = { ...before, name: "Mine" };
  const theirs = { ...before, name: "Theirs", product_id: "prod_new" };
  expect(divergences(before, mine, theirs)).toEqual([
    { field: "name", before: "Grinder", theirs: "Theirs", mine: "Mine", touched: true },
    { field: "product_id", before: "prod_c", theirs: "prod_new", mine: "prod_c", touched: false },
  ]);
});

test("two people who make the same change have nothing to decide", () => {
  const both = { ...before, name: "Both" };
  expect(divergences(before, both, structuredClone(both))).toEqual([]);
});

// Each field has few values, so that two people often choose the same one and often different ones.
const word = fc.constantFrom("a", "b", "c");
const draft: fc.Arbitrary<UpsellDraft> = fc.record({
  name: word,
  product_id: word,
  trigger_products: fc.uniqueArray(word, { maxLength: 2 }),
  discount: fc.record({ type: word, value: fc.constantFrom(1, 2, Number.NaN) }),
  placement: word,
  status: word,
});
const fields = fieldsOf(before);
const choice = fc.subarray(fields);

const applied = (record: UpsellDraft, body: Partial<UpsellDraft>) => ({ ...record, ...body });

test("the saved record contains in each field exactly the value that was chosen for it", () => {
  fc.assert(
    fc.property(draft, draft, draft, choice, (start, mine, theirs, wanted) => {
      const open = divergences(start, mine, theirs).map(({ field }) => field);
      const taken = open.filter((field) => wanted.includes(field));
      const result = merge(mine, theirs, taken);
      const record = applied(theirs, changedFields(result, theirs));
      for (const field of fields) {
        expect(record[field]).toEqual(taken.includes(field) ? theirs[field] : mine[field]);
      }
    }),
  );
});

test("no change of either person is lost without being reported", () => {
  fc.assert(
    fc.property(draft, draft, draft, (start, mine, theirs) => {
      const told = new Set(divergences(start, mine, theirs).map(({ field }) => field));
      for (const field of fields) {
        const [a, b, c] = [start, mine, theirs].map((each) => JSON.stringify(each[field]));
        const lost = a !== c && b !== c;
        expect(told.has(field)).toBe(lost);
      }
    }),
  );
});

test("an open form follows the record in untouched fields and keeps the base of touched ones", () => {
  fc.assert(
    fc.property(draft, draft, draft, (start, typed, now) => {
      const { base, moved } = follow(start, typed, now);
      const shown = merge(typed, now, moved);
      for (const field of fields) {
        const untouched = JSON.stringify(typed[field]) === JSON.stringify(start[field]);
        expect(base[field]).toEqual(untouched ? now[field] : start[field]);
        expect(shown[field]).toEqual(untouched ? now[field] : typed[field]);
      }
      const both = divergences(base, shown, now).map(({ field }) => field);
      expect(both).toEqual(divergences(start, typed, now).flatMap(({ field, touched }) => (touched ? [field] : [])));
    }),
  );
});
