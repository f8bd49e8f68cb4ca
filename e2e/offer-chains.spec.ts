import type { Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { admin, expect, type Merchant, origin, test, toasts } from "./fixtures.ts";
import { checksOut, freePort, openShop } from "./sample-shop.ts";
import { openShopPage, type ShopPage } from "./shop-page.ts";
import { eventsOf } from "./shoppers.ts";

let shop: ShopPage | undefined;
test.afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const phone = { width: 390, height: 844 };
const discount = { type: "percentage", value: 10 };

/** A grinder, then beans for it; without the grinder cheaper, then a mug. */
async function chained(merchant: Merchant, placement = "cart") {
  const products = [
    { id: "prod_grinder", title: "Hand grinder", price: 89 },
    { id: "prod_beans", title: "House blend", price: 12 },
    { id: "prod_mug", title: "Mug", price: 10 },
  ];
  expect((await merchant.api.call("PUT", "/products", { products })).status).toBe(200);
  const offer = (name: string, product_id: string, more: object = {}) =>
    merchant.api.create({ name, product_id, trigger_products: [], discount, placement, status: "active", ...more });
  const mug = await offer("And a mug", "prod_mug");
  const beans = await offer("Beans for it", "prod_beans");
  const half = { type: "percentage", value: 50 };
  const cheaper = await offer("Half the price", "prod_grinder", { discount: half, next_declined: mug.id });
  const first = await offer("A grinder", "prod_grinder", { next_accepted: beans.id, next_declined: cheaper.id });
  return { first, beans, cheaper, mug };
}

const show = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        window.shop.show({
          into: "#offer",
          placement: "cart",
          cart: [],
          onAccept: (line) => {
            window.received.push(line.product_id);
            window.shop.cart([...(window.received as string[])]);
          },
          onEnd: () => window.received.push("end"),
        }),
      ),
    )
    .toBe(true);

test("a shopper answers three offers one after the other, by keyboard on a phone, and each is counted", async ({
  browser,
  merchant,
}) => {
  const { first, cheaper, mug } = await chained(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await page.setViewportSize(phone);
  await show(page);
  const card = page.getByRole("region");
  await expect(card).toContainText("€80.10");
  await noBarriers(page);
  await card.getByRole("button", { name: "No, thank you" }).focus();
  await page.keyboard.press("Enter");
  await expect(card).toContainText("€44.50");
  // From the card that took its place, the next key leads to its buttons.
  await expect(card).toBeFocused();
  await noBarriers(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Mug");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Added.");
  await expect(card).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.received)).toEqual(["prod_mug", "end"]);

  await page.evaluate(() => window.shop.order({ id: "o1", total: 9 }));
  await expect
    .poll(async () =>
      (await eventsOf(merchant.store)).map(({ type, data }) => `${type} ${data.upsell_id ?? ""}`.trim()).sort(),
    )
    .toEqual(
      [
        ...[first, cheaper, mug].map(({ id }) => `offer.shown ${id}`),
        ...[first, cheaper].map(({ id }) => `offer.declined ${id}`),
        ...[`offer.accepted ${mug.id}`, "order.placed"],
      ].sort(),
    );
  expect(shop.complaints).toEqual([]);
});

