import { once } from "node:events";
import { devices, type Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, test } from "./fixtures.ts";
import { checksOut, freePort, openShop } from "./sample-shop.ts";
import { openShopPage, type ShopPage } from "./shop-page.ts";

let shop: ShopPage | undefined;
test.afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const coffee = [
  { id: "prod_house", title: "House blend", price: 11.9 },
  { id: "prod_espresso", title: "Espresso", price: 13.35 },
  { id: "prod_decaf", title: "Decaf", price: 12.5, variants: [{ id: "250", price: 12.5, stock: 0 }] },
];
const oneOfEach = coffee.map(({ id }) => ({ product_id: id, quantity: 1 }));

async function sells(merchant: Merchant, more: object) {
  expect((await merchant.api.call("PUT", "/products", { products: coffee })).status).toBeLessThan(300);
  const set = { name: "Three roasts", type: "mix_match", products: oneOfEach };
  await merchant.api.createBundle({ ...set, pricing: { type: "percentage_off", value: 12.5 }, ...more });
}

const showBundles = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        window.shop.showBundles({ into: "#set", onAccept: (lines, bundle) => window.received.push(lines, bundle) }),
      ),
    )
    .toBe(true);

test("a shopper fills a mix by keyboard, reads its price after each step, and gets a ticket for the choice", async ({
  browser,
  merchant,
}) => {
  await sells(merchant, {});
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await showBundles(page);
  const card = page.getByRole("region", { name: "Buy together" });
  await expect(card.getByRole("listitem")).toHaveText(["House blend €11.90−0+", "Espresso €13.35−0+"]);
  await expect(card).toContainText("Choose 3 more.");
  const accept = card.getByRole("button", { name: "Add to order" });
  await expect(accept).toHaveAttribute("aria-disabled", "true");
  for (const button of await card.getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await noBarriers(page);

  const live = card.locator("[aria-live=polite]");
  await card.getByRole("button", { name: "Add House blend" }).focus();
  await page.keyboard.press("Enter");
  await expect(live).toHaveText(["Choose 2 more.", "€11.90"]);
  await page.keyboard.press("Space");
  await expect(live).toHaveText(["Choose 1 more.", "€23.80"]);
  await accept.click({ force: true });
  expect(await page.evaluate(() => window.received)).toEqual([]);
  await card.getByRole("button", { name: "Add Espresso" }).focus();
  await page.keyboard.press("Enter");
  // 37.15 less 12.5 % is 32.50625.
  await expect(live).toHaveText(["", "€37.15€32.51You save €4.64"]);
  await page.keyboard.press("Enter");
  await expect(card.getByRole("listitem").nth(1)).toContainText("1");
  await expect(card.getByRole("button", { name: "Add Espresso" })).toBeFocused();
  await noBarriers(page);
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Added.");

  const [lines, bundle] = (await page.evaluate(() => window.received)) as [
    { product_id: string; quantity: number; ticket: string }[],
    object,
  ];
  expect(lines).toMatchObject([
    { product_id: "prod_house", quantity: 2 },
    { product_id: "prod_espresso", quantity: 1 },
  ]);
  expect(bundle).toMatchObject({ original_price: 37.15, price: 32.51 });
  const claims = JSON.parse(Buffer.from(lines[0]?.ticket.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ list_price: 37.15, price: 32.51, lines: [{ quantity: 2 }, { quantity: 1 }] });
  expect(shop.complaints).toEqual([]);
});

test("a box is complete with one item, and takes of each product what the merchant allows", { tag: "@long" }, async ({
  browser,
  merchant,
}) => {
  const products = [
    { product_id: "prod_house", quantity: 2 },
    { product_id: "prod_espresso", quantity: 1 },
  ];
  await sells(merchant, { type: "build_a_box", products, pricing: { type: "amount_off", value: 2 } });
  shop = await openShopPage(browser, merchant, { lang: "de" });
  const page = await shop.open();
  await showBundles(page);
  const card = page.getByRole("region", { name: "Zusammen kaufen" });
  const live = card.locator("[aria-live=polite]");
  await expect(live).toHaveText(["Noch 1 auswählen.", ""]);
  const more = card.getByRole("button", { name: "Espresso hinzufügen" });
  await more.click();
  await expect(live).toHaveText(["", /13,35\s€11,35\s€Sie sparen 2,00\s€/]);
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await more.click({ force: true });
  await card.getByRole("button", { name: "House blend hinzufügen" }).click();
  await expect(live).toHaveText(["", /25,25\s€23,25\s€/]);
  await card.getByRole("button", { name: "Espresso entfernen" }).click();
  await expect(live).toHaveText(["", /11,90\s€9,90\s€/]);
  expect(shop.complaints).toEqual([]);
});

test("a page without such a bundle does not load the file for it, and one that cannot load it shows the others", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  await merchant.api.call("PUT", "/products", { products: coffee });
  await merchant.api.createBundle({ name: "Set", products: [{ product_id: "prod_house", quantity: 1 }] });
  shop = await openShopPage(browser, merchant);
  const asked: string[] = [];
  shop.context.on("request", (request) => asked.push(request.url()));
  const page = await shop.open();
  await showBundles(page);
  expect(asked.filter((url) => url.includes("choice-"))).toEqual([]);
  await sells(merchant, {});
  await shop.context.route(/choice-/, (route) => route.abort());
  const other = await shop.open();
  await showBundles(other);
  await expect(other.getByRole("region")).toHaveCount(1);
  await expect(other.getByRole("region")).toContainText("Set");
  expect(asked.filter((url) => url.includes("choice-"))).toHaveLength(1);
});

test("a mix of the sample shop is chosen, ordered, and counts as revenue with what was chosen", async ({
  browser,
  merchant,
  complaints,
}) => {
  const products = ["prod_beans-house", "prod_filters"].map((product_id) => ({ product_id, quantity: 1 }));
  const pricing = { type: "percentage_off", value: 10 };
  await merchant.api.createBundle({ name: "Two of these", type: "mix_match", products, pricing });
  const { body: endpoint } = await merchant.api.call<{ signing_secret: string }>("POST", "/webhooks", {
    url: "https://shop.example/webhooks",
    events: ["bundle.purchased"],
  });
  const port = await freePort();
  const process = await openShop(merchant.store, port, endpoint.signing_secret);
  const context = await browser.newContext({
    userAgent: devices["Desktop Chrome"].userAgent,
    viewport: { width: 390, height: 844 },
  });
  complaints.listen(context);
  const shopper = await context.newPage();
  await shopper.goto(`http://127.0.0.1:${port}/products/prod_filters`);
  const more = shopper.getByRole("button", { name: /^Add .*Filter|^Add .*filter/ });
  await more.click();
  await more.click();
  await noBarriers(shopper);
  await shopper.getByRole("button", { name: "Add to order" }).click();
  await expect(shopper.getByRole("status")).toHaveText("Added.");
  await shopper.goto(`http://127.0.0.1:${port}/cart`);
  await expect(shopper.locator("#lines")).toContainText("You save €1.38");
  await checksOut(shopper);
  await shopper.getByRole("link", { name: "Follow your order" }).click();
  const id = new URL(shopper.url()).pathname.split("/")[2] ?? "";
  await expect
    .poll(async () => (await merchant.api.call<{ service_data: object }>("GET", `/orders/${id}`)).body)
    .toMatchObject({ confirmed: true, service_data: { service_revenue: 12.42 } });
  await context.close();
  process.kill("SIGTERM");
  await once(process, "exit");
});
