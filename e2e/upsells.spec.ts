import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { admin, draftKept, expect, type Merchant, origin, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

const name = (page: Page) => page.getByLabel("Name", { exact: true });
const sentence = (page: Page) => page.getByTestId("sentence");
const card = (page: Page) => page.getByTestId("shopper-card");
const doctor = (page: Page) => page.getByTestId("doctor");
const focused = (page: Page) => page.locator(":focus");
const conflict = (page: Page) => page.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

const priced = (merchant: Merchant, id: string, name: string, price: string | null) =>
  merchant.calls("PUT", "/remembered/product", { id, name, price, currency: price && "EUR" });

test("an offer is created by keyboard alone from products found by name, and saved as it was entered", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await priced(merchant, "prod_grinder", "Hand grinder", "89");
  await priced(merchant, "prod_beans", "House blend", null);
  const sent: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/checkout/upsells")) sent.push(request.postDataJSON());
  });
  await merchant.opens();
  // The focus must reach its field although a slow page shows a skeleton first.
  const slow = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.fallback();
  };
  await page.route(/_rsc=/, slow);
  await press(page, "n");
  await expect(focused(page)).toHaveAccessibleName("Name");
  await page.keyboard.type("Grind it yourself");
  await press(page, "Tab", "Tab");
  await page.keyboard.type("grind");
  await expect(page.getByRole("option", { name: /Hand grinder/ })).toContainText("€89.00");
  await press(page, "Enter");
  await expect(page.getByLabel("Product offered")).toHaveValue("Hand grinder");
  await expect(page.getByLabel("Product offered")).toHaveAccessibleDescription("prod_grinder · €89.00");
  await press(page, "Tab");
  await page.keyboard.type("house");
  await expect(page.getByRole("option", { name: /House blend/ })).toBeVisible();
  await press(page, "Enter");
  await page.keyboard.type("prod_other,");
  await press(page, "Tab", "Tab", "Tab", "Tab", "Tab");
  await expect(focused(page)).toHaveAccessibleName("Value");
  await page.keyboard.type("15");
  await expect(sentence(page)).toContainText(
    "When a shopper has a cart with House blend or prod_other, offer Hand grinder at 15% off in the cart.",
  );
  await expect(card(page)).toContainText("€89.00€75.65");
  await expect(card(page)).not.toContainText("sample");
  await expect(doctor(page)).toContainText("Ready. It can be shown once it is switched on.");
  await expect(doctor(page)).toContainText("The offer is not switched on. Its status is Draft.");

  await page.getByText("If accepted", { exact: true }).click();
  await expect(card(page)).toContainText("The product is added to the cart");
  await expect(card(page)).toContainText("Hand grinder€75.65");
  await expect(card(page)).toContainText("Total€115.65");
  await page.getByRole("radio", { name: "If declined" }).check({ force: true });
  await expect(card(page)).toContainText("The cart stays as it is");
  await expect(card(page)).toContainText("Total€40.00");
  await card(page).getByRole("button", { name: "Back to the offer" }).click();
  await card(page).getByRole("button", { name: "Add to order" }).click();
  await expect(card(page)).toContainText("The product is added to the cart");

  await name(page).focus();
  await press(page, "Control+s");
  await expect(page.getByRole("heading", { name: "Grind it yourself", level: 1 })).toBeVisible();
  expect(sent).toEqual([
    {
      name: "Grind it yourself",
      product_id: "prod_grinder",
      trigger_products: ["prod_beans", "prod_other"],
      discount: { type: "percentage", value: 15 },
      placement: "cart",
      status: "draft",
      ...{ recommendation: {}, priority: 0, audience: {}, schedule: {}, limits: {}, quantity: {}, share_percent: 100 },
      ...{ next_accepted: null, next_declined: null, texts: {}, image_url: null },
    },
  ]);
  await expect(sentence(page)).toContainText("offer Hand grinder at 15% off in the cart.");

  await merchant.opens("/upsells?search=grind&sort=name");
  await press(page, "j", "Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Grind it yourself" })).toBeFocused();
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Upsells" }).focus();
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/upsells\?search=grind&sort=name$/);
  await expect(rowOf(page, "Grind it yourself")).toContainText("Hand grinder");
  await expect(rowOf(page, "Grind it yourself")).toContainText("Draft");
  await expect(rowOf(page, "Grind it yourself")).not.toContainText("live");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("when two people edit one offer, conflicts are decided field by field, after a crash too, and a deleted offer can be created again", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  // The deleted offer is requested once more.
  complaints.expect(/404/);
  const { id } = await merchant.api.create({ name: "Care kit" });
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/checkout/")) bodies.push(request.postDataJSON());
  });
  const colleague = await merchant.as("merchant");
  await colleague.opens(`/upsells/${id}`);
  await merchant.opens(`/upsells/${id}`);
  await name(page).fill("Mine");
  await page.getByLabel("Value").fill("20");

  await name(colleague.page).fill("Theirs");
  await colleague.page.getByLabel("Placement").fill("In the cart");
  await save(colleague.page);
  await expect(toasts(colleague.page)).toContainText("Saved.");

  const note = page.getByText("Somebody else has just changed this offer.");
  await expect(note).toBeVisible();
  await save(page);
  const field = (on: Page, which: string) => conflict(on).getByTestId(`conflict-${which}`);
  await expect(field(page, "name")).toContainText("When you opened the form: Care kit");
  await expect(field(page, "name").getByRole("radio", { name: "Keep my value Mine" })).toBeChecked();
  await expect(field(page, "name").getByRole("radio", { name: "Use the other value Theirs" })).toBeVisible();
  await press(page, "Escape");
  await expect(conflict(page)).toHaveCount(0);
  await expect(name(page)).toHaveValue("Mine");
  expect(bodies).toEqual([]);
  await save(page);
  await field(page, "name")
    .getByRole("radio", { name: /^Use the other value/ })
    .check();
  await conflict(page).getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await expect(name(page)).toHaveValue("Theirs");
  await expect(page.getByLabel("Placement")).toHaveValue("In the cart");
  await expect(note).toHaveCount(0);
  expect(bodies).toEqual([{ discount: { type: "percentage", value: 20 } }]);
  expect(await merchant.api.find(id)).toMatchObject({
    name: "Theirs",
    placement: "cart",
    discount: { type: "percentage", value: 20 },
  });

  // The browser is closed in the middle of a word, and the same field is changed in the service in the meantime.
  const kept = draftKept(page);
  await name(page).fill("Half a na");
  await kept;
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  await merchant.api.call("PUT", `/upsells/${id}`, { name: "Changed while away" });
  const again = await context.newPage();
  await again.goto(`${merchant.base}/upsells/${id}`);
  const offered = again.getByRole("status").filter({ hasText: "You have unsaved changes from" });
  await expect(offered).toContainText("Somebody has saved other changes since then");
  await expect(name(again)).toHaveValue("Changed while away");
  await offered.getByRole("button", { name: "Restore" }).click();
  await expect(name(again)).toHaveValue("Half a na");
  await again.keyboard.press("Control+s");
  await expect(field(again, "name")).toContainText("When you opened the form: Theirs");
  await expect(field(again, "name")).toContainText("Changed while away");
  await conflict(again).getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(again)).toContainText("Saved.");
  expect((await merchant.api.find(id))?.name).toBe("Half a na");

  await name(again).fill("Still wanted");
  await merchant.api.call("DELETE", `/upsells/${id}`);
  await save(again);
  await again.getByRole("button", { name: "Create as a new offer" }).click();
  await expect(again.getByRole("heading", { name: "Still wanted", level: 1 })).toBeVisible();
  expect(await merchant.api.names()).toEqual(["Still wanted"]);
});

