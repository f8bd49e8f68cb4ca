import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Products } from "@/components/products/remembered-products";
import { type DeskFacts, DeskProvider } from "@/lib/api/desk";
import * as messages from "@/lib/i18n/messages/en";
import type { Contents } from "./arithmetic";
import { SumsPanel } from "./sums-panel";

type Status = "active" | "draft" | "archived" | "deleted";

function shown(currency: string, bundle: Contents, prices: Record<string, number>, status: Status = "active"): string {
  const store = { id: "shop", name: "Shop", currency, timeZone: "UTC" };
  const facts = { store, routes: { checkout: {}, affiliate: {}, desk: {} } } as unknown as DeskFacts;
  const products: Products = new Map(Object.entries(prices).map(([id, price]) => [id, { name: null, price, status }]));
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <DeskProvider facts={facts}>
        <SumsPanel bundle={bundle} products={products} />
      </DeskProvider>
    </NextIntlClientProvider>,
  );
  return markup
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

const set = { type: "fixed", products: [{ product_id: "tea", quantity: 3 }] };

test("yen amounts have no decimals, and rounding is shown", () => {
  const text = shown("JPY", { ...set, pricing: { type: "percentage_off", value: 12.5 } }, { tea: 333 });
  expect(text).toContain("Price ¥874 tea 3 × ¥333 ¥999");
  expect(text).toContain("Subtotal ¥999 Discount 12.5% off −¥124.875 Rounding half up −¥0.125 Price ¥874");
  expect(text).toContain("Savings ¥125 (12.51%)");
});

test.each(["KWD", "BHD"])("%s amounts have three decimals", (currency) => {
  const text = shown(currency, { ...set, pricing: { type: "percentage_off", value: 10 } }, { tea: 1005 });
  expect(text).toContain(`Subtotal ${currency} 3.015 Discount 10% off −${currency} 0.3015`);
  expect(text).toContain(`Rounding half up ${currency} 0.0005 Price ${currency} 2.714 Savings ${currency} 0.301`);
});

test("a price range shows both ends, and an unknown price shows no amount", () => {
  const mix = { type: "mix_match", products: [...set.products, { product_id: "cup", quantity: 1 }] };
  const bundle = { ...mix, pricing: { type: "amount_off", value: 2 } };
  const known = shown("EUR", bundle, { tea: 500, cup: 725 });
  expect(known).toContain("Price €18.00 to €27.00 4 items, in any mix");
  expect(known).toContain("Cheapest Dearest Subtotal €20.00 €29.00 Discount €2.00 off −€2.00 −€2.00 Price");
  const unknown = shown("EUR", bundle, { tea: 500 });
  expect(unknown).toContain("Price unknown 4 items, in any mix The price of cup is missing.");
  expect(unknown).toContain("Subtotal unknown unknown");
  expect(unknown).not.toContain("Rounding");
});

test.each<[Status, string]>([
  ["draft", "tea is a draft in your shop, so the bundle is not shown."],
  ["archived", "tea is archived in your shop, so the bundle is not shown."],
  ["deleted", "tea was deleted in your shop, so the bundle is not shown."],
])("a bundle with a product that is %s says that it is not shown", (status, sentence) => {
  const bundle = { ...set, pricing: { type: "percentage_off", value: 10 } };
  expect(shown("EUR", bundle, { tea: 500 }, status)).toContain(sentence);
  expect(shown("EUR", bundle, { tea: 500 })).not.toContain("not shown");
});
