import fc from "fast-check";
import { NextIntlClientProvider } from "next-intl";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { changedFields } from "@/components/forms/merge-edits";
import type { Products } from "@/components/products/remembered-products";
import { type Desk, type DeskFacts, DeskProvider } from "@/lib/api/desk";
import { checkout } from "@/lib/contract/checkout";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { createFormat } from "@/lib/format";
import * as messages from "@/lib/i18n/messages/en";
import { readUpsell, resolve } from "../check-upsell";
import { toDraft } from "../words";
import { UpsellPreview } from "./upsell-preview";

// The real components render preview and sentence, which are compared with the body that the API receives.

const store = { id: "shop", name: "Shop", currency: "EUR", timeZone: "UTC" };
const format: Desk["format"] = createFormat({ locale: "en", ...store });

function shown(upsell: UpsellDraft, products: Products = new Map()): string {
  const facts = { store, routes: { checkout: {}, affiliate: {}, desk: {} } } as unknown as DeskFacts;
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <DeskProvider facts={facts}>
        <NuqsTestingAdapter>
          <UpsellPreview upsell={upsell} general={{}} products={products} doubt={() => undefined} />
        </NuqsTestingAdapter>
      </DeskProvider>
    </NextIntlClientProvider>,
  );
  const text = markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  return text
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

async function bodyOf(entered: UpsellDraft): Promise<UpsellDraft | null> {
  const { values, errors } = await resolve(entered, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  } as never);
  return Object.keys(errors).length === 0 ? (values as UpsellDraft) : null;
}

/** Sends the body through the operation's validation, applies it to the record, and reads the result back. */
function storedAfter(record: UpsellDraft, body: UpsellDraft): UpsellDraft {
  const sent = JSON.parse(JSON.stringify(changedFields(body, record)));
  if (Object.keys(sent).length > 0) expect(checkout.upsells.update.body.parse(sent)).toEqual(sent);
  return toDraft(checkout.upsells.get.normalize({ data: { id: "ups_1", ...record, ...sent } }));
}

const spaced = (text: fc.Arbitrary<string>) => fc.tuple(fc.constantFrom("", " "), text).map((parts) => parts.join(""));
const id = spaced(fc.stringMatching(/^[a-z0-9_:/.-]{0,12}$/));
const entered: fc.Arbitrary<UpsellDraft> = fc.record({
  name: spaced(fc.string({ maxLength: 130 })),
  product_id: id,
  trigger_products: fc.array(id, { maxLength: 4 }),
  discount: fc.record({
    type: fc.oneof(fc.constantFrom(...discountTypes), fc.stringMatching(/^[a-z_ ]{0,8}$/)),
    value: fc.oneof(fc.integer({ min: -5, max: 120 }), fc.double({ min: 0, max: 110 }), fc.constant(Number.NaN)),
  }),
  placement: fc.oneof(fc.constantFrom(...upsellPlacements), fc.stringMatching(/^[a-z_ ]{0,8}$/)),
  status: fc.oneof(fc.constantFrom(...upsellStatuses), fc.stringMatching(/^[a-z]{0,8}$/)),
});
/** These random values can be sent; most random input cannot. */
const sendable: fc.Arbitrary<UpsellDraft> = fc.record({
  name: fc.stringMatching(/^[A-Za-z]{1,20}$/),
  product_id: fc.stringMatching(/^[a-z0-9]{3,12}$/),
  trigger_products: fc.array(fc.stringMatching(/^[a-z0-9]{3,12}$/), { maxLength: 4 }),
  discount: fc.oneof(
    fc.record({ type: fc.constant("percentage"), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({
      type: fc.constant("fixed_amount"),
      value: fc.integer({ min: 1, max: 9999 }).map((cents) => cents / 100),
    }),
    fc.record({ type: fc.stringMatching(/^[a-z]{3,8}$/), value: fc.integer({ min: 1, max: 100 }) }),
  ),
  placement: fc.oneof(fc.constantFrom(...upsellPlacements), fc.stringMatching(/^[a-z_]{3,8}$/)),
  status: fc.oneof(fc.constantFrom(...upsellStatuses), fc.stringMatching(/^[a-z]{3,8}$/)),
});

test("the preview shows what is sent, and the API stores exactly that", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(entered, sendable), sendable, async (typed, record) => {
      const parsed = readUpsell(typed);
      const body = await bodyOf(typed);
      if (!body) return;
      expect(parsed).toEqual(body);
      expect(shown(storedAfter(record, body))).toBe(shown(parsed));
    }),
    { numRuns: 120 },
  );
});

test("every sent value can be read: products, discount, placement and status", () => {
  fc.assert(
    fc.property(sendable, (body) => {
      const text = shown(readUpsell(body));
      const { discount, placement, status } = body;
      for (const product of [body.product_id, ...body.trigger_products]) expect(text).toContain(product);
      if (discount.type === "percentage") expect(text).toContain(`at ${discount.value}% off`);
      else if (discount.type === "fixed_amount") expect(text).toContain(`at ${format.money(discount.value)} off`);
      else expect(text).toContain(`with ${discount.type} ${discount.value}`);
      const { where, status: statuses } = messages.upsells.sentence;
      expect(text).toContain(placement in where ? where[placement as "cart"] : `at “${placement}”`);
      expect(text).toContain(status in statuses ? statuses[status as "active"] : `Its status is “${status}”.`);
    }),
    { numRuns: 100 },
  );
});

test("two bodies that differ in what a shopper meets read differently", () => {
  fc.assert(
    fc.property(sendable, sendable, (one, other) => {
      const met = ({ name: _, trigger_products, ...rest }: UpsellDraft) =>
        JSON.stringify({ ...rest, trigger_products: [...trigger_products] });
      fc.pre(met(one) !== met(other));
      expect(shown(readUpsell(one))).not.toBe(shown(readUpsell(other)));
    }),
    { numRuns: 120 },
  );
});

test("what cannot be sent promises nothing", () => {
  fc.assert(
    fc.property(entered, (typed) => {
      const parsed = readUpsell(typed);
      const { type, value } = parsed.discount;
      const { discount } = checkout.upsells.create.body.shape;
      if (!discount.safeParse(typed.discount).success) {
        expect(Number.isNaN(value)).toBe(true);
        expect(shown(parsed)).not.toMatch(/You save|% off/);
      }
      expect(type).toBe(typed.discount.type.trim() === type ? type : typed.discount.type);
    }),
  );
});

test("a product is called by the name that it was given, and priced by the price", () => {
  const upsell: UpsellDraft = {
    name: "Grinder",
    product_id: "prod_c",
    trigger_products: ["prod_a", "prod_b"],
    placement: "cart",
    discount: { type: "percentage", value: 15 },
    status: "active",
  };
  const products = new Map([
    ["prod_a", { name: "House blend", price: null }],
    ["prod_c", { name: "Hand grinder", price: 8900 }],
  ]);
  const text = shown(upsell, products);
  expect(text).toContain(
    "When a shopper has a cart with House blend or prod_b, offer Hand grinder at 15% off in the cart.",
  );
  expect(text).toContain("€89.00 €75.65");
  expect(text).not.toContain("sample");
  expect(shown(upsell)).toContain("€40.00 €34.00 (sample price)");
});