test("an offer that follows stays while the cart changes, has a ticket of its own, and opens in a dialog too", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  const { beans } = await chained(merchant);
  shop = await openShopPage(browser, merchant);
  const page = await shop.open();
  await show(page);
  const card = page.getByRole("region");
  await card.getByRole("button", { name: "Add to order" }).click();
  await expect(card).toContainText("House blend");
  await expect(page.getByRole("status")).toHaveText("Added.");
  // The cart that the shop has just told asks for offers again.
  await page.waitForTimeout(500);
  await expect(card).toContainText("House blend");
  await card.getByRole("button", { name: "Add to order" }).click();
  await expect.poll(() => page.evaluate(() => window.received)).toEqual(["prod_grinder", "prod_beans", "end"]);
  const { body } = await merchant.api.call<{ data: { upsell_id: string; price: number }[] }>("GET", "/tickets");
  expect(body.data).toContainEqual(expect.objectContaining({ upsell_id: beans.id, price: 10.8 }));

  const other = await shop.open();
  await other.getByRole("button", { name: "Browse" }).focus();
  await expect
    .poll(() => other.evaluate(() => window.shop.show({ placement: "cart", cart: [], onAccept() {} })))
    .toBe(true);
  const dialog = other.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add to order" }).click();
  await expect(dialog).toContainText("House blend");
  await expect(dialog.getByRole("status")).toHaveText("Added.");
  await noBarriers(other);
  await other.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Browse" })).toBeFocused();

  const third = await shop.open();
  await expect.poll(() => third.evaluate(() => window.shop.show({ placement: "cart", cart: ["x"] }))).toBe(true);
  for (const price of ["€80.10", "€44.50", "€9.00"]) {
    await expect(third.getByRole("dialog")).toContainText(price);
    await third.keyboard.press("Escape");
  }
  await expect(third.getByRole("dialog")).toHaveCount(0);
  expect(shop.complaints).toEqual([]);
});

test("a merchant draws a chain by keyboard, reads it as a tree, and is told what cannot follow", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/400/);
  const { first, beans, cheaper, mug } = await chained(merchant);
  await merchant.opens(`/upsells/${first.id}`);
  const tree = page.getByRole("list", { name: "Chain of offers" });
  await expect(tree.getByRole("listitem")).toHaveText([
    "A grinderIf accepted: Beans for it If declined: Half the price If declined: And a mug",
    "If accepted: Beans for it",
    "If declined: Half the price If declined: And a mug",
    "If declined: And a mug",
  ]);
  await noBarriers(page);
  await page.setViewportSize(phone);
  await noBarriers(page);

  await page.goto(page.url().replace(first.id, mug.id));
  await expect(page.getByText("This offer is shown only after the answer to Half the price")).toBeVisible();
  const accepted = page.getByLabel("Next offer if accepted");
  const pick = async (name: string) => {
    await accepted.focus();
    await accepted.fill(name);
    await expect(page.getByRole("option", { name })).toBeVisible();
    await page.keyboard.press("Enter");
  };
  const save = page.getByRole("button", { name: "Save changes" });
  await pick("A grinder");
  await save.press("Enter");
  await expect(accepted).toHaveAccessibleDescription("That offer leads back to this one.");
  await pick("Beans for it");
  await save.press("Enter");
  await expect(accepted).toHaveAccessibleDescription("At most 3 offers follow one another, the first one included.");
  await accepted.fill("");
  await page.keyboard.press("Tab");
  await expect(tree).toBeHidden();

  await page.goto(page.url().replace(mug.id, beans.id));
  await pick("And a mug");
  await expect(tree).toContainText("If accepted: And a mug");
  await save.press("Enter");
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(beans.id)).toMatchObject({ next_accepted: mug.id, next_declined: null });

  await merchant.api.call("PUT", `/upsells/${cheaper.id}`, { status: "inactive" });
  await page.goto(page.url().replace(beans.id, first.id));
  await expect(page.getByTestId("doctor")).toContainText("The next offer is not switched on");
  await expect(tree).toContainText("Half the price Inactive");
  await page.goto(page.url().replace(first.id, mug.id));
  await page.getByRole("button", { name: "Who sees this?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByTestId("why")).toContainText(
    "It is shown only after the answer to Beans for it. At first, they see A grinder.",
  );
});