test("an analyst is offered no changes, and a save with a read-only key names the missing scope", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/403/);
  const { id } = await merchant.api.create({ status: "active" });
  const analyst = await merchant.as("analyst");
  await analyst.opens(`/upsells/${id}`);
  await expect(doctor(analyst.page)).toContainText("nothing was found that would keep your shop from showing it.");
  await expect(analyst.page.getByText("Your role can view this offer.")).toBeVisible();
  await expect(analyst.page.getByRole("button", { name: "Edit names and prices…" })).toHaveCount(0);
  await expect(analyst.page.getByRole("button", { name: "More actions" })).toHaveCount(0);
  await analyst.opens("/upsells/import");
  await expect(analyst.page.getByText("Your role is not allowed to do this")).toBeVisible();

  const place = ["--store", merchant.store, "--mode", "sandbox", "--scopes", "read:upsells,read:settings"];
  const { key } = await admin<{ key: string }>("keys", "create", ...place);
  await merchant.calls("PUT", "/connections/checkout", { key });
  await merchant.opens(`/upsells/${id}`);
  await name(page).fill("Typed all the same");
  await save(page);
  const problem = page.getByRole("alert").filter({ hasText: "The stored key is not allowed to do this" });
  await expect(problem).toContainText("The stored key lacks the scope write:upsells.");
  await expect(name(page)).toHaveValue("Typed all the same");
  // A key without read:analytics gets no figures, and no error either.
  await expect(page.getByTestId("performance")).toHaveCount(0);
});

