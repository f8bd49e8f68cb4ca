import { signed } from "../lib/testing/connect.ts";
import { shopify } from "../lib/testing/connect-payloads.ts";
import { admin, expect, type Merchant, origin, type Page, rowOf, test, toasts } from "./fixtures.ts";
import { openShopPage } from "./shop-page.ts";
import { eventsOf, tellOf } from "./shoppers.ts";

const panel = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true, level: 2 }) });

const publishableKey = async ({ store }: Merchant) =>
  (await admin<{ key: string }>("keys", "create", "--store", store, "--mode", "sandbox", "--storefront")).key;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("the connection shows each first contact of the shop, a wrong clock and refused events without a reload", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const key = await publishableKey(merchant);
  await merchant.opens("/settings/shop?platform=own");
  const connection = panel(page, "Connect your shop");
  const step = (title: string) =>
    connection.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  const [events, offers] = [step("Add the script to every page"), step("Show an offer")] as const;
  const order = step("Report the order on the thank-you page");
  const server = step("Let your server confirm the order");
  await expect(offers).toContainText("Waiting for the first request…");
  await expect(events).toContainText("Waiting for the first event…");
  await expect(order).toContainText("Waiting for the first order…");
  await expect(connection).not.toContainText(/refused|dated/);
  await expect(panel(page, "Address of your shop")).toContainText("Not entered yet");

  await fetch(`${origin}/services/checkout/storefront/v1/offers?key=${key}`);
  await expect(offers).toContainText("Your shop last asked for offers less than a minute ago.");
  await expect(events).toContainText("Waiting for the first event…");

  await tellOf(merchant.store, [
    { id: "v1", type: "visit", occurred_at: minutesAgo(10), visitor_id: "visitor_1" },
    { id: "o0", type: "order.placed", occurred_at: minutesAgo(0), order_id: "o0", platform_order_id: "o0" },
  ]);
  await expect(events).toContainText("Your shop last sent events less than a minute ago.");
  await expect(order).toContainText("Waiting for the first order…");
  await expect(connection).toContainText("The latest visit is dated 10 minutes before it arrived");
  await expect(connection.getByRole("listitem").first()).toHaveText("1 × order.placedTotal is required.");

  const placed = { id: "o1", type: "order.placed", order_id: "o1", platform_order_id: "1001", total: 20 };
  await tellOf(merchant.store, [{ ...placed, occurred_at: minutesAgo(0) }]);
  await expect(order).toContainText("Your shop last reported an order less than a minute ago.");
  await expect(server).toContainText("Your orders count.");
  await expect(connection).toContainText("Your shop is connected");
  await connection.getByRole("link", { name: "See the orders" }).click();
  await expect(rowOf(page, "1001")).toBeVisible();
});

test("a person who may not create keys sees the steps with the key that an owner made", { tag: "@long" }, async ({
  merchant,
}) => {
  const colleague = await merchant.as("merchant");
  await colleague.opens("/settings/shop");
  const { page } = colleague;
  await page.getByRole("radio", { name: "WooCommerce" }).check();
  await expect(panel(page, "Connect WooCommerce")).toContainText("Only an owner can create keys.");
  const settings = page.locator("pre", { hasText: "Publishable key" });
  await expect(settings).toContainText("pub_test_YOUR_KEY");
  const key = await publishableKey(merchant);
  await page.reload();
  await expect(settings).toContainText(key);
  await expect(panel(page, "Connect WooCommerce")).not.toContainText(/Medusa|Shopify|Stripe/);
});

