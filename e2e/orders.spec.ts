import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, origin, part, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { program } from "./program.ts";
import { tellOf } from "./shoppers.ts";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const dayMinutes = 24 * 60;
const search = { name: "Order, customer or product" };

const order = (n: number, customer = "cus_1") => ({
  order_id: `ord_${n}`,
  platform_order_id: `#100${n}`,
  customer_id: customer,
});

/** Five orders: with an offer, with a bundle and a variant, cancelled, refunded, and reported by a page only. */
async function sells(merchant: Merchant) {
  const offer = await merchant.api.create({ name: "Care kit", product_id: "prod_kit", status: "active" });
  const other = await merchant.api.create({ name: "Shoe trees", product_id: "prod_trees", status: "active" });
  const set = await merchant.api.createBundle({ name: "Morning set", status: "active" });
  const sold = { title: "Kit for boots", variant_id: "v", price: 20 };
  const discount = { type: "percentage", value: 15, amount: 3 };
  const mira = { visitor_id: "mira" };
  const boots = { product_id: "prod_boots", name: "Hiking boots", quantity: 2, unit_price: 40 };
  await tellOf(merchant.store, [
    { id: "s1", type: "offer.shown", occurred_at: minutesAgo(70), upsell_id: offer.id, ...mira },
    { id: "s2", type: "offer.shown", occurred_at: minutesAgo(69), upsell_id: other.id, ...mira },
    { id: "d2", type: "offer.declined", occurred_at: minutesAgo(68), upsell_id: other.id, ...mira },
    {
      id: "a1",
      type: "offer.accepted",
      occurred_at: minutesAgo(66),
      upsell_id: offer.id,
      product: { id: "prod_kit", ...sold },
      discount,
      final_price: 17,
      ...order(1),
      ...mira,
    },
    {
      id: "p1",
      type: "order.placed",
      occurred_at: minutesAgo(65),
      total: 97,
      line_items: [boots],
      ...order(1),
      ...mira,
    },
    {
      id: "p2",
      type: "order.placed",
      occurred_at: minutesAgo(3 * dayMinutes),
      total: 30,
      experiment_variant: "variant_b",
      ...order(2, "cus_2"),
    },
    {
      id: "b2",
      type: "bundle.purchased",
      occurred_at: minutesAgo(3 * dayMinutes),
      bundle_id: set.id,
      products: [{ id: "prod_beans", title: "Beans", quantity: 2 }],
      original_price: 30,
      bundle_price: 27,
      ...order(2, "cus_2"),
    },
    { id: "p3", type: "order.placed", occurred_at: minutesAgo(4 * dayMinutes), total: 200, ...order(3, "cus_3") },
    { id: "c3", type: "order.cancelled", occurred_at: minutesAgo(50), reason: "ordered_twice", ...order(3, "cus_3") },
    { id: "p4", type: "order.placed", occurred_at: minutesAgo(5 * dayMinutes), total: 60, ...order(4) },
    { id: "r4", type: "order.refunded", occurred_at: minutesAgo(40), order_id: "ord_4", amount: 5 },
  ]);
  await tellOf(
    merchant.store,
    [{ id: "p5", type: "order.placed", occurred_at: minutesAgo(6 * dayMinutes), total: 10, ...order(5, "cus_5") }],
    "page",
  );
  return { offer, other, set };
}

test("a store without orders is led to connecting its shop", async ({ page, merchant }) => {
  await merchant.opens();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  // Overview says the same.
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Connect your shop" }).click();
  await expect(page).toHaveURL(/\/settings\/shop$/);
});

