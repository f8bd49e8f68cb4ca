import { noBarriers } from "./barriers.ts";
import { expect, type Page, ready, rowsOf, test, toasts } from "./fixtures.ts";
import { program } from "./program.ts";

const fitsIn = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

test("rules are changed from a later day, tried, put in force, and named by the commission that they made", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const api = await program(merchant);
  const mira = await api.create("Mira", { status: "active", coupon_codes: ["MIRA"] });
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  lastMonth.setUTCHours(12);
  const sale = { subtotal: 10_000, total: 10_000, coupon_codes: ["MIRA"] };
  await api.sells({ ...sale, external_id: "before", occurred_at: lastMonth.toISOString() });

  await merchant.opens("/affiliates");
  await page.getByRole("link", { name: "Program rules" }).click();
  const inForce = page.locator("section", { has: page.getByRole("heading", { name: "Rules in force" }) }).first();
  await expect(inForce).toContainText("Affiliates earn 10% unless another rule applies.");
  await ready(page);

  // By keyboard alone, as a person fills in a form.
  await page.getByRole("button", { name: "Add product" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Product ID").focus();
  await page.keyboard.type("boots");
  await page.keyboard.press("Tab");
  await page.keyboard.type("140");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.locator('[data-field="product_rates.0.rate"] input')).toBeFocused();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Must be between 0 and 100.").first()).toBeVisible();
  await page.locator('[data-field="product_rates.0.rate"] input').fill("40");
  await page.getByLabel("Default rate").fill("20");

  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("Mira Berg");
  await expect(page.getByRole("status").filter({ hasText: "1 order: €10.00 earned, €20.00" })).toBeInViewport();
  await noBarriers(page);

  await page.getByLabel("Takes effect on").fill("2999-01-01");
  await page.getByRole("button", { name: "Save rules" }).click();
  const versions = page.locator("section", { has: page.getByRole("heading", { name: "Versions" }) }).last();
  const planned = versions.getByRole("listitem").filter({ hasText: "Version 2" });
  await expect(planned).toContainText("Planned");
  await expect(planned).toContainText("Jan 1, 2999");
  await expect(planned.locator("ins")).toContainText(["unless another rule applies", "Product boots: 40%."]);
  await expect(planned.locator("del")).toHaveText("Affiliates earn 10% unless another rule applies.");
  await expect(inForce).not.toContainText("boots");
  await planned.getByRole("button", { name: "Withdraw" }).click();
  await expect(toasts(page)).toContainText("Version 2 was withdrawn.");
  await expect(planned).toContainText("Withdrawn");

  await page.getByRole("button", { name: "Add product" }).click();
  await page.getByLabel("Product ID").fill("boots");
  await page.locator('[data-field="product_rates.0.rate"] input').fill("40");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(inForce).toContainText("Product boots: 40%.");

  const line = { quantity: 1, unit_price: 5_000 };
  const line_items = ["boots", "mug"].map((product_id) => ({ product_id, ...line }));
  await api.sells({ ...sale, external_id: "after", line_items });
  const [latest] = await api.commissions(`affiliate_id=${mira.id}&sort=created_at&order=desc`);
  expect(latest?.amount).toBe(2_500);
  await page.goto(`${merchant.base}/commissions?status=all&id=${latest?.id}`);
  const rules = page.getByTestId("rules").first();
  await expect(rules).toContainText("Product boots (40% of €50.00)");
  await expect(rules).toContainText("Default rate (10% of €50.00)");
  await page.getByRole("link", { name: "Version 3 of the program rules" }).first().click();
  await expect(versions.getByRole("listitem").filter({ hasText: "Version 3" })).toContainText("In force");

  await page.setViewportSize({ width: 390, height: 844 });
  for (const locale of ["de", "ja"]) {
    await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });
    await page.goto(`${merchant.base}/affiliates/rules`);
    await ready(page);
    await fitsIn(page, 390);
  }
  await noBarriers(page);
});
