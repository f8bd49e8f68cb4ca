import type { Page } from "@playwright/test";
import { choosesProduct, expect, rowOf, test, toasts, undoableDelete, waitsLonger } from "./fixtures.ts";

const sentence = (page: Page) => page.getByTestId("sentence");
const card = (page: Page) => page.getByTestId("shopper-card");
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "your attention" });

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

test("an offer is created with everything that was entered", async ({ page, merchant }) => {
  await merchant.opens("/upsells/new");
  await fill(page, { Name: "Care kit" });
  await choosesProduct(page.getByLabel("Product offered"), "prod_kit");
  await page.getByLabel("Trigger products").fill("prod_a, prod_b; prod_c");
  await page.keyboard.press("Enter");
  await fill(page, { Type: "Fixed amount", Value: "7,5", Placement: "In the cart" });
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Care kit", level: 1 })).toBeVisible();
  await expect(toasts(page)).toContainText("“Care kit” was created.");
  expect(await merchant.api.find(page.url().split("/").at(-1) ?? "")).toMatchObject({
    name: "Care kit",
    product_id: "prod_kit",
    trigger_products: ["prod_a", "prod_b", "prod_c"],
    discount: { type: "fixed_amount", value: 7.5 },
    placement: "cart",
    status: "active",
  });
});

test("a trigger product is entered by its name, even if the name contains spaces", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const products = [{ id: "prod_dripper", title: "Ceramic dripper", price: 24.9 }];
  await merchant.api.call("PUT", "/products", { products });
  await merchant.opens("/upsells/new");
  const triggers = page.getByLabel("Trigger products");
  await triggers.pressSequentially("cer");
  await expect(page.getByRole("option", { name: /Ceramic dripper/ })).toBeVisible();
  await triggers.pressSequentially("amic dripper");
  await triggers.blur();
  await expect(page.getByRole("button", { name: "Remove Ceramic dripper" })).toBeVisible();
  await expect(sentence(page)).toContainText("a cart with Ceramic dripper,");
});

test("missing entries are reported at their fields and in a summary that leads to them", async ({ page, merchant }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await merchant.opens("/upsells/new");
  await page.getByLabel("Value").fill("120");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(summary(page)).toContainText("3 things need your attention");
  await expect(page.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Value")).toHaveAccessibleDescription("Must be between 1 and 100.");
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name\./);
  await expect(page.getByLabel("Product offered")).toHaveAccessibleDescription(/Choose a product\./);

  await summary(page)
    .getByRole("button", { name: /^Value/ })
    .click();
  await expect(page.getByLabel("Value")).toBeFocused();
  await page.getByLabel("Value").fill("12");
  await expect(page.getByLabel("Value")).not.toHaveAttribute("aria-invalid", "true");
  expect(sent.filter((url) => url.includes("/upsells"))).toEqual([]);
});

test("an error of the checkout service is shown at the field it names", async ({ page, merchant, complaints }) => {
  complaints.expect(/400/);
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  await fill(page, { Type: "bogus", Value: "3" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const type = page.getByLabel("Type");
  await expect(type).toHaveAccessibleDescription("Must be one of percentage, fixed_amount.");
  await expect(type).toBeFocused();
  await expect(summary(page).getByRole("button", { name: /^Type/ })).toBeVisible();
  await expect(type).toHaveValue("bogus");
  expect((await merchant.api.find(id))?.discount.type).toBe("percentage");

  await fill(page, { Type: "Percentage" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  expect((await merchant.api.find(id))?.discount).toEqual({ type: "percentage", value: 3 });
});

test("a status that the checkout service rejects is reported at the status", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/400/);
  const { id } = await merchant.api.create();
  await page.route(`**/checkout/upsells/${id}`, async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    await route.continue({ postData: { ...route.request().postDataJSON(), status: "scheduled" } });
  });
  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Name").fill("Renamed");
  await page.getByRole("button", { name: "Save changes" }).click();
  const status = page.getByRole("group", { name: "Status" });
  await expect(status).toContainText("Must be one of active, inactive, draft.");
  await expect(summary(page)).toContainText("Status: Must be one of");
});

test("a save sends only the changed fields", async ({ page, merchant }) => {
  const { id } = await merchant.api.create();
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/checkout/")) bodies.push(request.postDataJSON());
  });
  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Value").fill("20");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await expect(page.getByText("No changes")).toBeVisible();

  await page.getByLabel("Name").fill("Another name");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Another name" })).toBeVisible();
  expect(bodies).toEqual([{ discount: { type: "percentage", value: 20 } }, { name: "Another name" }]);

  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("There was nothing to save.");
  expect(bodies).toHaveLength(2);
});

test("discarding changes restores the saved values", async ({ page, merchant }) => {
  const { id, name } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  await fill(page, { Name: "Typed by mistake", Value: "9" });
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Value")).toHaveValue("15");
  await expect(page.getByText("No changes")).toBeVisible();
});

test("leaving with unsaved changes asks first, and staying keeps them", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  await page.getByLabel("Name").fill("Not saved");
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Settings" }).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("Not saved");
  await expect(page).toHaveURL(new RegExp(id));

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(asked).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(asked).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue("Not saved");

  await page.getByRole("link", { name: "Settings" }).click();
  await asked.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(asked).toHaveCount(0);
});

test("closing the page with unsaved changes makes the browser ask", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.opens("/upsells/new");
  await page.getByLabel("Name").fill("Not saved");
  const dialog = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await dialog).type()).toBe("beforeunload");
  await (await dialog).dismiss();
  await expect(page.getByLabel("Name")).toHaveValue("Not saved");
});

