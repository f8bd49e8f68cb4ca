import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { ShowOptions } from "../lib/sdk/types.ts";
import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, origin, test } from "./fixtures.ts";
import { openShopPage, type ShopPage } from "./shop-page.ts";
import { eventsOf } from "./shoppers.ts";

const placements = ["cart", "checkout", "post_purchase", "thank_you"] as const;

let shop: ShopPage | undefined;
test.afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

async function sells(merchant: Merchant, placement = "cart") {
  const products = [{ id: "prod_grinder", title: "Hand grinder", price: 89 }];
  const put = await merchant.api.call("PUT", "/products", { products });
  expect(put.status, JSON.stringify(put.body)).toBeLessThan(300);
  const discount = { type: "percentage", value: 15 };
  const offer = { product_id: "prod_grinder", trigger_products: [], discount, placement, status: "active" };
  return merchant.api.create(offer);
}

/** Asks again if a busy machine did not answer in the time after which a shop goes on without offers. */
const shows = (page: Page, options: Pick<ShowOptions, "placement" | "cart"> & { into?: string }) =>
  expect.poll(() => page.evaluate((options) => window.shop.show(options), options)).toBe(true);

const stored = (page: Page) => page.evaluate(() => [document.cookie, ...Object.keys(localStorage)]);
const typesOf = async (merchant: Merchant) => (await eventsOf(merchant.store)).map(({ type }) => type).sort();

