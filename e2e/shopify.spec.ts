import { createHmac } from "node:crypto";
import { openShopify, type ShopifyStandIn } from "../lib/testing/shopify/api.ts";
import type { Order } from "../lib/testing/shopify/records.ts";
import { webhookOf } from "../lib/testing/shopify/shop.ts";
import { openTheme } from "../lib/testing/shopify/theme.ts";
import { noBarriers } from "./barriers.ts";
import { admin, expect, type Merchant, origin, type Page, test, toasts } from "./fixtures.ts";

let shopify: ShopifyStandIn;

test.beforeEach(async () => {
  shopify = await openShopify({ takesHttp: true });
  shopify.products.push(
    { id: 7001, title: "Ceramic dripper", variants: [{ id: 8001, price: "30.00" }] },
    { id: 7002, title: "Paper filters", variants: [{ id: 8002, price: "20.00" }] },
  );
});
test.afterEach(() => shopify.close());

const stepOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, level: 3 }) });

async function connects(merchant: Merchant): Promise<void> {
  const { page } = merchant;
  await merchant.opens("/settings/shop?platform=shopify");
  await page.getByRole("button", { name: "Connect app" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect the shop’s app" });
  await dialog.getByLabel("Address of the shop at Shopify").fill(shopify.domain);
  await dialog.getByLabel("Client ID").fill(shopify.app.clientId);
  await dialog.getByLabel("Secret", { exact: true }).fill(shopify.app.secret);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("The app is connected.");
}

async function tells(order: Order): Promise<void> {
  const body = JSON.stringify(webhookOf(order));
  const { uri = "" } = shopify.subscriptions.find(({ topic }) => topic === "ORDERS_CREATE") ?? {};
  const answer = await fetch(uri, {
    method: "POST",
    body,
    headers: {
      "x-shopify-topic": "orders/create",
      "x-shopify-webhook-id": String(order.id),
      "x-shopify-hmac-sha256": createHmac("sha256", shopify.app.secret).update(body).digest("base64"),
    },
  });
  expect(answer.status).toBe(200);
}

test("a merchant connects the app, and a shopper pays the price of the offer with its code", { tag: "@long" }, async ({
  page,
  merchant,
  browser,
  complaints,
}) => {
  complaints.expect(/status of 400.*shop\/shopify/);
  shopify.checkout([{ variant: 8001 }]);
  await merchant.opens("/settings/shop?platform=shopify");
  const step = stepOf(page, "Connect the shop’s app");
  await expect(step).toContainText("Not connected");
  await page.getByRole("button", { name: "Connect app" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect the shop’s app" });
  await dialog.getByLabel("Address of the shop at Shopify").fill("shop.example.com");
  await dialog.getByLabel("Client ID").fill(shopify.app.clientId);
  await dialog.getByLabel("Secret", { exact: true }).fill("shpss_another_one");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Must be an address such as my-shop.myshopify.com.");
  await noBarriers(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await connects(merchant);
  await expect(step).toContainText("2 products readDone");
  await expect(step).toContainText("1 order of the last 60 days readDone");
  await expect(step).toContainText(`Connected to ${shopify.domain}.`);
  await expect(stepOf(page, "Let Shopify report its orders")).toContainText("The app registers the webhooks");
  await noBarriers(page);

  const discount = { type: "percentage", value: 15 };
  const sold = { name: "Filters", product_id: "7002", discount, placement: "cart", status: "active" };
  await merchant.api.create({ ...sold, trigger_products: ["7001"] });
  const { key } = await admin<{ key: string }>(
    "keys",
    "create",
    "--store",
    merchant.store,
    "--mode",
    "sandbox",
    "--storefront",
  );
  const theme = await openTheme(shopify, { address: origin, key, placement: "cart" });
  theme.cart.lines.push({ variant: 8001, quantity: 1 });
  theme.cart.codes.push("WELCOME");
  const shopper = await browser.newPage();
  await shopper.goto(`${theme.url}/cart`);
  const offer = shopper.locator("[data-cartwright-offers]");
  await expect(offer).toContainText("Paper filters");
  await expect(offer).toContainText("€17.00");
  await offer.getByRole("button", { name: "Add to order" }).click();
  await expect.poll(() => theme.cart.lines).toHaveLength(2);
  await expect.poll(() => theme.cart.codes).toEqual(["WELCOME", expect.stringMatching(/^CW-/)]);
  await expect.poll(() => theme.cart.attributes.cw_visitor).toMatch(/^cw/);
  const order = shopify.checkout(theme.cart.lines, theme.cart.codes);
  await tells(order);
  const tickets = page.locator("section", { has: page.getByRole("heading", { name: "What your shop charged" }) });
  await expect(async () => {
    await page.reload();
    await expect(tickets.getByRole("table").locator("tbody").getByRole("row")).toContainText("€17.00€17.00", {
      timeout: 1_000,
    });
  }).toPass();

  // While Shopify is away, nobody is promised a price that the shop does not charge.
  Object.assign(theme.cart, { lines: [{ variant: 8001, quantity: 1 }], codes: [] });
  const second = await browser.newPage();
  const again = second.locator("[data-cartwright-offers]");
  await second.goto(`${theme.url}/cart`);
  await expect(again).toContainText("€17.00");
  Object.assign(shopify.trouble, { status: 503 });
  await again.getByRole("button", { name: "Add to order" }).click();
  await expect(again).toContainText("€20.00");
  await expect(again).not.toContainText("€17.00");
  expect(theme.cart.lines).toHaveLength(1);
  await page.reload();
  await expect(step).toContainText("No discount code can be made at present");
  await expect(step).toContainText("Offers are shown at their list price until Shopify makes codes again.");
  await again.getByRole("button", { name: "Add to order" }).click();
  await expect.poll(() => theme.cart.lines).toHaveLength(2);
  expect(theme.cart.codes).toEqual([]);
  await theme.close();
  await shopper.close();
  await second.close();
});

test("an owner changes what becomes of offers, and disconnects the app", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await connects(merchant);
  const step = stepOf(page, "Connect the shop’s app");
  await expect(step).toContainText("Connected to");
  await step.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect the shop’s app" });
  await dialog.getByRole("radio", { name: "Show no offers" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await step.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(toasts(page)).toContainText("The app is disconnected.");
  await expect(step).toContainText("Not connected");
  expect(shopify.subscriptions).toEqual([]);
});