test("orders are found by order, customer and product, narrowed, sorted, exported and saved as a view", async ({
  page,
  merchant,
}) => {
  const { offer } = await sells(merchant);
  const variants = ["control", "variant_b"].map((name) => ({ name, weight: 50 }));
  await merchant.api.call("POST", "/experiments", { name: "Free shipping", variants });
  await merchant.opens("/orders");
  const numbers = rowsOf(page).getByRole("link");
  await expect(numbers).toHaveText(["#1001", "#1002", "#1003", "#1004", "#1005"]);
  for (const text of ["Placed", "€97.00", "€17.00", "Care kit", "cus_1"]) {
    await expect(rowOf(page, "#1001")).toContainText(text);
  }
  await expect(rowOf(page, "#1002")).toContainText("Morning set");
  await expect(rowOf(page, "#1002")).toContainText("variant_b");
  await expect(rowOf(page, "#1003")).toContainText("Cancelled");
  await expect(rowOf(page, "#1004")).toContainText("Refunded");
  await expect(rowOf(page, "#1005")).toContainText("Not confirmed");

  const field = page.getByRole("searchbox", search);
  for (const [text, expected] of [
    ["#1002", ["#1002"]],
    ["ord_3", ["#1003"]],
    ["cus_1", ["#1001", "#1004"]],
    ["prod_boots", ["#1001"]],
    ["prod_kit", ["#1001"]],
  ] as const) {
    await field.fill(text);
    await expect(numbers).toHaveText(expected);
  }
  await expect(page).toHaveURL(/search=prod_kit/);
  await field.fill("nothing like it");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(numbers).toHaveCount(5);

  const addFilter = async (name: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const removeFilter = (name: string) => page.getByRole("button", { name: `Remove the filter ${name}` }).click();
  for (const [name, choice, expected] of [
    ["Status", "Cancelled", ["#1003"]],
    ["Confirmation", "Not confirmed", ["#1005"]],
  ] as const) {
    await addFilter(name);
    await page.getByRole("checkbox", { name: choice, exact: true }).check();
    await page.keyboard.press("Escape");
    await expect(numbers).toHaveText(expected);
    await removeFilter(name);
  }
  for (const [name, typed, chosen, expected] of [
    ["Offer", "care", "Care kit", ["#1001"]],
    ["Bundle", "morn", "Morning set", ["#1002"]],
    ["Variant", "vari", "variant_b", ["#1002"]],
  ] as const) {
    await addFilter(name);
    const picker = page.getByRole("combobox", { name, exact: true });
    await picker.fill(typed);
    await page.getByRole("option", { name: chosen }).click();
    await expect(numbers).toHaveText(expected);
    if (name === "Offer") {
      await page.reload();
      await expect(page).toHaveURL(new RegExp(`upsell_id=${offer.id}`));
      await expect(page.getByRole("button", { name: "Offer Care kit" })).toBeVisible();
    }
    await removeFilter(name);
  }
  await addFilter("Placed");
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - dayMinutes * 60_000).toISOString().slice(0, 10);
  await page.getByLabel("From", { exact: true }).fill(yesterday);
  await page.getByLabel("To", { exact: true }).fill(today);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(numbers).toHaveText(["#1001"]);
  await removeFilter("Placed");

  await page.getByRole("columnheader", { name: "Total" }).getByRole("button").click();
  await expect(numbers).toHaveText(["#1003", "#1001", "#1004", "#1002", "#1005"]);
  await page.getByRole("columnheader", { name: "Revenue from offers" }).getByRole("button").click();
  await expect(numbers.nth(0)).toHaveText("#1002");
  await expect(numbers.nth(1)).toHaveText("#1001");

  await field.fill("cus_1");
  await expect(numbers).toHaveText(["#1001", "#1004"]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const lines = (await (await file.createReadStream()).toArray()).join("").trim().split("\r\n");
  expect(file.suggestedFilename()).toMatch(/^checkout_orders-/);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("ord_1,#1001,cus_1");
  expect(lines[1]).toContain("Care kit");

  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByLabel("Name").fill("Orders of Mira");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("View “Orders of Mira” was saved.");
  await merchant.opens("/orders");
  await expect(numbers).toHaveCount(5);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: "Orders of Mira" }).click();
  await expect(numbers).toHaveText(["#1001", "#1004"]);
});

test("Enter on an exact ID or number opens the order, and on any other text it only searches", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await sells(merchant);
  const field = page.getByRole("searchbox", search);
  // The page takes longer than the pause after which a text becomes a search.
  await page.route(/\/orders\/ord_2\?_rsc/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  for (const exact of ["ord_2", "#1002"]) {
    await merchant.opens("/orders");
    await field.fill(exact);
    await field.press("Enter");
    await expect(page.getByRole("heading", { name: "#1002", level: 1 })).toBeVisible();
  }
  await merchant.opens("/orders");
  await field.fill("cus_2");
  await field.press("Enter");
  await expect(rowsOf(page).getByRole("link")).toHaveText(["#1002"]);
  await expect(page).toHaveURL(/\/orders\?search=cus_2$/);
});

test("an order has its products, the offers shown, its events, its affiliate and the commission", async ({
  page,
  merchant,
}) => {
  const { offer } = await sells(merchant);
  const picture = `${origin}/demo-products/prod_beans-decaf.webp`;
  const boots = { id: "prod_boots", title: "Boots", price: 40, image_url: picture };
  await merchant.api.call("PUT", "/products", { products: [boots] });
  const { create, sells: reports } = await program(merchant);
  const mira = await create("Mira", {
    ...{ status: "active", commission_type: "percentage", commission_rate: 10 },
    coupon_codes: ["MIRA"],
  });
  await reports({ external_id: "ord_1", order_number: "#1001", subtotal: 9700, total: 9700, coupon_codes: ["MIRA"] });
  await merchant.opens("/orders/ord_1");
  await expect(page.getByRole("heading", { name: "#1001", level: 1 })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("€17.00");

  const products = part(page, "Products").locator("tbody tr");
  await expect(products).toHaveCount(1);
  for (const text of ["Hiking boots", "prod_boots", "2", "€40.00", "€80.00"])
    await expect(products).toContainText(text);

  await expect(products.locator("img")).toHaveAttribute("src", picture);

  const offers = part(page, "Offers shown").locator("tbody tr");
  await expect(offers).toHaveCount(2);
  await expect(offers.first()).toContainText("Care kit");
  await expect(offers.first()).toContainText("Accepted");
  await expect(offers.first()).toContainText("€17.00");
  await expect(offers.last()).toContainText("Shoe trees");
  await expect(offers.last()).toContainText("Declined");
  await expect(offers.first().getByRole("link", { name: "Care kit", exact: true })).toHaveAttribute(
    "href",
    new RegExp(`/upsells/${offer.id}$`),
  );

  const affiliate = part(page, "Affiliate");
  await expect(affiliate.getByRole("link", { name: "Mira Berg" })).toHaveAttribute("href", new RegExp(mira.id));
  await expect(affiliate).toContainText("Coupon");
  await expect(affiliate.getByRole("link", { name: "€9.70" })).toHaveAttribute("href", /\/commissions\?status=all&id=/);
  await expect(affiliate).toContainText("Pending");

  const entries = part(page, "Timeline").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Order placed");
  await expect(entries.last()).toContainText("Offer accepted: Care kit");
  const edit = { edit_type: "add_items", amount_changed: 14, new_total: 111, ...order(1) };
  const changes = { items_added: [{ product_id: "p", quantity: 1, price: 14 }] };
  await tellOf(merchant.store, [{ id: "e1", type: "order.edited", occurred_at: minutesAgo(1), changes, ...edit }]);
  await expect(entries).toHaveCount(3);
  await expect(entries.last()).toContainText("+€14.00, new total €111.00");
  await entries.last().getByText("Payload").click();
  await expect(entries.last()).toContainText('"edit_type": "add_items"');

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy order id" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ord_1");
  await part(page, "IDs").getByRole("link", { name: "cus_1" }).click();
  await expect(rowsOf(page).getByRole("link")).toHaveText(["#1001", "#1004"]);
  await affiliateIsHiddenFrom(await merchant.as("merchant"));
});

