import { chooseFromRow, draftKept, expect, type Page, ready, rowOf, toasts, undoableDelete } from "./fixtures.ts";

import { type SecondShop, test } from "./second-shop.ts";

const pause = (page: Page) => page.getByRole("status").filter({ hasText: "The request limit is reached." });

test("an offer is edited, disabled, restored, duplicated and deleted, and each change is made once", {
  tag: "@long",
}, async ({ page, shop }) => {
  shop.chooses({ lists: "data" });
  await shop.opens("/upsells/off-27");
  await expect(page.getByText("margin_class")).toBeVisible();
  await page.getByLabel("Name").fill("Mug and more");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await expect(page.getByRole("heading", { name: "Mug and more", level: 1 })).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Upsells" }).click();
  const row = rowOf(page, "Mug and more");
  await chooseFromRow(page, "Mug and more", "Switch off");
  await expect(row).toContainText("Paused");
  await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
  await expect(row).toContainText("Active");

  await chooseFromRow(page, "Mug and more", "Duplicate");
  await expect(rowOf(page, "Mug and more (copy)")).toContainText("Draft");
  await chooseFromRow(page, "Mug and more", "Delete");
  await expect(row).toHaveCount(0);
  await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
  await expect(row).toBeVisible();
  await chooseFromRow(page, "Mug and more (copy)", "Delete");
  await expect(rowOf(page, "Mug and more (copy)")).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Dismiss" }).last().click();
  // If another notice was dismissed, the deletion waits for its countdown.
  await expect.poll(() => shop.effects({ action: "deleted" })).toBe(1);
  await expect(row).toBeVisible();
  expect(shop.effects({ id: "off-27" })).toBe(3);
  expect(shop.effects({ action: "created" })).toBe(1);
  expect(shop.effects()).toBe(5);
});

