import { expect, test } from "vitest";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { lookUpOf, toProducts } from "./remembered-products";

const thing = (fields: Partial<Remembered>) =>
  ({ id: "a", name: "A", price: null, currency: null, extra: {}, ...fields }) as Remembered;

test("a look-up names each product once, always in the same order", () => {
  expect(lookUpOf(["b", "a", undefined, "b", " "]).body.ids).toEqual(["a", "b"]);
});

test("prices are in the store's minor units, and prices in other currencies are ignored", () => {
  const products = toProducts(
    [
      thing({ id: "plain", price: "12.5" }),
      thing({ id: "ours", price: "12.50", currency: "EUR" }),
      thing({ id: "theirs", price: "12.50", currency: "USD" }),
      thing({ id: "exact", price: "19.99" }),
      // Half a cent is rounded up, which binary fractions would miss.
      thing({ id: "half", price: "1.005" }),
      thing({ id: "unknown" }),
    ],
    "EUR",
  );
  expect([...products.values()].map(({ price }) => price)).toEqual([1250, 1250, null, 1999, 101, null]);
  expect(toProducts([thing({ price: "1200" })], "JPY").get("a")?.price).toBe(1200);
});
