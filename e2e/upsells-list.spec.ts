import { chooseFromRow, expect, rowOf, rowsOf, test, toasts, waitsLonger } from "./fixtures.ts";

const nav = "Pages";

test("a store without offers says so and leads to a new offer", async ({ page, merchant }) => {
  await merchant.opens("/upsells");
  await expect(page.getByRole("heading", { name: "No offers yet" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "New offer" }).last().click();
  await expect(page.getByRole("heading", { name: "New offer" })).toBeVisible();
});

test("a search without results says so, and clearing the filters shows the offers again", async ({
  page,
  merchant,
}) => {
  await merchant.api.create();
  await merchant.opens("/upsells?search=nothing+like+it&status=active");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page).toHaveURL(/\/upsells$/);
});

test("search, filter and sorting are in the address, and survive a reload and Back", async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  await merchant.opens("/upsells");
  await expect(page.getByRole("navigation", { name: nav })).toContainText("1–20 of 40");

  await page.getByRole("searchbox").fill("kettle");
  await expect(page).toHaveURL(/search=kettle/);
  await expect(page.getByRole("navigation", { name: nav })).toContainText("1–5 of 5");

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Inactive" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/status=inactive/);
  // The old rows stay until the new ones come.
  await expect(rowsOf(page).filter({ hasNotText: "Inactive" })).toHaveCount(0);
  const found = await rowsOf(page).count();
  await expect(page.getByRole("navigation", { name: nav })).toContainText(`of ${found}`);

  await page.getByRole("button", { name: "Offer", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("columnheader", { name: "Offer" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Offer", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Offer" })).toHaveAttribute("aria-sort", "descending");
  const shown = () => rowsOf(page).getByRole("link").allTextContents();
  await expect.poll(async () => (await shown()).join() === (await shown()).sort().reverse().join()).toBe(true);
  const names = await shown();

  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("kettle");
  await expect(rowsOf(page).getByRole("link")).toHaveText(names);
  await expect(page.getByRole("columnheader", { name: "Offer" })).toHaveAttribute("aria-sort", "descending");

  await page.goBack();
  await expect(page.getByRole("columnheader", { name: "Offer" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Remove the filter Status" }).click();
  await expect(page.getByRole("navigation", { name: nav })).toContainText("1–5 of 5");
});

test("offers are filtered by placement, trigger product, discount and found problem, one after the other", async ({
  page,
  merchant,
}) => {
  const trigger_products = ["prod_boots"];
  await merchant.api.create({ name: "Both", placement: "cart", trigger_products, product_id: "prod_boots" });
  await merchant.api.create({ name: "Triggered", placement: "cart", trigger_products });
  await merchant.api.create({ name: "Elsewhere", placement: "checkout", trigger_products });
  await merchant.opens("/upsells");
  const add = async (filter: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: filter, exact: true }).click();
  };
  await add("Placement");
  await page.getByRole("checkbox", { name: "In the cart" }).check();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page)).toHaveCount(2);
  await add("Trigger product");
  await page.getByRole("combobox", { name: "Trigger product" }).fill("prod_boots");
  await page
    .getByRole("option", { name: /prod_boots/ })
    .first()
    .click();
  await expect(page).toHaveURL(/trigger_product=prod_boots/);
  await add("Discount");
  await page.getByRole("textbox", { name: "At least" }).fill("5");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/discount_min=5/);
  await expect(rowsOf(page)).toHaveCount(2);
  await add("Problem found");
  await page.getByRole("checkbox", { name: "Product is also a trigger" }).check();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Both")).toBeVisible();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test("a filter takes a product that the shop has not sent", async ({ page, merchant }) => {
  await merchant.api.create({ name: "Known", product_id: "prod_boots" });
  await merchant.opens("/upsells");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "Product", exact: true }).click();
  await page.getByRole("combobox", { name: "Product" }).fill("prod_gone");
  await page.getByRole("option", { name: "Use “prod_gone” as a product ID" }).click();
  await expect(page.getByRole("button", { name: "Product prod_gone", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/product_id=prod_gone/);
});