test("a test visit shows each step, and counts in the sandbox only", async ({ page, merchant }) => {
  await merchant.api.create({ name: "Care kit", status: "active", trigger_products: [] });
  await publishableKey(merchant);
  const live = `/${merchant.store}/live/settings/shop?platform=own`;
  await page.goto(live);
  await expect(panel(page, "Connect your shop")).toContainText("Waiting for the first request…");
  await expect(page.getByRole("button", { name: "Send a test visit" })).toHaveCount(0);
  await merchant.opens("/settings/shop?platform=own");
  await page.getByRole("button", { name: "Send a test visit" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a test visit" });
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("listitem")).toHaveText([
    /^Ask for offersDone .*The checkout service responded with 1 offer\.$/,
    /^Report a visitDone .*The checkout service accepted the event\.$/,
    /^Report the offer “prod_care_kit” as shownDone .*The checkout service accepted the event\.$/,
    /^Find the event in the checkout serviceDone .*last received events less than a minute ago\.$/,
  ]);
  expect((await eventsOf(merchant.store)).map(({ type }) => type).sort()).toEqual(["offer.shown", "visit"]);
  await page.goto(live);
  await expect(panel(page, "Connect your shop")).toContainText("Waiting for the first event…");
});

test("an unsaved draft is seen in the shop by its tab alone, and nothing is counted", { tag: "@long" }, async ({
  page,
  browser,
  merchant,
}) => {
  const products = [{ id: "prod_grinder", title: "Hand grinder", price: 89 }];
  await merchant.api.call("PUT", "/products", { products });
  const shop = await openShopPage(browser, merchant);
  const shopper = await shop.open();
  const address = shopper.url();
  const shows = (tab: Page) => tab.evaluate(() => window.shop.show({ into: "#offer", placement: "cart" }));

  await merchant.opens("/upsells/new");
  await page.getByRole("button", { name: "See it in the shop" }).click();
  await expect(toasts(page)).toContainText("Enter a name and a product first.");
  await page.getByLabel("Name", { exact: true }).fill("Half price");
  await page.getByLabel("Product offered").fill("hand gr");
  await expect(page.getByRole("option", { name: /Hand grinder/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByLabel("Value").fill("50");
  await page.getByLabel("Placement").fill("In the cart");
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("sentence")).toContainText("offer Hand grinder at 50% off in the cart.");
  await page.getByRole("button", { name: "See it in the shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Address of your shop" });
  await dialog.getByLabel("Address").fill(address);
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "See it in the shop" }).click();
  const tab = await opened;
  await tab.waitForURL(/cw_preview=/);
  await tab.waitForFunction(() => window.shop !== undefined);
  expect(await shows(tab)).toBe(true);
  await expect(tab.getByRole("region")).toContainText("Preview");
  await expect(tab.getByRole("region")).toContainText("€89.00€44.50");
  await tab.evaluate(() => {
    window.shop.visit();
    window.shop.order({ id: "o1", total: 20 });
  });
  await tab.getByRole("button", { name: "No, thank you" }).click();

  const beside = await page.context().newPage();
  await beside.goto(address);
  await beside.waitForFunction(() => window.shop !== undefined);
  expect(await Promise.all([shows(beside), shows(shopper)])).toEqual([false, false]);
  await beside.evaluate(() => window.shop.visit());
  await expect.poll(async () => (await eventsOf(merchant.store)).map(({ type }) => type)).toEqual(["visit"]);
  expect(await merchant.api.names()).toEqual([]);
  await expect(page.getByText(`Opens ${address.replace("http://", "")}`)).toBeVisible();
  await shop.close();
});

test("a shop on WooCommerce, Medusa or Vendure installs the plug-in, whose key may do what it does and no more", async ({
  page,
  merchant,
}) => {
  await merchant.opens("/settings/shop");
  for (const [name, accepts, configures] of [
    ["Medusa", "cart.id}/offers", 'resolve: "cartwright-medusa"'],
    ["Vendure", "acceptOffer(ticket: $ticket)", "CartwrightPlugin.init"],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    const steps = panel(page, `Connect ${name}`);
    await expect(steps.locator("pre", { hasText: "shop.show" })).toContainText(accepts);
    const configuration = steps.locator("pre", { hasText: configures });
    await expect(configuration).toContainText(`store: "${merchant.store}"`);
    await expect(configuration).toContainText(`url: "${origin}"`);
    await expect(steps).toContainText(`docs/platforms/${name.toLowerCase()}`);
  }
  await page.getByRole("radio", { name: "WooCommerce" }).check();
  const steps = panel(page, "Connect WooCommerce");
  await expect(steps.locator("pre", { hasText: "Address of Cartwright" })).toContainText(merchant.store);
  await expect(steps).not.toContainText("add a webhook");
  await steps.getByRole("radio", { name: "With webhooks" }).check({ force: true });
  await expect(steps).toContainText("add a webhook");
  await steps.getByRole("radio", { name: "With the plug-in" }).check({ force: true });
  await page.getByRole("button", { name: "Create secret key" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Plug-in" })).toBeChecked();
  await dialog.getByLabel("Name").fill("Vendure");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByTestId("secret").textContent()) ?? "";
  const status = async (method: string, path: string, sent?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return (await fetch(`${origin}/services/${path}`, { method, headers, body: sent && JSON.stringify(sent) })).status;
  };
  expect(await status("PUT", "checkout/v1/products", { products: [{ id: "p", title: "Mug" }] })).toBe(200);
  expect(await status("GET", "checkout/storefront/v1/offers")).toBe(200);
  expect(await status("GET", "affiliate/v1/affiliates")).toBe(403);
});

test("a shop on Stripe finds the code that charges tickets in Checkout, with its own store", async ({
  page,
  merchant,
}) => {
  await merchant.opens("/settings/shop?platform=stripe");
  const steps = panel(page, "Connect Stripe");
  await steps.getByText("Tracking links, experiments and revenue from offers").click();
  await expect(steps.getByRole("link", { name: "shop.mjs" })).toHaveAttribute("href", /\/sdk\/v1\/shop\.mjs$/);
  const code = steps.locator("pre", { hasText: "createCheckout" });
  await expect(code).toContainText(`store: "${merchant.store}"`);
  await expect(code).toContainText(`url: "${origin}"`);
});

test("an order that Shopify delivers counts once, and a delivery with a wrong signature is rejected", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const secret = "shpss_0123456789abcdef";
  const body = JSON.stringify(shopify.order());
  await merchant.opens("/settings/shop");
  await page.getByRole("radio", { name: "Shopify" }).check();
  const setUp = panel(page, "Connect Shopify");
  const deliveries = panel(page, "Deliveries of Shopify");
  await expect(setUp).toContainText("Not connected");
  await expect(setUp).not.toContainText(/WooCommerce|Stripe/);
  await expect(deliveries).toContainText("No delivery has arrived yet.");
  await expect(deliveries.getByRole("combobox")).toHaveCount(0);
  await setUp.getByRole("button", { name: "Enter secret" }).click();
  await page.getByRole("dialog").getByLabel("Secret").fill(secret);
  await page.getByRole("button", { name: "Save secret" }).click();
  await expect(setUp).toContainText("Waiting for the first delivery…");

  const address = (await setUp.getByText("/services/connect/shopify/").textContent()) ?? "";
  const deliver = async (signedWith: string) => {
    const headers = signed("shopify", { body, topic: "orders/create", id: "d1" }, signedWith);
    return (await fetch(address, { method: "POST", body, headers })).status;
  };
  expect(await deliver(secret)).toBe(200);
  await expect(setUp).toContainText("In the last 30 days: 1 applied.");
  await expect(deliveries.getByRole("listitem")).toContainText("Applied");
  await expect(deliveries.getByRole("listitem")).toContainText("Order #1001");
  await expect(deliveries.getByRole("combobox")).not.toHaveCount(0);

  await expect(setUp).toContainText("Your shop last reported an order less than a minute ago.");

  expect(await deliver("another secret")).toBe(401);
  // Without a choice in the address, the page shows what is connected.
  await merchant.opens("/settings/shop");
  await expect(page.getByRole("radio", { name: "Shopify" })).toBeChecked();
  await expect(setUp).toContainText("1 request was rejected");
  await expect(setUp).toContainText(/The signature of the last one, .*, does not match\./);
  await expect(deliveries.getByRole("listitem")).toHaveCount(1);

  await deliveries.getByRole("listitem").getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "Delivery" });
  await expect(dialog.getByRole("link", { name: "#1001" })).toBeVisible();
  await dialog.getByRole("button", { name: "Apply again" }).click();
  await expect(dialog).toContainText("Nothing changed since earlier deliveries.");
  const day = "start_date=2025-10-09&end_date=2025-10-09";
  const metrics = await merchant.api.call("GET", `/analytics/metrics?${day}`);
  expect(metrics.body).toMatchObject({ data: { total_orders: 1, total_revenue: 46.27 } });
});