test("an offer of every placement is shown in a shop with a strict policy, without barriers in both schemes", async ({
  browser,
  merchant,
}) => {
  for (const placement of placements) await sells(merchant, placement);
  await merchant.api.createBundle({ name: "Morning set" });
  shop = await openShopPage(browser, merchant);
  for (const placement of placements) {
    const page = await shop.open();
    await shows(page, { into: "#offer", placement });
    const card = page.getByRole("region");
    await expect(card).toContainText("Hand grinder");
    await expect(card).toContainText("€89.00€75.65You save €13.35");
    await expect(page.getByText("Returns are free.")).toBeVisible();
    for (const button of await card.getByRole("button").all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await noBarriers(page);
    await page.reload();
    await page.waitForFunction(() => window.shop !== undefined);
    await shows(page, { placement });
    await expect(page.getByRole("dialog")).toBeVisible();
    await noBarriers(page);
    await page.getByRole("button", { name: "No, thank you" }).click();
    await expect(card).toHaveCount(0);
    await page.close();
  }
  const page = await shop.open();
  expect(await page.evaluate(() => window.shop.showBundles({ into: "#set" }))).toBe(true);
  await expect(page.getByRole("region", { name: "Buy together" })).toContainText("2 × prod_beans");
  await noBarriers(page);
  expect(shop.complaints).toEqual([]);
});

test("a shopper chooses the variant of an offer by keyboard, and the ticket is for that one", async ({
  browser,
  merchant,
}) => {
  const variants = [
    { id: "small", title: "250 g", price: 12, stock: 0 },
    { id: "medium", title: "500 g", price: 20, stock: 3 },
    { id: "large", title: "1 kg", price: 36 },
  ];
  const products = [{ id: "prod_beans", title: "House blend", price: 12, variants }];
  expect((await merchant.api.call("PUT", "/products", { products })).status).toBe(200);
  const discount = { type: "percentage", value: 10 };
  await merchant.api.create({
    product_id: "prod_beans",
    trigger_products: [],
    discount,
    placement: "cart",
    status: "active",
  });
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() =>
      page.evaluate(() =>
        window.shop.show({ into: "#offer", placement: "cart", onAccept: (line) => window.received.push(line) }),
      ),
    )
    .toBe(true);
  const card = page.getByRole("region");
  const choice = card.getByLabel("House blend");
  await expect(choice.getByRole("option")).toHaveText(["500 g", "1 kg"]);
  await expect(card).toContainText("€20.00€18.00You save €2.00");
  await choice.focus();
  await page.keyboard.press("ArrowDown");
  await expect(card).toContainText("€36.00€32.40You save €3.60");
  await noBarriers(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Added.");
  const [line] = (await page.evaluate(() => window.received)) as { ticket: string; variant_id: string }[];
  expect(line).toMatchObject({ product_id: "prod_beans", variant_id: "large", price: 36, final_price: 32.4 });
  const claims = JSON.parse(Buffer.from(line?.ticket.split(".")[1] ?? "", "base64url").toString());
  expect(claims.lines).toEqual([
    { product_id: "prod_beans", variant_id: "large", quantity: 1, list_price: 36, price: 32.4 },
  ]);
  expect(shop.complaints).toEqual([]);
});

test("a shopper chooses how many pieces by keyboard, sees what they cost together, and gets a ticket for those", async ({
  browser,
  merchant,
}) => {
  const product = { id: "prod_beans", title: "House blend", price: 10.1, compare_at_price: 12, tax_included: true };
  const variants = [{ id: "bag", price: 10.1, compare_at_price: 12, stock: 3 }];
  const products = [{ ...product, variants }];
  expect((await merchant.api.call("PUT", "/products", { products })).status).toBe(200);
  const discount = { type: "percentage", value: 10 };
  const sold = { product_id: "prod_beans", trigger_products: [], discount, placement: "cart", status: "active" };
  const { id } = await merchant.api.create(sold);
  await merchant.api.call("PUT", `/upsells/${id}`, { quantity: { most: 5 } });
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() =>
      page.evaluate(() =>
        window.shop.show({ into: "#offer", placement: "cart", onAccept: (line) => window.received.push(line) }),
      ),
    )
    .toBe(true);
  const card = page.getByRole("region");
  const quantity = card.getByLabel("Quantity");
  await expect(quantity.getByRole("option")).toHaveText(["1", "2", "3"]);
  await expect(card).toContainText("€12.00€10.10€9.09incl. taxYou save €1.01");
  await quantity.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(card).toContainText("€36.00€30.30€27.27incl. taxYou save €3.03");
  await noBarriers(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Added.");
  const [line] = (await page.evaluate(() => window.received)) as { ticket: string; quantity: number }[];
  expect(line).toMatchObject({ quantity: 3, price: 10.1, final_price: 9.09 });
  const claims = JSON.parse(Buffer.from(line?.ticket.split(".")[1] ?? "", "base64url").toString());
  expect(claims.lines).toMatchObject([{ variant_id: "bag", quantity: 3, list_price: 30.3, price: 27.27 }]);
  expect(shop.complaints).toEqual([]);
});

test("an offer of a fixed number of pieces names it, and shows no price before that is not higher", async ({
  browser,
  merchant,
}) => {
  const product = { id: "prod_cup", title: "Cup", price: 10, compare_at_price: 10, tax_included: false };
  expect((await merchant.api.call("PUT", "/products", { products: [product] })).status).toBe(200);
  const discount = { type: "fixed_amount", value: 2 };
  const sold = { product_id: "prod_cup", trigger_products: [], discount, placement: "cart", status: "active" };
  const { id } = await merchant.api.create(sold);
  await merchant.api.call("PUT", `/upsells/${id}`, { quantity: { least: 2 } });
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await shows(page, { into: "#offer", placement: "cart" });
  const card = page.getByRole("region");
  await expect(card.getByRole("combobox")).toHaveCount(0);
  await expect(card).toContainText("2 × Cup");
  await expect(card).toContainText("€20.00€16.00plus taxYou save €4.00");
});

test("an offer for a campaign is shown to a visitor who came through its link, on the next pages too", async ({
  browser,
  merchant,
}) => {
  const offer = await sells(merchant);
  await merchant.api.call("PUT", `/upsells/${offer.id}`, { audience: { campaigns: ["summer"], languages: ["en"] } });
  shop = await openShopPage(browser, merchant);
  const other = await shop.open("?utm_campaign=winter");
  expect(await other.evaluate(() => window.shop.show({ into: "#offer", placement: "cart" }))).toBe(false);
  await other.close();
  const page = await shop.open("?utm_campaign=summer");
  await shows(page, { into: "#offer", placement: "cart" });
  await page.goto(page.url().replace(/\?.*/, ""));
  await page.waitForFunction(() => window.shop !== undefined);
  await shows(page, { into: "#offer", placement: "cart" });
  await page.getByRole("button", { name: "Add to order" }).click();
  await expect(page.getByRole("status")).toHaveText("Added.");
});

test("an offer is accepted by keyboard, and its order and the visitor are reported once", async ({
  browser,
  merchant,
}) => {
  await merchant.api.call("PATCH", "/settings", { offers: { cooldown_hours: 0 } });
  const offer = await sells(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open("?cw_click=click_1");
  const cookies = await shop.context.cookies();
  expect(cookies.map(({ name, sameSite, path }) => [name, sameSite, path]).sort()).toEqual([
    ["cw_click", "Lax", "/"],
    ["cw_visitor", "Lax", "/"],
  ]);
  const days = (name: string) =>
    Math.round(((cookies.find((one) => one.name === name)?.expires ?? 0) - Date.now() / 1000) / 86_400);
  expect([days("cw_click"), days("cw_visitor")]).toEqual([30, 365]);
  expect(await page.evaluate(() => window.shop.clickId())).toBe("click_1");

  await page.getByRole("button", { name: "Browse" }).focus();
  await page.evaluate(() => {
    window.shop.visit();
    return window.shop.show({ placement: "cart", onDecline: () => window.received.push("declined") });
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Browse" })).toBeFocused();
  expect(await page.evaluate(() => window.received)).toEqual(["declined"]);

  await page.reload();
  await page.waitForFunction(() => window.shop !== undefined);
  expect(await page.evaluate(() => window.shop.clickId())).toBe("click_1");
  await page.evaluate(() => {
    let failed = false;
    return window.shop.show({
      into: "#offer",
      placement: "cart",
      onAccept(line) {
        window.received.push(line);
        if (failed) return;
        failed = true;
        throw new Error("The cart is busy.");
      },
    });
  });
  await page.getByRole("button", { name: "Browse" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Not added. Try again.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Added.");
  await expect(page.getByRole("status")).toBeFocused();
  expect(await page.evaluate(() => window.received[1])).toEqual({
    product_id: "prod_grinder",
    quantity: 1,
    price: 89,
    final_price: 75.65,
    currency: "EUR",
    discount: { type: "percentage", value: 15 },
    upsell_id: offer.id,
    ticket: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
    ticket_id: expect.stringMatching(/^tkt_/),
  });

  const thanks = await shop.open();
  const order = () => thanks.evaluate(() => window.shop.order({ id: "o1", number: "1001", total: 75.65 }));
  await order();
  await order();
  const expected = ["offer.accepted", "offer.declined", "offer.shown", "offer.shown", "order.placed", "visit"];
  await expect.poll(() => typesOf(merchant)).toEqual(expected);
  await expect.poll(() => stored(thanks)).toHaveLength(1);
  const events = await eventsOf(merchant.store);
  const visitor = cookies.find(({ name }) => name === "cw_visitor")?.value;
  expect(new Set(events.map(({ data }) => data.visitor_id))).toEqual(new Set([visitor]));
  const accepted = events.find(({ type }) => type === "offer.accepted");
  expect(accepted?.data).toMatchObject({ order_id: "o1", platform_order_id: "1001", final_price: 75.65 });
  expect(shop.complaints).toEqual([]);
});

test("without a ticket nothing is added, and an answer that was lost makes no second one", async ({
  browser,
  merchant,
}) => {
  const offer = await sells(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  const show = () =>
    page.evaluate(() => {
      const onAccept = (line: unknown) => window.received.push(line);
      return window.shop.show({ into: "#offer", placement: "cart", cart: [], onAccept });
    });
  await expect.poll(show).toBe(true);
  const card = page.getByRole("region");
  const accept = card.getByRole("button", { name: "Add to order" });
  const [status, received] = [page.getByRole("status"), () => page.evaluate(() => window.received)];

  // The service makes the ticket, and the page does not hear of it.
  const address = /\/storefront\/v1\/tickets/;
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await accept.click();
  await expect(status).toHaveText("Not added. Try again.");
  await page.unroute(address);
  expect(await received()).toEqual([]);

  await accept.click();
  await expect(status).toHaveText("Added.");
  const { body } = await merchant.api.call<{ data: { id: string; price: number }[] }>("GET", "/tickets");
  expect(await received()).toEqual([expect.objectContaining({ ticket_id: body.data[0]?.id })]);
  expect(body.data).toMatchObject([{ price: 75.65 }]);

  // The shopper sees a new price before anything is charged.
  const later = await shop.open();
  await shows(later, { into: "#offer", placement: "cart", cart: [] });
  await merchant.api.call("PUT", `/upsells/${offer.id}`, { discount: { type: "percentage", value: 50 } });
  await later.getByRole("button", { name: "Add to order" }).click();
  await expect(later.getByRole("status")).toHaveText("Not added. Try again.");
  // The browser keeps an answer about offers for some seconds.
  await expect(async () => {
    await later.evaluate(() => history.pushState(null, "", `?step=${performance.now()}`));
    await expect(later.getByRole("region")).toContainText("€44.50", { timeout: 1_000 });
  }).toPass();
  await later.getByRole("button", { name: "Add to order" }).click();
  await expect(later.getByRole("status")).toHaveText("Added.");
  expect(shop.complaints).toEqual([]);
});

test("the module and its types are served to other sites, like the helper for servers", { tag: "@long" }, async ({
  browser,
  merchant,
}) => {
  for (const name of ["cartwright.js", "cartwright.mjs", "cartwright.d.ts", "shop.mjs", "shop.d.ts"]) {
    const answer = await fetch(`${origin}/sdk/v1/${name}`);
    expect([answer.status, answer.headers.get("access-control-allow-origin")], name).toEqual([200, "*"]);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  }
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  const offers = await page.evaluate(async (api) => {
    const { createShop } = await import(`${api}/sdk/v1/cartwright.mjs`);
    return createShop({ key: "pub_test_unknown", api }).offers();
  }, origin);
  expect(offers).toEqual([]);
});

test("a German shop has German texts and prices", { tag: "@long" }, async ({ browser, merchant }) => {
  await sells(merchant);
  shop = await openShopPage(browser, merchant, { lang: "de-AT" });
  const page = await shop.open();
  await shows(page, { into: "#offer", placement: "cart" });
  await expect(page.getByRole("region", { name: "Passt gut zu Ihrem Warenkorb" })).toContainText("Sie sparen € 13,35");
});

test("an offer accepted for an order is added once, and a shop words its buttons in any language", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  const offer = await sells(merchant, "thank_you");
  const attributes = 'data-accept="Ajouter à la commande" data-decline="Non merci" data-added="Ajouté."';
  shop = await openShopPage(browser, merchant, { attributes, lang: "fr" });
  const page = await shop.open();
  const thanks = (page: Page, id = "o1") =>
    page.evaluate((id) => {
      const onAccept = () => window.received.push(id);
      return window.shop.show({ into: "#offer", placement: "thank_you", order: { id }, onAccept });
    }, id);
  await expect.poll(() => thanks(page)).toBe(true);
  expect(await page.evaluate(() => window.shop.offers())).toEqual([expect.not.objectContaining({ name: offer.name })]);
  const card = page.getByRole("region");
  await expect(card).toContainText("75,65 €");
  expect(await card.getAttribute("lang")).toBe("fr");
  await expect(card.getByRole("button", { name: "Non merci" })).toBeVisible();
  await card.getByRole("button", { name: "Ajouter à la commande" }).click();
  await expect(page.getByRole("status")).toHaveText("Ajouté.");
  expect(await thanks(page)).toBe(false);
  expect(await page.evaluate(() => window.received)).toEqual(["o1"]);

  await page.reload();
  await page.waitForFunction(() => window.shop !== undefined);
  await expect.poll(() => thanks(page, "o2")).toBe(true);
  expect(await thanks(page)).toBe(false);

  await expect.poll(() => typesOf(merchant)).toContain("offer.accepted");
  const elsewhere = await shop.open();
  await expect.poll(() => thanks(elsewhere, "o2")).toBe(true);
  expect(await thanks(elsewhere)).toBe(false);
});

test("an offer that was declined without consent rests at once, on the next page, and is remembered by no name", async ({
  browser,
  merchant,
}) => {
  await sells(merchant);
  shop = await openShopPage(browser, merchant, { attributes: 'data-consent="required"' });
  const page = await shop.open();
  const options = { into: "#offer", placement: "cart" };
  const show = (page: Page) => page.evaluate((options) => window.shop.show(options), options);
  await shows(page, options);
  await page.getByRole("button", { name: "No, thank you" }).click();
  expect(await show(page)).toBe(false);
  await expect.poll(() => typesOf(merchant)).toContain("offer.declined");
  await page.reload();
  await page.waitForFunction(() => window.shop !== undefined);
  // Another placement answers, so the false is no late answer.
  await sells(merchant, "checkout");
  await shows(page, { into: "#set", placement: "checkout" });
  expect(await show(page)).toBe(false);
  expect(await stored(page)).toEqual([""]);
  const { data } = (await eventsOf(merchant.store)).find(({ type }) => type === "offer.declined") ?? {};
  expect(data).not.toHaveProperty("visitor_id");
  await shows(await shop.open(), options);
});

test("an element of a single-page shop keeps up with the cart and the address", { tag: "@long" }, async ({
  browser,
  merchant,
}) => {
  const offer = await sells(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  const card = page.getByRole("region");
  await shows(page, { into: "#offer", placement: "cart", cart: [] });
  await expect(card).toContainText("€75.65");
  await page.evaluate(() => window.shop.cart(["prod_grinder"]));
  await expect(card).toHaveCount(0);
  await page.evaluate(() => window.shop.cart([]));
  await expect(card).toContainText("€75.65");
  await merchant.api.call("PUT", `/upsells/${offer.id}`, { discount: { type: "percentage", value: 50 } });
  // The service and the browser keep an answer for some seconds.
  await expect(async () => {
    await page.evaluate(() => history.pushState(null, "", `?step=${performance.now()}`));
    await expect(card).toContainText("€44.50", { timeout: 1_000 });
  }).toPass();
  await page.evaluate(() => document.querySelector("#offer")?.remove());
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(shop.complaints).toEqual([]);
});

test("an offer in a page goes if a changed cart gets no answer, and waits longer for one than the first did", async ({
  browser,
  merchant,
}) => {
  await sells(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  const card = page.getByRole("region");
  await shows(page, { into: "#offer", placement: "cart", cart: [] });
  await expect(card).toContainText("€75.65");

  const asked = (url: URL) => url.pathname.endsWith("/offers");
  await page.route(asked, (route) => route.abort());
  await page.evaluate(() => window.shop.cart(["prod_beans"]));
  await expect(card).toHaveCount(0);
  await page.unroute(asked);
  await page.route(asked, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  await page.evaluate(() => window.shop.cart([]));
  await expect(card).toContainText("€75.65");
});

test("a visitor sees the same variant on each page and counts once, and only with consent", async ({
  browser,
  merchant,
}) => {
  const offer = await sells(merchant);
  const changes = { offers: [{ upsell_id: offer.id, discount: { type: "percentage", value: 50 } }] };
  const variants = [{ name: "control" }, { name: "half", weight: 10_000, changes }];
  const { body } = await merchant.api.call("POST", "/experiments", { name: "Half price", variants, plan: {} });
  const { id } = body as { id: string };
  const started = await merchant.api.call("PATCH", `/experiments/${id}`, { status: "running" });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const prices = (page: Page) =>
    page.evaluate(async () => (await window.shop.offers({ placement: "cart" })).map(({ final_price }) => final_price));
  const exposures = async () =>
    (await eventsOf(merchant.store)).filter(({ type }) => type === "experiment.exposed").map(({ data }) => data);

  shop = await openShopPage(browser, merchant, { attributes: 'data-consent="required"' });
  const page = await shop.open();
  await expect.poll(() => prices(page)).toEqual([75.65]);
  await page.evaluate(() => window.shop.consent(true));
  await expect.poll(() => prices(page)).toEqual([44.5]);
  await expect.poll(() => prices(page)).toEqual([44.5]);
  const later = await shop.open();
  await expect.poll(() => prices(later)).toEqual([44.5]);
  await shows(later, { into: "#offer", placement: "cart" });
  const visitor = (await shop.context.cookies()).find(({ name }) => name === "cw_visitor")?.value;
  await expect.poll(() => typesOf(merchant)).toEqual(["experiment.exposed", "offer.shown"]);
  expect(await exposures()).toEqual([
    expect.objectContaining({ experiment_id: id, visitor_id: visitor, variant: "half" }),
  ]);
  await later.evaluate(() => window.shop.consent(false));
  await expect.poll(() => prices(later)).toEqual([75.65]);
});

test("nothing is stored before consent, and nothing is left once it is withdrawn", async ({ browser, merchant }) => {
  await sells(merchant);
  shop = await openShopPage(browser, merchant, { attributes: 'data-consent="required"' });
  const page = await shop.open("?cw_click=click_1");
  await page.evaluate(() => window.shop.visit());
  await shows(page, { into: "#offer", placement: "cart" });
  await page.getByRole("button", { name: "Add to order" }).click();
  await expect.poll(() => typesOf(merchant)).toEqual(["offer.shown", "visit"]);
  expect((await eventsOf(merchant.store)).filter(({ data }) => "visitor_id" in data)).toEqual([]);
  expect(await stored(page)).toEqual([""]);
  await page.evaluate(() => window.shop.consent(true));
  // An event is kept until its page has read the answer, which is after the service has stored the event.
  await expect
    .poll(() => stored(page))
    .toEqual([
      expect.stringMatching(/^cw_visitor=cw\w{8}-\d{3,30}; cw_click=click_1$/),
      expect.stringContaining("kept:"),
    ]);
  const later = await shop.open();
  expect(await later.evaluate(() => window.shop.clickId())).toBe("click_1");
  await later.evaluate(() => window.shop.consent(false));
  expect(await stored(later)).toEqual([""]);
});

test("a visitor who opts out of tracking is not remembered", { tag: "@long" }, async ({ browser, merchant }) => {
  const before = () => Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
  shop = await openShopPage(browser, merchant, { before });
  const page = await shop.open("?cw_click=click_1");
  await page.evaluate(() => {
    window.shop.visit();
    window.shop.order({ id: "o1", total: 20 });
  });
  await expect.poll(() => typesOf(merchant)).toEqual(["order.placed", "visit"]);
  expect((await eventsOf(merchant.store)).filter(({ data }) => "visitor_id" in data)).toEqual([]);
  expect(await page.evaluate(() => window.shop.clickId())).toBe("click_1");
  await expect.poll(() => stored(page)).toEqual([""]);
  expect(await (await shop.open()).evaluate(() => window.shop.clickId())).toBe(null);
});

test("events that happen offline are sent later, the least important are given up first, and rejected ones are not repeated", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await shop.context.setOffline(true);
  await page.evaluate(() => {
    window.shop.order({ id: "o1", total: 20 });
    window.shop.order({ id: "o2", total: 20.123 });
    for (let n = 0; n < 230; n++) window.shop.visit();
  });
  expect((await stored(page)).length - 1).toBe(200);
  await page.close();
  await shop.context.setOffline(false);
  const [one, other] = await Promise.all([shop.open(), shop.open()]);
  await expect.poll(() => stored(one)).toHaveLength(1);
  const types = await typesOf(merchant);
  expect(types.filter((type) => type === "visit")).toHaveLength(198);
  expect(types.filter((type) => type === "order.placed")).toHaveLength(1);
  expect(await stored(other)).toHaveLength(1);
});

test("without the service, or with a browser that stores nothing, the shop works and has no offers", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  await sells(merchant);
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    for (const api of ["http://127.0.0.1:9", `http://127.0.0.1:${port}`]) {
      shop = await openShopPage(browser, merchant, { attributes: `data-api="${api}"` });
      const page = await shop.open();
      const outcome = await page.evaluate(async () => {
        const began = performance.now();
        window.shop.visit();
        window.shop.order({ id: "o1", total: 20 });
        const answers = [
          await window.shop.show({ into: "#offer" }),
          await window.shop.show({ into: "#nowhere" }),
          await window.shop.showBundles({ into: "#set" }),
          (await window.shop.offers()).length,
          Object.keys(await window.shop.variants()).length,
        ];
        return { answers, ms: performance.now() - began };
      });
      expect(outcome.answers).toEqual([false, false, false, 0, 0]);
      expect(outcome.ms).toBeLessThan(6_000);
      expect((await stored(page)).slice(1).map((name) => name.split(":").slice(2, 4).join(":"))).toContain(
        "event:order.placed",
      );
      expect(shop.complaints).toEqual([]);
      await shop.close();
    }
    const before = () => {
      const refuse = {
        get: () => {
          throw new Error("Storage is blocked.");
        },
      };
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, refuse);
      Object.defineProperty(document, "cookie", refuse);
    };
    shop = await openShopPage(browser, merchant, { before });
    const page = await shop.open();
    await shows(page, { into: "#offer" });
    await expect.poll(() => typesOf(merchant)).toEqual(["offer.shown"]);
    expect(shop.complaints).toEqual([]);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test("a merchant sees a draft in the shop, marked as a preview, and nothing is reported", { tag: "@long" }, async ({
  browser,
  merchant,
}) => {
  await sells(merchant, "checkout");
  const draft = { name: "Draft", product_id: "prod_grinder", discount: { type: "percentage", value: 50 } };
  const made = await merchant.api.call<{ token: string }>("POST", "/shop/previews", { ...draft, placement: "cart" });
  expect(made.status).toBe(201);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open(`?cw_preview=${made.body.token}`);
  // The shop's next page no longer has the token in its address.
  await page.goto(page.url().replace(/\?.*/, ""));
  await page.waitForFunction(() => window.shop !== undefined);
  const card = page.getByRole("region");
  expect(await page.evaluate(() => window.shop.show({ into: "#offer", placement: "checkout" }))).toBe(false);
  const asked = await page.evaluate(() =>
    window.shop.show({ into: "#offer", placement: "cart", onAccept: (line) => window.received.push(line) }),
  );
  expect(asked).toBe(true);
  await expect(card).toContainText("Preview");
  await expect(card).toContainText("€89.00€44.50");
  await noBarriers(page);
  await card.getByRole("button", { name: "Add to order" }).click();
  await expect(page.getByRole("status")).toHaveText("Preview: nothing is added");
  expect(await page.evaluate(() => window.received)).toEqual([]);
  await page.evaluate(() => {
    window.shop.visit();
    window.shop.order({ id: "o1", total: 20 });
  });
  expect((await stored(page)).slice(1)).toEqual([]);
  const shopper = await shop.open();
  await shopper.evaluate(() => window.shop.visit());
  await expect.poll(() => typesOf(merchant)).toEqual(["visit"]);
  await shopper.goto(`${shopper.url()}?cw_preview=forged`);
  await shopper.waitForFunction(() => window.shop !== undefined);
  expect(await shopper.evaluate(() => window.shop.show({ into: "#offer", placement: "checkout" }))).toBe(false);
  await shopper.goto(shopper.url().replace(/\?.*/, ""));
  await shopper.waitForFunction(() => window.shop !== undefined);
  expect(await shopper.evaluate(() => window.shop.show({ into: "#offer", placement: "checkout" }))).toBe(true);
});