async function affiliateIsHiddenFrom(person: Merchant) {
  await person.opens("/orders/ord_1");
  await expect(part(person.page, "Products")).toBeVisible();
  await expect(part(person.page, "Affiliate")).toHaveCount(0);
}

test("from an order, a merchant reads what keeps an offer from its shopper now", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await sells(merchant);
  await merchant.opens("/orders/ord_1");
  await part(page, "Offers shown").getByRole("link", { name: "Why? “Shoe trees”" }).click();
  const dialog = page.getByRole("dialog", { name: "Who sees “Shoe trees”?" });
  await expect(dialog).toContainText("Filled in from order #1001, as far as it is known");
  await expect(dialog.getByTestId("why")).toContainText("The visitor declined it a short time ago.");
  await expect(dialog.getByLabel("Visitor ID")).toHaveValue("mira");
  await expect(dialog).toContainText("prod_boots");
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/upsells\/ups_[^?]*$/);
});

test("an order that only a page reported says why it does not count, and an unknown visitor what is not known", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/404/);
  await sells(merchant);
  await merchant.opens("/orders/ord_5");
  const main = page.getByRole("main");
  await expect(main).toContainText("This order does not count as revenue yet");
  await expect(main).toContainText(
    "An order that only a page of your shop reported does not count, because anybody can imitate a page",
  );
  await expect(part(page, "Offers shown")).toContainText("does not know which offers this shopper saw");
  await tellOf(merchant.store, [
    { id: "server p5", type: "order.placed", occurred_at: minutesAgo(30), total: 10, ...order(5, "cus_5") },
  ]);
  await page.reload();
  await expect(main).not.toContainText("This order does not count as revenue yet");

  await merchant.opens("/orders/ord_none");
  await expect(page.getByRole("heading", { name: "No order with the ID ord_none" })).toBeVisible();
  await expect(main.getByRole("alert")).toHaveCount(0);
  await page.getByRole("link", { name: "Search the orders" }).click();
  await expect(page.getByRole("searchbox", search)).toHaveValue("ord_none");
});

test("a list of orders that could not be read says so, and is read again", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/500/);
  await sells(merchant);
  await merchant.opens("/orders");
  let fails = true;
  await page.route(/checkout\/orders\?/, (route) =>
    fails
      ? route.fulfill({ status: 500, json: { error: { code: "internal_error", message: "Broken." } } })
      : route.continue(),
  );
  await page.getByRole("columnheader", { name: "Total" }).getByRole("button").click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toBeVisible();
  fails = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toHaveCount(0);
  await expect(rowsOf(page).first()).toContainText("#1003");
});

test("an order that is not found by its number as it was entered is offered by its other spellings", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/404/);
  const placed = { type: "order.placed", occurred_at: minutesAgo(0), total: 80 };
  await tellOf(merchant.store, [
    { id: "e1", ...placed, order_id: "ord_8", platform_order_id: "#KC-1008" },
    { id: "e2", ...placed, order_id: "ord_9", platform_order_id: "1009" },
  ]);
  await merchant.opens("/orders/kc-1008");
  await expect(page.getByText("This order has a similar ID:")).toBeVisible();
  await page.getByRole("link", { name: "#KC-1008" }).click();
  await expect(page.getByRole("heading", { name: "#KC-1008", level: 1 })).toBeVisible();
  await merchant.opens(`/orders/${encodeURIComponent("#1009")}`);
  await page.getByRole("link", { name: "1009", exact: true }).click();
  await expect(page.getByRole("heading", { name: "1009", level: 1 })).toBeVisible();
});
