import { chooseFromRow, expect, rowsOf, test } from "./fixtures.ts";

test("an offer's page and its row lead to its results, with figures, course, funnel, parts and the other offers", async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/upsells/ups_demo001");
  await page.getByRole("link", { name: "Results" }).click();
  await expect(page).toHaveURL(/\/upsells\/ups_demo001\/results$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Results of “");

  const figures = page.getByRole("region", { name: "Figures for the whole period" });
  await expect(figures).toContainText("Discount given");
  await expect(page.getByRole("heading", { name: "Acceptance rate by day" })).toBeVisible();
  await figures.getByRole("link", { name: "Revenue after discount" }).click();
  await expect(page).toHaveURL(/figure=revenue/);
  await expect(page.getByRole("heading", { name: "Revenue after discount by day" })).toBeVisible();

  await page.getByRole("radiogroup", { name: "Period" }).getByText("90 days").click();
  await expect(page).toHaveURL(/range=90d/);
  const funnel = page.getByRole("table", { name: "From showing to order" });
  await expect(funnel.getByRole("row", { name: /^Shown/ })).toContainText("100.0%");
  await expect(funnel.getByRole("row", { name: /^In orders that count/ })).toBeVisible();

  const devices = page.getByRole("table", { name: "By device" });
  await expect(devices.getByRole("row", { name: /^Phone/ })).toContainText(/\d%\s*\d.*% to \d/);
  await expect(page.getByRole("table", { name: "By new and returning visitors" })).toContainText("Returning");
  await page.getByRole("button", { name: "Explain “By new and returning visitors”" }).click();
  await expect(page.getByRole("dialog", { name: "New or returning" })).toContainText("for half an hour");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("table", { name: "By placement" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Compared with the other offers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Experiments with this offer" })).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Upsells" }).click();
  await expect(page.getByRole("heading", { name: "Upsells", level: 1 })).toBeVisible();
  const name = await rowsOf(page).first().getByRole("link").first().textContent();
  await chooseFromRow(page, name ?? "", "Results");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Results of “${name}”`);
});

test("an offer's figures in the list lead to its results, by keyboard and on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/upsells?sort=revenue&order=desc");
  const row = rowsOf(page).first();
  const name = (await row.getByRole("link").first().textContent()) ?? "";
  const rate = row.getByRole("link", { name: new RegExp(`^\\d.*%, results of “${name}”$`) });
  const revenue = row.getByRole("link", { name: new RegExp(`^€.*, results of “${name}”$`) });
  await expect(rate).toBeVisible();
  await rate.focus();
  await page.keyboard.press("Tab");
  await expect(revenue).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Results of “${name}”`);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  for (const link of [rate, revenue]) {
    const box = await link.boundingBox();
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await rate.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Results of “${name}”`);
});

test("the period of an offer's results is in the address", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/upsells/ups_demo001/results?range=365d");
  await expect(page.getByText(/^Recorded since /)).toBeVisible();
  await expect(page.getByRole("table", { name: "By device" }).getByRole("row", { name: /^Not known/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^In orders that count/ })).toHaveCount(0);
});

test("an offer that was never shown leads to its check and to the shop's connection", async ({ page, merchant }) => {
  const { id } = await merchant.api.create();
  await merchant.opens(`/upsells/${id}/results`);
  await expect(page.getByRole("heading", { name: "This offer has not been shown yet" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Connect your shop" })).toBeVisible();
  await page.getByRole("link", { name: "Check the offer" }).click();
  await expect(page.getByRole("heading", { name: "Offer check" })).toBeVisible();
});