test("sorting by discount orders by its value", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  await merchant.opens("/upsells?search=kettle");
  await page.getByRole("button", { name: "Discount" }).click();
  await expect(page.getByRole("columnheader", { name: "Discount" })).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=discount_value/);
  const values = async () =>
    (await rowsOf(page).locator('td[data-label="Discount"]').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, "")),
    );
  await expect.poll(async () => isSorted(await values())).toBe(true);
  expect(await values()).toHaveLength(5);
});

function isSorted(values: readonly number[]): boolean {
  return values.length > 0 && values.every((value, at) => at === 0 || value <= (values[at - 1] as number));
}

test("page and page size are in the address, and a page beyond the end leads to the last one", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  await merchant.opens("/upsells");
  const first = await rowsOf(page).first().getByRole("link").textContent();
  await page.getByRole("link", { name: "Next page" }).click();
  const pages = page.getByRole("navigation", { name: nav });
  await expect(pages).toContainText("21–40 of 40");
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(page.getByRole("button", { name: "Next page" })).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(pages).toContainText("21–40 of 40");
  await page.goBack();
  await expect(rowsOf(page).first().getByRole("link")).toHaveText(first ?? "");

  await page.getByLabel("Rows per page").selectOption("50");
  await expect(pages).toContainText("1–40 of 40");
  await expect(page).toHaveURL(/per_page=50/);

  await merchant.opens("/upsells?page=9");
  await expect(page.getByRole("heading", { name: "This page is empty" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("The list ends on page 2.");
  await expect(pages).toContainText("None of 40");
  await page.getByRole("button", { name: "Go to the last page" }).click();
  await expect(pages).toContainText("21–40 of 40");
});

test("hidden columns stay hidden after a reload, and can be shown again", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.api.create();
  await merchant.opens("/upsells");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Placement" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Triggers" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Placement" })).toHaveCount(0);
  await expect(page).toHaveURL(/hide=placement,trigger_products/);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Triggers" })).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: "Show all columns" }).click();
  await expect(page.getByRole("columnheader", { name: "Placement" })).toBeVisible();
});

test("a range of offers is selected with Shift, disabled at once, and enabled again by Undo", async ({
  page,
  merchant,
}) => {
  const ids: string[] = [];
  for (const name of ["A", "B", "C", "D"]) ids.push((await merchant.api.create({ name, status: "active" })).id);
  const statuses = async () => Promise.all(ids.map(async (id) => (await merchant.api.find(id))?.status));
  await merchant.opens("/upsells?sort=name&order=asc");
  await page.getByRole("checkbox", { name: "Select B" }).check();
  await page.getByRole("checkbox", { name: "Select D" }).click({ modifiers: ["Shift"] });
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await expect(bulk).toContainText("3 rows selected");
  await expect(page.getByRole("checkbox", { name: "Select C" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Select A", exact: true })).not.toBeChecked();

  await bulk.getByRole("button", { name: "Switch off" }).click();
  await expect(toasts(page)).toContainText("3 offers are being changed.");
  await expect(rowOf(page, "C")).toContainText("Inactive");
  await expect(bulk).toHaveCount(0);
  expect(await statuses()).toEqual(["active", "inactive", "inactive", "inactive"]);

  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page)).toContainText("Undone.");
  await expect(rowOf(page, "C")).toContainText("Active");
  expect(await statuses()).toEqual(["active", "active", "active", "active"]);
});

test("all rows of the page are selected and deselected together", { tag: "@long" }, async ({ page, merchant }) => {
  for (const name of ["A", "B"]) await merchant.api.create({ name });
  await merchant.opens("/upsells");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await expect(bulk).toContainText("2 rows selected");
  await page.keyboard.press("Escape");
  await expect(bulk).toHaveCount(0);
});

test("the menu of a row enables and duplicates the offer", async ({ page, merchant }) => {
  const { id, name } = await merchant.api.create();
  await merchant.opens("/upsells");
  await chooseFromRow(page, name, "Switch on");
  await expect(rowOf(page, name)).toContainText("Active");
  expect((await merchant.api.find(id))?.status).toBe("active");
  await chooseFromRow(page, name, "Duplicate");
  await expect(rowOf(page, `${name} (copy)`)).toContainText("Draft");
  await expect(page.getByRole("navigation", { name: nav })).toContainText("1–2 of 2");
});

test.describe("a deleted offer", () => {
  test("is restored by Undo, and stays in the service until the countdown ends", async ({ page, merchant }) => {
    const { id, name } = await merchant.api.create();
    await merchant.api.create({ name: "Another" });
    await waitsLonger(page);
    await merchant.opens("/upsells");
    await chooseFromRow(page, name, "Delete");
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: nav })).toContainText("1–1 of 1");
    const undo = toasts(page).getByRole("button", { name: "Undo" });
    const left = Number((await undo.textContent())?.match(/\d+/)?.[0]);
    await expect(undo).toContainText(String(left - 1));
    expect(await merchant.api.find(id)).toBeDefined();
    await undo.click();
    await expect(rowOf(page, name)).toBeVisible();
    await page.reload();
    await expect(rowOf(page, name)).toBeVisible();
    expect(await merchant.api.find(id)).toBeDefined();
  });

  test("is really deleted after the countdown, also on another page", { tag: "@long" }, async ({ page, merchant }) => {
    const { id, name } = await merchant.api.create();
    const { name: kept } = await merchant.api.create({ name: "Kept" });
    await merchant.opens("/upsells");
    await chooseFromRow(page, name, "Delete");
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await expect(toasts(page).getByRole("button", { name: "Undo" })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await expect.poll(() => merchant.api.find(id)).toBeUndefined();
    await page.getByRole("link", { name: "Upsells" }).click();
    await expect(rowOf(page, kept)).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
  });

  test("is deleted at once when its notice is dismissed", { tag: "@long" }, async ({ page, merchant }) => {
    const { id, name } = await merchant.api.create();
    await merchant.opens("/upsells");
    await chooseFromRow(page, name, "Delete");
    await toasts(page).getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => merchant.api.find(id)).toBeUndefined();
    await expect(page.getByRole("heading", { name: "No offers yet" })).toBeVisible();
  });

  test("is deleted after the countdown, although Cartwright was left", { tag: "@long" }, async ({ page, merchant }) => {
    const { id, name } = await merchant.api.create();
    await merchant.opens("/upsells");
    await chooseFromRow(page, name, "Delete");
    await expect(rowOf(page, name)).toHaveCount(0);
    await page.goto("about:blank");
    expect(await merchant.api.find(id)).toBeDefined();
    await expect.poll(() => merchant.api.find(id)).toBeUndefined();
  });

  test("disappears from every tab, and Undo restores it in every tab", { tag: "@long" }, async ({
    page,
    merchant,
    context,
  }) => {
    const { id, name } = await merchant.api.create();
    await merchant.opens("/upsells");
    const other = await context.newPage();
    await other.goto(`${merchant.base}/upsells`);
    await expect(rowOf(other, name)).toBeVisible();
    await waitsLonger(page);
    await chooseFromRow(page, name, "Delete");
    await expect(rowOf(other, name)).toHaveCount(0);
    await expect(toasts(other)).toContainText(`“${name}” will be deleted.`);
    const undo = toasts(page).getByRole("button", { name: "Undo" });
    const left = async () => Number((await undo.textContent())?.match(/\d+/)?.[0]);
    const before = await left();
    await page.reload();
    await expect(rowOf(page, name)).toHaveCount(0);
    expect(await left()).toBeLessThanOrEqual(before);
    await undo.click();
    await expect(rowOf(page, name)).toBeVisible();
    await expect(rowOf(other, name)).toBeVisible();
    await expect(toasts(other)).toHaveCount(0);
    expect(await merchant.api.find(id)).toBeDefined();
  });

  test("that somebody else deleted in the meantime causes no error", { tag: "@long" }, async ({ page, merchant }) => {
    const { id, name } = await merchant.api.create();
    await merchant.opens("/upsells");
    await chooseFromRow(page, name, "Delete");
    await expect(rowOf(page, name)).toHaveCount(0);
    await merchant.api.call("DELETE", `/upsells/${id}`);
    await toasts(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("heading", { name: "No offers yet" })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });
});