test("a file of products brings images and pages, and an address that is not of the web is refused", async ({
  page,
  merchant,
}) => {
  const picture = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route("https://shop.test/mug.webp", (route) => route.fulfill(picture));
  const csv = [
    "id,name,price,currency,image_url,url",
    "prod_mug,Mug,12.50,EUR,https://shop.test/mug.webp,https://shop.test/mug",
    "prod_cup,Cup,9.00,EUR,javascript:alert(1),https://shop.test/cup",
  ];
  await merchant.opens("/upsells/products/import");
  await page.getByLabel("Or paste the contents").fill(csv.join("\n"));
  await page.getByRole("button", { name: "Check the file" }).click();
  const report = page.getByTestId("dry-run");
  const refused = "3 image_url Must be an address that begins with https:// or http://.";
  await expect(report.getByRole("row", { name: refused })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(toasts(page)).toContainText("1 product was imported.");
  await expect(page.getByRole("row", { name: /Mug/ })).toContainText("€12.50");
  const link = (what: string) => page.getByRole("link", { name: `${what} of Mug, in a new tab` });
  await expect(link("Page")).toHaveAttribute("href", "https://shop.test/mug");
  await expect(link("Image")).toHaveAttribute("href", "https://shop.test/mug.webp");
  await expect(page.getByRole("table")).not.toContainText("Cup");
});
