import type { Page } from "@playwright/test";
import {
  admin,
  type Bundle,
  chooseFromRow,
  choosesProduct,
  draftKept,
  expect,
  type Merchant,
  rowOf,
  rowsOf,
  test,
  toasts,
} from "./fixtures.ts";

const sums = (page: Page) => page.getByTestId("sums");
const sum = (page: Page, name: string) => sums(page).getByRole("row").filter({ hasText: name });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "your attention" });
const product = (page: Page, n: number) => page.getByRole("combobox", { name: `Product ${n}`, exact: true });
const quantity = (page: Page, n: number) => page.getByRole("textbox", { name: `Quantity of product ${n}` });
const readBundle = async (merchant: Merchant, id: string) =>
  (await merchant.api.call<Bundle>("GET", `/bundles/${id}`)).body;

/** As a person enters them in the dashboard. */
async function prices(merchant: Merchant, known: Record<string, string>) {
  const origin = new URL(merchant.page.url()).origin;
  for (const [id, price] of Object.entries(known)) {
    const data = { id, name: id.replace("prod_", "").toUpperCase(), price, currency: "EUR" };
    const address = `/api/${merchant.store}/sandbox/desk/remembered/product`;
    const answer = await merchant.page.request.put(address, { headers: { origin }, data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

test("a bundle is created as entered, with a price preview and errors at their fields", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/400/);
  await merchant.opens("/bundles");
  await expect(page.getByRole("heading", { name: "No bundles yet" })).toBeVisible();
  await prices(merchant, { prod_beans: "14.50", prod_filter: "4.05", prod_mug: "9" });
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.getByRole("main").getByRole("link", { name: "New bundle" }).first().click();
  await expect(page.getByText("Add products, and the price appears here.")).toBeVisible();

  await test.step("missing entries are reported at their fields", async () => {
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(summary(page)).toContainText("3 things need your attention");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await expect(product(page, 1)).toHaveAccessibleDescription("Choose a product.");
    await summary(page)
      .getByRole("button", { name: /^Value/ })
      .click();
    await expect(page.getByLabel("Value")).toBeFocused();
  });

  await test.step("the price of a fixed bundle shows subtotal, discount and rounding", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Slow morning");
    await product(page, 1).fill("beans");
    await expect(page.getByRole("option", { name: "BEANS" })).toContainText("€14.50");
    await page.keyboard.press("Enter");
    await quantity(page, 1).fill("2");
    await page.getByRole("button", { name: "Add product" }).click();
    await expect(product(page, 2)).toBeFocused();
    await page.keyboard.type("prod_filter");
    await expect(page.getByRole("option", { name: "FILTER" })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.getByLabel("Value").fill("12,5");
    await expect(sums(page)).toContainText("€28.92");
    await expect(sum(page, "Subtotal")).toContainText("€33.05");
    await expect(sum(page, "Discount")).toContainText("−€4.13125");
    await expect(sum(page, "Rounding")).toContainText("€0.00125");
    await expect(sum(page, "Savings")).toContainText("€4.13 (12.5%)");
  });

  await test.step("the price is a range where the shopper selects the products", async () => {
    await page.getByRole("radio", { name: "Mix and match" }).check();
    await expect(sums(page)).toContainText("€10.63 to €38.06");
    await expect(sums(page)).toContainText("3 items, in any mix");
    await expect(sum(page, "Savings")).toContainText("€1.52");
    await page.getByRole("radio", { name: "Build a box" }).check();
    await expect(sums(page)).toContainText("€3.54 to €28.92");
  });

  await test.step("the preview warns of prices that are zero, too high or unknown", async () => {
    await page.getByLabel("Price type").fill("Amount off");
    await page.getByLabel("Value").fill("5");
    await expect(sums(page)).toContainText("At one end of the range the price would be zero or less.");
    await page.getByLabel("Price type").fill("Fixed price");
    await page.getByLabel("Value").fill("40");
    await expect(sums(page)).toContainText("The bundle would cost more than its products alone.");
    await page.getByRole("button", { name: "Add product" }).click();
    await choosesProduct(product(page, 3), "prod_tea");
    await expect(sums(page)).toContainText("The price of prod_tea is missing.");
    await expect(sum(page, "Subtotal")).toContainText("unknown");
    await page.getByRole("button", { name: "Edit names and prices…" }).click();
    const tea = page.getByRole("dialog").getByRole("group", { name: "prod_tea" });
    await tea.getByLabel("Price").fill("3");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(sums(page)).not.toContainText("unknown");
    await expect(sum(page, "Subtotal")).toContainText("€36.05");
    await page.getByRole("button", { name: "Remove product 3" }).click();
    await expect(product(page, 2)).toBeFocused();
    await expect(sum(page, "Subtotal")).toContainText("€33.05");
  });

  await test.step("a price type that only the checkout service rejects is reported at its field, and has no price preview", async () => {
    await page.getByLabel("Price type").fill("bogo");
    await page.getByLabel("Value").fill("1");
    await expect(sums(page)).toContainText("How “bogo” changes the price is not known here.");
    await page.getByRole("button", { name: "Create bundle" }).click();
    const kind = page.getByLabel("Price type");
    await expect(kind).toHaveAccessibleDescription(/Must be one of percentage_off, amount_off, fixed_price/);
    await expect(kind).toBeFocused();
    await kind.fill("Percentage off");
    await page.getByLabel("Value").fill("10");
  });

  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(toasts(page)).toContainText("“Slow morning” was created.");
  await expect(page.getByRole("heading", { name: "Slow morning", level: 1 })).toBeVisible();
  expect(await readBundle(merchant, page.url().split("/").at(-1) ?? "")).toMatchObject({
    name: "Slow morning",
    type: "build_a_box",
    status: "active",
    products: [
      { product_id: "prod_beans", quantity: 2 },
      { product_id: "prod_filter", quantity: 1 },
    ],
    pricing: { type: "percentage_off", value: 10 },
  });
});

test("a bundle's draft is restored, only changed fields are saved, conflicts are decided, and the bundle is archived and duplicated", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const { id } = await merchant.api.createBundle();
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/checkout/")) bodies.push(request.postDataJSON());
  });
  await merchant.opens(`/bundles/${id}`);

  await test.step("unsaved changes are restored after the page was left", async () => {
    await page.waitForLoadState("networkidle");
    const kept = draftKept(page);
    await quantity(page, 2).fill("3");
    await kept;
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(quantity(page, 2)).toHaveValue("1");
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(quantity(page, 2)).toHaveValue("3");
  });

  await test.step("leaving with unsaved changes asks first, and a save sends only the changed field", async () => {
    await page.getByRole("link", { name: "Jobs" }).click();
    const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toasts(page)).toContainText("Saved.");
    expect(bodies).toEqual([
      {
        products: [
          { product_id: "prod_beans", quantity: 2 },
          { product_id: "prod_filter", quantity: 3 },
        ],
      },
    ]);
  });

  await test.step("changes that somebody else saved in the meantime are decided field by field", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await page.getByLabel("Value").fill("20");
    const theirs = { name: "Theirs", type: "mix_match", pricing: { type: "fixed_price", value: 30 } };
    await merchant.api.call("PUT", `/bundles/${id}`, theirs);
    await page.getByRole("button", { name: "Save changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
    await expect(dialog.getByTestId("conflict-name")).toContainText("When you opened the form: Morning set");
    await expect(dialog.getByTestId("conflict-pricing")).toContainText("€30.00 in total");
    await dialog
      .getByTestId("conflict-pricing")
      .getByRole("radio", { name: /Use the other value/ })
      .check();
    await dialog.getByRole("button", { name: "Save these values" }).click();
    await expect(page.getByRole("heading", { name: "Mine", level: 1 })).toBeVisible();
    expect(bodies.slice(1)).toEqual([{ name: "Mine" }]);
    expect(await readBundle(merchant, id)).toMatchObject({ ...theirs, name: "Mine" });
    await expect(page.getByText("No changes")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Mix and match" })).toBeChecked();
  });

  await test.step("the bundle is archived, restored by Undo, and duplicated as a draft", async () => {
    const choose = async (action: string) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    };
    await choose("Archive");
    await expect(page.getByRole("radio", { name: "Archived", exact: true })).toBeChecked();
    expect((await readBundle(merchant, id)).status).toBe("archived");
    await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
    await expect(page.getByRole("radio", { name: "Active", exact: true })).toBeChecked();
    await choose("Duplicate as new");
    await expect(page.getByText("A copy of “Mine”, not created yet.")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mine (copy)");
    await expect(quantity(page, 2)).toHaveValue("3");
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(page.getByRole("heading", { name: "Mine (copy)", level: 1 })).toBeVisible();
    expect(await readBundle(merchant, page.url().split("/").at(-1) ?? "")).toMatchObject({
      type: "mix_match",
      status: "draft",
      pricing: { type: "fixed_price", value: 30 },
    });
  });
});