test("a chain is copied to live as a chain, and a copy of one offer finds what follows it there", async ({
  page,
  merchant,
}) => {
  const { first, cheaper } = await chained(merchant);
  const live = ["--store", merchant.store, "--mode", "live", "--scopes", "all"];
  const { key } = await admin<{ key: string }>("keys", "create", ...live);
  const inLive = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${origin}/services/checkout/v1/upsells`, { headers });
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    return Object.fromEntries(data.map((offer) => [offer.name, offer]));
  };
  const dialog = page.getByRole("dialog", { name: "Copy to live" });
  await merchant.opens(`/upsells/${first.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Copy to live…" }).click();
  await expect(dialog).toContainText("Live does not have what comes next yet: Beans for it and Half the price.");
  await merchant.opens("/upsells");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Copy to live…" }).click();
  await dialog.getByRole("button", { name: "Create in live" }).click();
  await expect(toasts(page)).toContainText("4 offers were copied to live.");
  const { "A grinder": grinder, "Half the price": half, "Beans for it": beans, "And a mug": mug } = await inLive();
  expect(grinder).toMatchObject({ next_accepted: beans?.id, next_declined: half?.id });
  expect(half).toMatchObject({ next_declined: mug?.id });

  await merchant.api.call("PUT", `/upsells/${cheaper.id}`, { next_declined: null });
  await merchant.opens(`/upsells/${cheaper.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Copy to live…" }).click();
  await expect(dialog).toContainText("One field of the live offer will change.");
  await dialog.getByRole("button", { name: "Change in live" }).click();
  await expect(toasts(page)).toContainText("“Half the price” was changed in live.");
  expect((await inLive())["Half the price"]).toMatchObject({ id: half?.id, next_declined: null });
});

test("the results of an offer have its chain step by step, with the figures of each step's own results", {
  tag: "@long",
}, async ({ page, browser, merchant }) => {
  const { first, beans } = await chained(merchant);
  shop = await openShopPage(browser, merchant);
  const shopper = await shop.open();
  await show(shopper);
  const card = shopper.getByRole("region");
  await card.getByRole("button", { name: "Add to order" }).click();
  await expect(card).toContainText("House blend");
  await card.getByRole("button", { name: "No, thank you" }).click();
  await shopper.evaluate(() => window.shop.order({ id: "o1", total: 80.1 }));
  await expect.poll(async () => (await eventsOf(merchant.store)).length).toBe(5);
  await merchant.opens(`/upsells/${first.id}/results?range=today`);
  const rows = page.getByRole("table", { name: "Chain, step by step" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("1A grinder110");
  await expect(rows.nth(2)).toContainText("2Beans for itafter “A grinder” was accepted101");
  await noBarriers(page);
  await page.setViewportSize(phone);
  await noBarriers(page);
  await page.getByRole("link", { name: "Beans for it" }).click();
  await expect(page).toHaveURL(new RegExp(`${beans.id}/results`));
});

test("a shopper of the sample shop accepts what follows an offer, and pays the price of both", {
  tag: "@long",
}, async ({ browser, merchant }) => {
  const port = await freePort();
  const process = await openShop(merchant.store, port, "whsec_none");
  const cart = { discount, placement: "cart", status: "active" };
  const mug = await merchant.api.create({ ...cart, name: "And a mug", product_id: "prod_mug", trigger_products: [] });
  await merchant.api.create({
    ...{ ...cart, name: "Filters with it", product_id: "prod_filters" },
    ...{ trigger_products: ["prod_dripper"], next_accepted: mug.id },
  });
  const context = await browser.newContext({ viewport: phone });
  const shopper = await context.newPage();
  await shopper.goto(`http://127.0.0.1:${port}/products/prod_dripper`);
  await shopper.getByRole("button", { name: "Add to cart" }).click();
  const card = shopper.getByRole("region").filter({ has: shopper.getByRole("button", { name: "Add to order" }) });
  await expect(card).toContainText("Paper filters");
  for (const next of ["Mug", undefined]) {
    await card.getByRole("button", { name: "Add to order" }).focus();
    await shopper.keyboard.press("Enter");
    if (next) await expect(card).toContainText(next, { ignoreCase: true });
    else await expect(card).toHaveCount(0);
    await noBarriers(shopper);
  }
  await expect(shopper.locator("#lines")).toContainText("Paper filters");
  await checksOut(shopper);
  await expect
    .poll(async () => (await merchant.api.call<{ data: { redeemed_at?: string }[] }>("GET", "/tickets")).body.data)
    .toMatchObject([{ redeemed_at: expect.any(String) }, { redeemed_at: expect.any(String) }]);
  await context.close();
  process.kill("SIGTERM");
});
