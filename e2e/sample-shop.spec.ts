import { once } from "node:events";
import { devices } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, origin, type Page, rowOf, rowsOf, test } from "./fixtures.ts";
import { program } from "./program.ts";
import { checksOut, freePort, openShop } from "./sample-shop.ts";

/** The offer's element or dialog, which is in a shadow root. */
const accept = (page: Page) => page.getByRole("button", { name: "Add to order" });

async function prepares(merchant: Merchant, shop: string) {
  const percent = { discount: { type: "percentage", value: 10 }, trigger_products: ["prod_dripper"], status: "active" };
  await merchant.api.create({ ...percent, name: "Filters with it", product_id: "prod_filters", placement: "cart" });
  await merchant.api.create({ ...percent, name: "And a mug", product_id: "prod_mug", placement: "post_purchase" });
  await merchant.api.create({
    ...percent,
    name: "Beans as well",
    product_id: "prod_beans-house",
    placement: "thank_you",
  });
  const { body: experiment } = await merchant.api.call<{ id: string }>("POST", "/experiments", {
    name: "Words of the offer",
    variants: [{ name: "control" }, { name: "variant_a" }],
  });
  const started = await merchant.api.call("PATCH", `/experiments/${experiment.id}`, { status: "running" });
  expect(started.status).toBe(200);
  const { body: endpoint } = await merchant.api.call<{ id: string; signing_secret: string }>("POST", "/webhooks", {
    url: `${shop}/webhooks`,
    events: ["upsell.accepted", "order.edited"],
  });
  const affiliates = await program(merchant);
  const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
  const { id } = await affiliates.create("Mira", earns);
  const link = await affiliates.link(id, `${shop}/products/prod_dripper`);
  return { experiment, endpoint, link };
}

test("a shopper follows a link, accepts two offers and orders; the dashboard shows what came of it", async ({
  page,
  browser,
  merchant,
  complaints,
}) => {
  const port = await freePort();
  const shop = `http://127.0.0.1:${port}`;
  const { experiment, endpoint, link } = await prepares(merchant, shop);
  const process = await openShop(merchant.store, port, endpoint.signing_secret);
  const context = await browser.newContext({ userAgent: devices["Desktop Chrome"].userAgent });
  complaints.listen(context);
  const shopper = await context.newPage();

  await test.step("the shopper follows the affiliate's link and accepts the cart's offer", async () => {
    await shopper.goto(`${origin}/r/${link.code}`);
    await expect(shopper.getByRole("heading", { name: "Ceramic dripper" })).toBeVisible();
    await shopper.getByRole("button", { name: "Add to cart" }).click();
    await expect(accept(shopper)).toBeVisible();
    await noBarriers(shopper);
    await accept(shopper).click();
    await expect(shopper.locator("#lines")).toContainText("You save €0.69");
    await expect(shopper.locator("#lines")).toContainText("€36.01");
  });

  await test.step("the shopper orders, and accepts the offer after the purchase", async () => {
    await checksOut(shopper);
    const dialog = shopper.getByRole("dialog");
    await expect(dialog).toContainText("Stoneware mug");
    await dialog.getByRole("button", { name: "Add to order" }).click();
    await expect(shopper.locator("#lines")).toContainText("€49.42");
    await expect(shopper.locator("#offer").getByText("House blend, 250 g")).toBeVisible();
    await noBarriers(shopper);
  });

  const number = /\d{6}/.exec((await shopper.getByText(/Order \d{6} is placed/).textContent()) ?? "")?.[0] ?? "";
  await shopper.getByRole("link", { name: "Follow your order" }).click();
  await expect(shopper.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await noBarriers(shopper);
  const id = new URL(shopper.url()).pathname.split("/")[2] ?? "";

  await test.step("the order has a timeline, and its offers count as revenue", async () => {
    await expect
      .poll(async () => (await merchant.api.call<{ total: number }>("GET", `/orders/${id}`)).body)
      .toMatchObject({ total: 49.42, confirmed: true, service_data: { service_revenue: 19.62 } });
    await merchant.opens(`/orders/${id}`);
    const entries = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("time") });
    await expect(entries.filter({ hasText: "Offer accepted: Filters with it" })).toHaveCount(1);
    await expect(entries.filter({ hasText: "Offer accepted: And a mug" })).toHaveCount(1);
    await merchant.opens("?range=today");
    const main = page.getByRole("main");
    const tile = (label: string) =>
      main.locator("dl div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
    await expect(tile("Revenue").first()).toContainText("€49.42");
    await expect(tile("Revenue from offers").first()).toContainText("€19.62");
    await merchant.opens("/upsells");
    await rowOf(page, "And a mug").getByRole("link").first().click();
    await expect(page.getByTestId("standing")).toContainText("Shown once in the last 24 hours");
  });

  await test.step("the affiliate has the order, and a commission waits for review", async () => {
    await merchant.opens("/affiliate-orders");
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("Mira Berg");
    await expect(rowsOf(page)).toContainText("€36.01");
    await merchant.opens("/commissions");
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("Mira Berg");
  });

  await test.step("the webhooks were delivered to the shop, which verified them", async () => {
    await merchant.opens(`/webhooks/${endpoint.id}?status=delivered`);
    await expect(rowsOf(page).filter({ hasText: "upsell.accepted" })).toHaveCount(2);
    await shopper.goto(`${shop}/webhooks`);
    await expect(shopper.getByText("upsell.accepted")).not.toHaveCount(0);
  });

  await test.step("the visitor was exposed to the experiment and converted", async () => {
    type Results = { variants: { visitors: number; conversions: number }[] };
    const counted = async () => {
      const { body } = await merchant.api.call<Results>("GET", `/experiments/${experiment.id}/results`);
      const sum = (count: (variant: Results["variants"][number]) => number) =>
        body.variants.reduce((total, variant) => total + count(variant), 0);
      return [sum(({ visitors }) => visitors), sum(({ conversions }) => conversions)];
    };
    await expect.poll(counted).toEqual([1, 1]);
    await merchant.opens(`/experiments/${experiment.id}`);
    await expect(page.getByRole("main")).toContainText("Words of the offer");
  });

  await context.close();
  process.kill("SIGTERM");
  await once(process, "exit");
});