test("the list of bundles is filtered, sorted, exported and archived in bulk, and offers only what a role and a key allow", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/403/);
  await merchant.opens("/bundles");
  await prices(merchant, { prod_beans: "14.50" });
  await merchant.api.createBundle({ name: 'Set, "small"' });
  await merchant.api.createBundle({ name: "Any three", type: "mix_match", pricing: { type: "amount_off", value: 5 } });
  await merchant.api.createBundle({ name: "Old box", type: "build_a_box", status: "archived" });
  await merchant.opens("/bundles");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowOf(page, "Any three")).toContainText("€5.00 off");
  await expect(rowOf(page, "Any three")).toContainText("2 × BEANS+1");

  const filter = async (name: string, choice: string) => {
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("checkbox", { name: choice }).check();
    await page.keyboard.press("Escape");
  };
  await filter("Type", "Fixed");
  await expect(page).toHaveURL(/type=fixed/);
  await expect(rowsOf(page)).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"Set, ""small"""');
  expect(lines[1]).toContain("prod_beans*2|prod_filter*1");

  await page.getByRole("button", { name: "Remove the filter Type" }).click();
  await filter("Status", "Archived");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Old box")).toContainText("Build a box");
  await chooseFromRow(page, "Old box", "Restore");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();

  await test.step("several bundles are archived at once and restored by Undo", async () => {
    for (const name of ["Any three", "Old box"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(rowOf(page, "Any three")).toContainText("Archived");
    await expect(rowOf(page, "Old box")).toContainText("Archived");
    await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
    await expect(rowOf(page, "Any three")).toContainText("Active");
    await expect(rowOf(page, "Old box")).toContainText("Active");
  });

  await test.step("all matching bundles are archived once the filter is confirmed", async () => {
    await merchant.opens("/bundles?status=active&per_page=2");
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
    await bulk.getByRole("button", { name: "Select all 3 matching rows" }).click();
    await expect(bulk).toContainText("All 3 matching rows are selected.");
    await bulk.getByRole("button", { name: "Archive" }).click();
    const asked = page.getByRole("alertdialog", { name: "Archive 3 bundles?" });
    await expect(asked.getByTestId("frozen-filter")).toHaveText("status: Active");
    await asked.getByRole("button", { name: "Archive 3" }).click();
    await expect(toasts(page)).toContainText("3 bundles are being changed.");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    const { body } = await merchant.api.call<{ data: Bundle[] }>("GET", "/bundles?status=archived");
    expect(body.data).toHaveLength(3);
    await merchant.opens("/bundles");
  });
  await page.getByRole("button", { name: "Bundle", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rowsOf(page).first()).toContainText("Any three");

  await test.step("an analyst can view bundles but not change them", async () => {
    const analyst = await merchant.as("analyst");
    await analyst.opens("/bundles");
    await expect(rowsOf(analyst.page)).toHaveCount(3);
    await expect(analyst.page.getByRole("link", { name: "New bundle" })).toHaveCount(0);
    await expect(analyst.page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
    await analyst.page.getByRole("link", { name: "Any three" }).click();
    await expect(analyst.page.getByText("€5.00 off").first()).toBeVisible();
    await expect(analyst.page.getByText("The checkout service cannot change a bundle.")).toHaveCount(0);
    await expect(analyst.page.getByRole("textbox")).toHaveCount(0);
    await analyst.opens("/bundles/new");
    await expect(analyst.page.getByText("Your role is not allowed to do this")).toBeVisible();
  });

  await test.step("a save with a key that lacks write:bundles names the scope, and the entered name stays", async () => {
    const { key } = await admin<{ key: string }>(
      ...["keys", "create", "--store", merchant.store, "--mode", "sandbox", "--scopes", "read:bundles"],
    );
    const origin = new URL(page.url()).origin;
    const address = `/api/${merchant.store}/sandbox/desk/connections/checkout`;
    expect((await page.request.put(address, { headers: { origin }, data: { key } })).status()).toBe(200);
    await page.getByRole("link", { name: "Any three" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Any four");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "The stored key lacks the scope write:bundles." }),
    ).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Any four");
  });
});