const places = [
  { placement: "In the cart", where: "in the cart.", eyebrow: "Goes well with your cart" },
  { placement: "At checkout", where: "at checkout.", eyebrow: "Add before you pay" },
  { placement: "After purchase", where: "after purchase.", eyebrow: "Your order is placed." },
  { placement: "Thank-you page", where: "on the thank-you page.", eyebrow: "Thank you!" },
  { placement: "side_drawer", where: "at “side_drawer”.", eyebrow: "You may also like" },
];

test("the preview and the sentence follow the placement", { tag: "@long" }, async ({ page, merchant }) => {
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  for (const { placement, where, eyebrow } of places) {
    await page.getByLabel("Placement").fill(placement);
    await page.getByLabel("Placement").blur();
    await expect(sentence(page)).toContainText(
      `When a shopper has a cart with prod_boots, offer prod_care_kit at 15% off ${where} The offer is a draft`,
    );
    await expect(card(page)).toContainText(eyebrow);
  }
});

test("the preview and the sentence follow the discount", { tag: "@long" }, async ({ page, merchant }) => {
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}`);
  await expect(card(page)).toContainText("€40.00€34.00");
  await expect(card(page)).toContainText("sample price");

  await page.getByLabel("Value").fill("12,5");
  await expect(card(page)).toContainText("€35.00");
  await expect(sentence(page)).toContainText("at 12.5% off");
  await expect(page.getByLabel("Value")).toHaveValue("12,5");

  await fill(page, { Type: "Fixed amount" });
  await page.getByLabel("Value").fill("5");
  await expect(card(page)).toContainText("€40.00€35.00");
  await expect(sentence(page)).toContainText("at €5.00 off");
  await page.getByLabel("Value").fill("50");
  await expect(card(page)).toContainText("Free");

  await fill(page, { Type: "buy_one_get_one" });
  await page.getByLabel("Value").fill("2");
  await expect(sentence(page)).toContainText("with buy_one_get_one 2");
  await expect(card(page)).toContainText("buy_one_get_one 2");
  await expect(card(page)).not.toContainText("You save");
});

test("the preview and the sentence follow products, status and device", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ trigger_products: [] });
  await merchant.opens(`/upsells/${id}`);
  await expect(sentence(page)).toContainText("With any cart, offer prod_care_kit");
  await page.getByLabel("Trigger products").fill("prod_a,prod_b,");
  await expect(sentence(page)).toContainText("a cart with prod_a or prod_b");
  await page.getByRole("button", { name: "Remove prod_a" }).click();
  await expect(sentence(page)).toContainText("a cart with prod_b,");
  await choosesProduct(page.getByLabel("Product offered"), "prod_wax");
  await expect(card(page)).toContainText("prod_wax");
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await expect(sentence(page)).toContainText("The offer is switched on.");
  const narrow = (await card(page).boundingBox())?.width ?? 0;
  await page.getByRole("radio", { name: "Desktop" }).check({ force: true });
  await expect.poll(async () => (await card(page).boundingBox())?.width ?? 0).toBeGreaterThan(narrow + 20);
});

test("an analyst can view offers but not change them", { tag: "@long" }, async ({ merchant }) => {
  const { name } = await merchant.api.create();
  const analyst = await merchant.as("analyst");
  const { page } = analyst;
  await analyst.opens("/upsells");
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page.getByRole("link", { name: "New offer" })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await page.getByRole("link", { name }).click();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  for (const field of await page.getByRole("main").getByRole("textbox").all()) await expect(field).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More actions" })).toHaveCount(0);
  await expect(sentence(page)).toContainText("prod_care_kit");

  await analyst.opens("/upsells/new");
  await expect(page.getByText("Your role is not allowed to do this")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveCount(0);
});

test("the menu of an offer's page enables, duplicates and deletes the offer", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id, name } = await merchant.api.create();
  await waitsLonger(page);
  await merchant.opens(`/upsells/${id}`);
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Switch on");
  await expect(page.getByRole("radio", { name: "Active", exact: true })).toBeChecked();
  await choose("Duplicate");
  await toasts(page).getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { name: `${name} (copy)` })).toBeVisible();
  await choose("Delete");
  await expect(page).toHaveURL(/\/upsells$/);
  await expect(rowOf(page, name)).toBeVisible();
  await expect(rowOf(page, `${name} (copy)`)).toHaveCount(0);
  await undoableDelete(page).getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, `${name} (copy)`)).toBeVisible();
});

test("text entered during a save stays as an unsaved change", { tag: "@long" }, async ({ page, merchant }) => {
  const { id } = await merchant.api.create({ name: "First" });
  await merchant.opens(`/upsells/${id}`);
  await page.route(`**/upsells/${id}`, async (route) => {
    if (route.request().method() === "PUT") await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await fill(page, { Name: "Second" });
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith(id));
  await page.getByRole("button", { name: "Save changes" }).click();
  await sent;
  await fill(page, { Name: "Third" });
  await expect(toasts(page)).toContainText("Saved.");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Third");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(async () => (await merchant.api.find(id))?.name).toBe("Third");
});

test("the browser's Back asks before unsaved changes are left", async ({ page, merchant }) => {
  const { id, name } = await merchant.api.create();
  await merchant.opens("/upsells");
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await fill(page, { Name: "Not saved yet" });
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.evaluate(() => window.history.back());
  await expect(asked).toBeVisible();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not saved yet");
});

test("Enter in the emptied field for trigger products does not create the offer", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.opens("/upsells/new");
  await fill(page, { Name: "Care kit", Value: "10" });
  await choosesProduct(page.getByLabel("Product offered"), "prod_kit");
  await page.getByLabel("Trigger products").fill("prod_a,");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/upsells\/new$/);
});