test("ten thousand offers are paged, filtered, exported, and disabled or deleted as one background job", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.fillsSandbox(10_000);
  await merchant.opens("/upsells?page=999");
  await expect(page.getByRole("main")).toContainText("The list ends on page 500.");
  await page.getByRole("button", { name: "Go to the last page" }).click();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("9,981–10,000 of 10,000");
  await page.getByRole("link", { name: "Previous page" }).focus();
  await press(page, "Enter");
  await expect(pages).toContainText("9,961–9,980 of 10,000");
  await page.getByRole("link", { name: "Next page" }).focus();
  await press(page, "Enter");
  await expect(pages).toContainText("9,981–10,000 of 10,000");
  // On the last page the link becomes a button, which keeps the focus.
  await expect(page.getByRole("button", { name: "Next page" })).toBeFocused();

  await merchant.opens("/upsells?search=no.+99&status=active&per_page=5");
  await expect(pages).toContainText("1–5 of");
  const total = Number((await pages.textContent())?.match(/of ([\d,]+)/)?.[1]?.replace(",", ""));
  expect(total).toBeGreaterThan(30);
  await merchant.opens("/upsells?search=no.+9&status=active&per_page=5");
  await expect(pages).toContainText("1–5 of");
  const matching = (await pages.textContent())?.match(/of ([\d,]+)/)?.[1];
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await expect(bulk).toContainText("5 rows selected");
  await bulk.getByRole("button", { name: `Select all ${matching} matching rows` }).click();
  await expect(bulk).toContainText(`All ${matching} matching rows are selected.`);
  await bulk.getByRole("button", { name: "Switch off" }).click();
  const asked = page.getByRole("alertdialog", { name: `Switch off ${matching} offers?` });
  await expect(asked.getByTestId("frozen-filter")).toContainText("Search: “no. 9”");
  await expect(asked.getByTestId("frozen-filter")).toContainText("Status: Active");
  await asked.getByRole("button", { name: `Switch off ${matching}` }).click();
  await expect(toasts(page)).toContainText(`${matching} offers are being switched off.`);
  await page.getByRole("link", { name: "Settings" }).click();
  // So many offers take longer than a change of page.
  await expect(page.getByRole("link", { name: /^1 job/ })).toBeVisible();
  await toasts(page).getByRole("button", { name: "Show job" }).click();
  const through = page.getByText(`${matching} of ${matching}`, { exact: true });
  await expect(through).toBeVisible();
  await expect(page.getByRole("main")).toContainText("search = no. 9");
  await merchant.opens("/upsells?search=no.+9&status=active");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();

  await merchant.opens("/upsells?search=no.+999&status=inactive&sort=name&order=asc&per_page=5");
  await expect(rowsOf(page).first()).toBeVisible();
  const inactive = Number((await pages.textContent())?.match(/of (\d+)/)?.[1]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(inactive + 1);
  // A name with a comma in it stands in quotes.
  for (const line of lines.slice(1))
    expect(line).toMatch(/^ups_more999\d?,("[^"]* no\. 999\d?"|[^",]* no\. 999\d?),inactive,/);

  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await bulk.getByRole("button", { name: `Select all ${inactive} matching rows` }).click();
  await bulk.getByRole("button", { name: "Delete" }).click();
  const forGood = page.getByRole("alertdialog", { name: `Delete ${inactive} offers for good?` });
  const remove = forGood.getByRole("button", { name: `Delete ${inactive}` });
  await expect(remove).toBeDisabled();
  await forGood.getByRole("textbox").fill(String(inactive));
  await remove.click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("files of offers, and of the names and prices of products, are checked before they are imported", async ({
  page,
  merchant,
}) => {
  await merchant.api.create({ name: "Care kit", product_id: "prod_kit", trigger_products: ["prod_boots"] });
  await merchant.opens("/upsells");
  await page.getByRole("link", { name: "Import CSV" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByLabel("Or paste the contents")).toHaveAccessibleDescription(
    "Select a file or paste its contents.",
  );
  const template = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download template" }).click();
  const columns = await readFile(await (await template).path(), "utf8");
  expect(columns).toContain("name,status,product_id");
  expect(columns).toContain("audience_countries");
  const rows = [
    "Name;Product ID;Trigger products;Discount type;Discount value;Placement;Colour;Countries",
    "Care kit;prod_kit;prod_boots;percentage;10;cart;red;DE",
    "Crème;prod_wax;prod_boots|prod_kit;fixed_amount;2.50;checkout;;",
    "Too much;prod_wax;;percentage;150;cart;;",
  ];
  // Older spreadsheets write Latin-1.
  const buffer = Buffer.from(rows.join("\r\n"), "latin1");
  await page.getByLabel("CSV file").setInputFiles({ name: "offers.csv", mimeType: "text/csv", buffer });
  const report = page.getByTestId("dry-run");
  await expect(report).toContainText("2 lines can be imported");
  await expect(report.getByRole("row", { name: "4 Discount value Must be between 1 and 100." })).toBeVisible();
  await expect(report).toContainText("Importing the lines would create second ones.");
  await expect(report).toContainText(
    "These columns are not imported, because no field has their names: Colour and Countries (did you mean audience_countries?).",
  );
  expect(await merchant.api.names()).toEqual(["Care kit"]);
  const start = page.getByRole("button", { name: "Import 2 offers" });
  await expect(start).toBeDisabled();
  await page.getByRole("checkbox", { name: "Skip lines with problems" }).check();
  await start.click();
  await expect(page.getByRole("heading", { name: "Import offers", level: 1 })).toBeVisible();
  await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
  expect(await merchant.api.names()).toEqual(["Care kit", "Care kit", "Crème"]);

  await merchant.opens("/upsells");
  await expect(rowOf(page, "Crème")).toContainText("prod_wax");
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await expect(page.getByRole("button", { name: "prod_wax", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Import CSV" }).click();
  await page.getByLabel("Or paste the contents").fill("id,title,price\nprod_wax,Beeswax,12.50\nprod_kit,Care kit,free");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(report).toContainText("Must be an amount such as 12.50.");
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(toasts(page)).toContainText("1 product was imported.");
  const wax = page.getByRole("row", { name: /Beeswax/ });
  await expect(wax).toContainText("€12.50");
  await page.getByRole("button", { name: "Actions for Beeswax" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(wax).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(wax).toContainText("€12.50");
  // J works on rows without a page of their own, too.
  await page.keyboard.press("j");
  await expect(rowsOf(page).first().getByRole("button").first()).toBeFocused();

  await merchant.opens("/upsells");
  await expect(rowOf(page, "Crème")).toContainText("Beeswax");
  await page.getByRole("link", { name: "Crème", exact: true }).click();
  await expect(card(page)).toContainText("€12.50€10.00");
  await page.getByRole("button", { name: "Edit names and prices…" }).click();
  const names = page.getByRole("dialog", { name: "Names and prices" });
  const boots = names.getByRole("group", { name: "prod_boots" });
  await boots.getByLabel("Name").fill("Boots");
  await boots.getByLabel("Price").fill("89,90");
  await names.getByRole("button", { name: "Save" }).click();
  await expect(names).toHaveCount(0);
  await expect(sentence(page)).toContainText("a cart with Boots or prod_kit");
  await expect(page.getByText("No changes")).toBeVisible();
});

test("an offer is copied to live after a preview, and a second copy changes the live offer", async ({
  page,
  merchant,
}) => {
  await merchant.api.call("PUT", "/products", { products: [{ id: "prod_care_kit", title: "Kit", price: 20 }] });
  const less = await merchant.api.create({ name: "Less" });
  const { id } = await merchant.api.create({ name: "Care kit", status: "active", next_declined: less.id });
  const live = ["--store", merchant.store, "--mode", "live", "--scopes", "all"];
  const { key } = await admin<{ key: string }>("keys", "create", ...live);
  const inLive = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const list = await fetch(`${origin}/services/checkout/v1/upsells`, { headers });
    return ((await list.json()) as { data: Record<string, unknown>[] }).data;
  };
  const promote = async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Copy to live…" }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Copy to live" });
  const created: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/live/checkout/upsells")) created.push(request.url());
  });
  await merchant.opens(`/upsells/${id}`);
  await promote();
  await expect(dialog).toContainText("One live offer will be created, with the status Draft.");
  await expect(dialog.getByRole("row", { name: "Discount 15% off" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Trigger products prod_boots" })).toBeVisible();
  await expect(dialog).toContainText("Live does not have what comes next yet: Less.");
  expect(await inLive()).toEqual([]);
  await dialog.getByRole("button", { name: "Create in live" }).dblclick();
  await expect(toasts(page)).toContainText("“Care kit” was created in live.");
  const [made] = await inLive();
  expect(made).toMatchObject({ name: "Care kit", status: "draft", discount_value: 15, next_declined: null });
  expect(await merchant.api.names()).toEqual(["Care kit", "Less"]);

  await page.getByLabel("Value").fill("25");
  await save(page);
  await expect(toasts(page)).toContainText("Saved.");
  await promote();
  await expect(dialog).toContainText("One field of the live offer will change.");
  await expect(dialog.getByRole("row", { name: "Discount 15% off 25% off" })).toBeVisible();
  await dialog.getByRole("button", { name: "Change in live" }).click();
  await expect(toasts(page)).toContainText("“Care kit” was changed in live.");
  expect(created).toHaveLength(1);
  expect(await inLive()).toMatchObject([{ id: made?.id, status: "draft", discount_value: 25 }]);

  await toasts(page).getByRole("button", { name: "Open in live" }).last().click();
  await expect(page).toHaveURL(new RegExp(`/${merchant.store}/live/upsells/${made?.id}$`));
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Copy to live…" })).toHaveCount(0);
});

test("several offers are copied to live with the products that live does not know", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const variants = [{ id: "kit_brown", title: "Brown", price: 24.9, stock: 3 }];
  const products = [
    { id: "prod_kit", title: "Care kit", price: 24.9, url: "https://shop.example.com/kit", variants, status: "draft" },
    { id: "prod_wax", title: "Wax", price: 9 },
  ];
  await merchant.api.call("PUT", "/products", { products });
  for (const [name, product_id] of [
    ["Kit", "prod_kit"],
    ["Wax", "prod_wax"],
    ["Kept", "prod_old"],
  ]) {
    await merchant.api.create({ name, product_id, status: "active" });
  }
  const live = ["--store", merchant.store, "--mode", "live", "--scopes", "all"];
  const { key } = await admin<{ key: string }>("keys", "create", ...live);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${origin}/services/checkout/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
  };
  await call("PUT", "/products", { products: [{ id: "prod_wax", title: "Wax of the live shop", price: 11 }] });
  await merchant.opens("/upsells");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Copy to live…" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy to live" });
  await expect(dialog).toContainText("Live does not have the product Care kit yet");
  await expect(dialog).not.toContainText("Live shoppers see it at once.");
  await dialog.getByRole("radio", { name: "The same as in the sandbox" }).check();
  await expect(dialog).toContainText("3 live offers will be created. Live shoppers see it at once.");
  await dialog.getByRole("button", { name: "Create in live" }).click();
  await expect(toasts(page)).toContainText("3 offers were copied to live.");
  const made = await call("GET", "/upsells");
  expect(made.map(({ name, status }) => [name, status]).sort()).toEqual([
    ["Kept", "active"],
    ["Kit", "active"],
    ["Wax", "active"],
  ]);
  expect(await call("GET", "/products?ids=prod_kit,prod_wax")).toMatchObject([
    { id: "prod_kit", title: "Care kit", price: 24.9, url: "https://shop.example.com/kit", variants, status: "draft" },
    { id: "prod_wax", title: "Wax of the live shop", price: 11 },
  ]);

  await page.getByRole("button", { name: "Copy to live…" }).click();
  await dialog.getByRole("button", { name: "Create in live" }).click();
  await expect(dialog).toContainText("3 offers were left out, because live already has offers");
  expect(await call("GET", "/upsells")).toHaveLength(3);
});

