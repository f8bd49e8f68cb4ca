import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examine } from "../../../app/[store]/[mode]/upsells/doctor/doctor.ts";
import { nextOf, upsellProblems } from "../../contract/checkout/upsell-words.ts";
import type { Upsell } from "../../contract/checkout/upsells.ts";
import { product as productTable, upsell as upsellTable } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let key: string;
let tenantId: number;

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
  const { rows } = await services.db.$client.query(
    "select id from checkout.tenant where store_id = 'shop' and mode = 'live'",
  );
  tenantId = rows[0].id;
});
afterAll(() => services.close());

const id = fc.constantFrom("mug", "kettle", "filter", "unheard");
const offer = fc.record({
  productId: id,
  recommendation: fc.constantFrom({}, { kind: "bought_together" as const }),
  triggerProducts: fc.uniqueArray(id, { maxLength: 2 }),
  placement: fc.constantFrom("cart", "checkout"),
  status: fc.constantFrom("active", "draft"),
  nextAccepted: fc.constantFrom(null, null, "ups_0", "ups_1"),
  nextDeclined: fc.constantFrom(null, null, "ups_2"),
  quantity: fc.constantFrom({}, { most: 3 }, { least: 3 }),
  schedule: fc.constantFrom({}, { ends_at: "2026-01-15T09:30:00.000Z" }, { ends_at: "2999-01-15T09:30:00.000Z" }),
  discount: fc.constantFrom(
    { type: "percentage", value: 100 },
    { type: "percentage", value: 15 },
    { type: "percentage", value: 99.99 },
    { type: "percentage", value: 0.5 },
    { type: "percentage", value: 100.5 },
    { type: "fixed_amount", value: 10 },
    { type: "fixed_amount", value: 9.996 },
    { type: "fixed_amount", value: 2.5 },
    { type: "fixed_amount", value: 0 },
    { type: "fixed_amount", value: 1_000_000.01 },
  ),
});
const product = fc.record({
  price: fc.constantFrom(null, 0, 40, 1000, 4000),
  stocks: fc.array(fc.constantFrom(null, -1, 0, 2, 5), { maxLength: 2 }),
  status: fc.constantFrom("active" as const, "draft" as const, "archived" as const),
});
const shop = fc.record({
  offers: fc.array(offer, { minLength: 1, maxLength: 6 }),
  products: fc.record({ mug: product, kettle: product, filter: product }),
  maxOffers: fc.integer({ min: 1, max: 3 }),
});

test("the filter by problem finds the offers of which the offer check says so", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(shop, async ({ offers, products, maxOffers }) => {
      await services.db.delete(upsellTable);
      await services.db.delete(productTable);
      const rows = offers.map(({ discount, ...rest }, n) => ({
        ...rest,
        tenantId,
        id: `ups_${n}`,
        name: `Offer ${n}`,
        discountType: discount.type,
        discountValue: discount.value,
      }));
      await services.db.insert(upsellTable).values(rows);
      const known = Object.entries(products).map(([id, { stocks, ...one }]) => {
        const blank = { title: null, price: null, image_url: null };
        const variants = stocks.map((stock, n) => ({ id: `${id}${n}`, stock, ...blank }));
        return { tenantId, id, title: id, source: "api", variants, ...one };
      });
      await services.db.insert(productTable).values(known);
      const upsells = { max_offers_per_checkout: maxOffers };
      await services.call("PATCH", "/checkout/v1/settings", { key, body: { upsells } });
      const list = async (problem: string): Promise<string[]> => {
        const { body } = await services.call("GET", `/checkout/v1/upsells?problem=${problem}&per_page=100`, { key });
        return body.data.map((one: { id: string }) => one.id).sort();
      };
      const records = offers.map(
        ({ productId, triggerProducts, nextAccepted, nextDeclined, ...rest }, n): Upsell => ({
          ...rest,
          next_accepted: nextAccepted,
          next_declined: nextDeclined,
          id: `ups_${n}`,
          product_id: productId,
          trigger_products: triggerProducts,
        }),
      );
      const found = records.map((one) => {
        const { price, status, variants = [] } = known.find(({ id }) => id === one.product_id) ?? {};
        const stocks = variants.flatMap(({ stock }) => stock ?? []);
        const isCounted = stocks.length > 0 && stocks.length === variants.length;
        const codes = examine(one, {
          currency: "EUR",
          others: records,
          followers: new Set(records.flatMap(nextOf)),
          next: records.filter(({ id }) => nextOf(one).includes(id)),
          maxOffers,
          price,
          now: Date.now(),
          mostInStock: isCounted ? Math.max(...stocks) : undefined,
          unknown: status === undefined,
          withheld: status === "active" ? undefined : status,
        }).map(({ code }) => (code === "duplicate" ? "overlap" : code));
        return { id: one.id, codes: new Set<string>(codes) };
      });
      const having = (words: readonly string[]) =>
        found.filter(({ codes }) => words.some((word) => codes.has(word))).map((one) => one.id);
      for (const problem of upsellProblems)
        expect({ [problem]: await list(problem) }).toEqual({ [problem]: having([problem]) });
      expect(await list("any")).toEqual(having(upsellProblems));
    }),
    { numRuns: 60 },
  );
});