test("with another checkout service, an offer's page and the first steps say only what the service reports", {
  tag: "@long",
}, async ({ page, shop }) => {
  const standing = page.getByTestId("standing");
  for (const [offer, words] of [
    ["off-1", "Switched on in the checkout service."],
    ["off-3", "Its status in the checkout service is “paused”."],
    ["off-4", "A draft in the checkout service, so not switched on."],
  ] as const) {
    await shop.opens(`/upsells/${offer}`);
    await expect(standing).toHaveText(words);
    await expect(page.getByRole("link", { name: "Results" })).toHaveCount(0);
  }
  await shop.opens("/upsells/off-1/results");
  await expect(page.getByRole("heading", { name: "Results are not available" })).toBeVisible();
  await shop.opens("/upsells?page=2");
  const reported = rowOf(page, "Mug deal 2");
  await expect(reported).toContainText("7.5%");
  await expect(reported.getByRole("link")).toHaveCount(1);
  await shop.opens();
  const first = page.getByRole("listitem").filter({ hasText: "Connect the checkout service" });
  await expect(first).toContainText("A key is stored for this mode.");
  await expect(first).toContainText("Done");
  await expect(page.getByText("Connect your shop")).toHaveCount(0);
  await shop.opens("/settings/shop");
  await expect(page.getByText("This checkout service is not run by Cartwright")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Your shop" })).toHaveCount(0);
});

test("on a phone, all offers are disabled by one job, the failed one is retried, and a file is imported", {
  tag: "@long",
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  shop.keeps(8);
  shop.goesWrong({ on: "PUT /upsells/:id", fault: "error", status: 422, skip: 2 });
  await shop.opens("/upsells?per_page=5");
  await page.getByRole("checkbox", { name: "Select Filter deal 30" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await bulk.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await bulk.getByRole("button", { name: "Select all 8 matching rows" }).click();
  await bulk.getByRole("button", { name: "Switch off" }).click();
  const asked = page.getByRole("alertdialog", { name: "Switch off 8 offers?" });
  await expect(asked).toContainText("All items in this list.");
  await asked.getByRole("button", { name: "Switch off 8" }).click();
  await toasts(page).getByRole("button", { name: "Show job" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("8 of 8", { exact: true })).toBeVisible();
  await expect(main).toContainText("Something broke over there");
  await page.getByRole("button", { name: "Retry failed items (1)" }).click();
  await expect(page.getByRole("button", { name: "Retry failed items (1)" })).toHaveCount(0);
  await expect(main.getByText("8 of 8", { exact: true })).toBeVisible();
  await expect(main).not.toContainText("Failed");
  const statuses = new Set(Array.from({ length: 8 }, (_, n) => shop.record("upsells", `off-${23 + n}`)?.status));
  expect([...statuses]).toEqual(["paused"]);

  await shop.opens("/upsells/import");
  const lines = ["name,product_id,discount_type,discount_value", "Lid,sku:lid,percentage,10", ",sku:lid,percentage,10"];
  await page.getByLabel("Or paste the contents").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("row", { name: /^3 name / })).toBeVisible();
  await page.getByRole("checkbox", { name: "Skip lines with problems" }).check();
  await page.getByRole("button", { name: "Import 1 offer" }).click();
  await expect(main.getByText("2 of 2", { exact: true })).toBeVisible();
  expect(shop.effects({ action: "created" })).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a restored draft asks about changes made in the checkout service in the meantime, and a read-only key is named as the reason", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/403/);
  await shop.opens("/upsells/off-28");
  const kept = draftKept(page);
  await page.getByLabel("Name").fill("Half a na");
  await kept;
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  shop.changes("upsells", "off-28", { name: "Changed over there" });
  await shop.hasKey("checkout", `test_reader_of_${shop.id}`, ["read:upsells", "read:settings"]);

  const again = await context.newPage();
  await again.setViewportSize({ width: 390, height: 844 });
  await again.goto(`${shop.base}/upsells/off-28`);
  await ready(again);
  await again.getByRole("button", { name: "Restore" }).click();
  const save = again.getByRole("button", { name: "Save changes" });
  await save.click();
  const conflict = again.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
  await expect(conflict).toContainText("Changed over there");
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(again.getByRole("alert").filter({ hasText: "The stored key is not allowed to do this" })).toBeVisible();
  await expect(again.getByLabel("Name")).toHaveValue("Half a na");
  expect(shop.effects()).toBe(0);

  await shop.hasKey("checkout", `test_writer_of_${shop.id}`);
  await save.click();
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(again)).toContainText("Saved.");
  expect(shop.record("upsells", "off-28")).toMatchObject({ name: "Half a na" });
  expect(shop.effects()).toBe(1);
});

test.describe("saving an offer", () => {
  const save = async (page: Page, shop: SecondShop) => {
    await shop.opens("/upsells/off-2");
    await page.getByLabel("Name").fill("Typed by hand");
    await page.getByRole("button", { name: "Save changes" }).click();
  };
  const problem = (page: Page) => page.getByRole("alert").filter({ hasText: "The outcome is unknown" });

  for (const fault of ["error", "silence"] as const) {
    test(`when the service makes the change and then fails (${fault}), says that the outcome is unknown and shows the saved offer`, {
      tag: "@long",
    }, async ({ page, shop, complaints }) => {
      complaints.expect(/50[024]/);
      shop.goesWrong({ on: "PUT /upsells/:id", fault, when: "after" });
      await save(page, shop);
      await expect(problem(page)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Typed by hand", level: 1 })).toBeVisible();
      expect(shop.calls("PUT /upsells/:id")).toBe(1);
      expect(shop.effects()).toBe(1);
    });
  }

  test("when the service is cut off before the change, shows the old offer, keeps the entered name, and works the second time", {
    tag: "@long",
  }, async ({ page, shop, complaints }) => {
    complaints.expect(/50[024]/);
    shop.goesWrong({ on: "PUT /upsells/:id", fault: "cut" });
    await save(page, shop);
    await expect(problem(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Mug deal 2", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Typed by hand");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toasts(page)).toContainText("Saved.");
    expect(shop.effects()).toBe(1);
    expect(shop.record("upsells", "off-2")).toMatchObject({ name: "Typed by hand" });
  });

  test("when the request limit is reached, waits and makes the change once", { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/429/);
    shop.goesWrong({ on: "PUT /upsells/:id", fault: "too-many", retryAfter: 3 });
    await save(page, shop);
    await expect(pause(page)).toBeVisible();
    await expect(toasts(page)).toContainText("Saved.");
    expect(shop.effects()).toBe(1);
  });

  test("when the service rejects a value, says why at its field", { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/400/);
    await shop.opens("/upsells/off-1");
    await page.getByLabel("Value").fill("900");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByLabel("Value")).toHaveAccessibleDescription(/must be between 0 and 500/);
    await expect(page.getByLabel("Value")).toHaveValue("900");
    expect(shop.effects()).toBe(0);
  });
});

test("an unconfirmed change from the list is reported, and the list shows the offer as it is in the service", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/50[024]/);
  await shop.opens("/upsells");
  shop.goesWrong({ on: "PUT /upsells/:id", fault: "cut", when: "after" });
  await chooseFromRow(page, "Mug deal 27", "Switch off");
  await expect(toasts(page)).toContainText("The change may have been made anyway");
  await expect(rowOf(page, "Mug deal 27")).toContainText("Paused");
  await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();

  shop.goesWrong({ on: "POST /upsells", fault: "error", when: "after" });
  await chooseFromRow(page, "Mug deal 27", "Duplicate");
  await expect(toasts(page)).toContainText("The change may have been made anyway");
  await expect(rowOf(page, "Mug deal 27 (copy)")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();

  shop.goesWrong({ on: "DELETE /upsells/:id", fault: "html", when: "after" });
  await chooseFromRow(page, "Mug deal 27 (copy)", "Delete");
  await undoableDelete(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(rowOf(page, "Mug deal 27 (copy)")).toHaveCount(0);
  // The server makes the delayed deletion and finds the offer gone, so there is nothing to report.
  await expect.poll(() => shop.calls("DELETE *")).toBe(1);
  await expect(undoableDelete(page)).toHaveCount(0);
  await expect(page.getByText("could not be deleted")).toHaveCount(0);
  expect(["PUT", "POST", "DELETE"].map((method) => shop.calls(`${method} *`))).toEqual([1, 1, 1]);
  expect(shop.effects()).toBe(3);
});