test("an offer's page says, as the offer is edited, what in it, in other offers or in the settings keeps it from being shown", async ({
  page,
  merchant,
}) => {
  await merchant.api.create({ name: "Twin", status: "active" });
  for (const product of ["a", "b"]) {
    await merchant.api.create({ name: `Other ${product}`, product_id: product, status: "active" });
  }
  await merchant.api.call("PATCH", "/settings", { upsells: { max_offers_per_checkout: 3 } });
  const { id } = await merchant.api.create({ name: "Examined", status: "inactive" });
  await merchant.opens(`/upsells/${id}`);
  await expect(doctor(page)).toContainText("The offer is not switched on. Its status is Inactive.");
  await expect(doctor(page)).toContainText("The same offer is switched on once more: Twin.");
  await expect(doctor(page).getByRole("link", { name: "Twin" })).toBeVisible();
  await expect(doctor(page)).toContainText(
    "With prod_boots in the cart, 4 offers apply here, but a checkout shows at most 3.",
  );
  await expect(doctor(page)).toContainText("Your shop has not sent a product with the ID “prod_care_kit”,");
  await expect(doctor(page)).toContainText("Compared with 3 other offers that are switched on.");
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await expect(doctor(page)).toContainText("nothing was found that would keep your shop from showing it.");
  await page.getByLabel("Placement").fill("At checkout");
  await page.getByLabel("Placement").blur();
  await expect(doctor(page)).not.toContainText("The same offer");
  await expect(doctor(page)).not.toContainText("at most 3");
  await page.getByRole("button", { name: "Remove prod_boots" }).click();
  await expect(doctor(page)).toContainText("The offer has no trigger product, so it applies to every cart.");
  await expect(page.getByText("or to every cart if the field is empty")).toBeVisible();
  await page.getByLabel("Trigger products").fill("prod_care_kit,");
  await expect(doctor(page)).toContainText("As entered, the offer cannot be shown.");
  await expect(doctor(page)).toContainText("prod_care_kit is its own only trigger");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
