import { expect, ready, rowOf, rowsOf } from "./fixtures.ts";
import { test } from "./second-shop.ts";

test("columns without a reported value are hidden and named once, from the first paint on", { tag: "@long" }, async ({
  page,
  browser,
  shop,
}) => {
  const hidden = "Triggers and Placement are hidden: the checkout service does not report them for these rows.";
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const still = await context.newPage();
  await still.goto(new URL(`${shop.base}/upsells`, new URL((await shop.opens("/upsells"))?.url() ?? "").origin).href);
  await expect(still.getByText(hidden)).toBeVisible();
  await expect(still.getByRole("columnheader", { name: "Placement" })).toHaveCount(0);
  await context.close();

  await expect(page.getByText(hidden)).toHaveCount(1);
  await expect(page.getByRole("main")).not.toContainText("not reported");
  const header = page.getByRole("columnheader", { name: "Placement" });
  await expect(header).toHaveCount(0);

  await ready(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Placement" }).click();
  await page.keyboard.press("Escape");
  await expect(header).toBeVisible();
  await expect(rowOf(page, "Filter deal 30")).toContainText("not reported");
  await expect(
    page.getByText("Triggers is hidden: the checkout service does not report it for these rows."),
  ).toBeVisible();
  await page.reload();
  await expect(header).toBeVisible();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(header).toBeVisible();
});

test("one reported value shows its column again, and the other rows say “not reported”", { tag: "@long" }, async ({
  page,
  shop,
}) => {
  await shop.opens("/bundles");
  await expect(page.getByText("Created and Changed are hidden")).toBeVisible();
  shop.changes("bundles", "71", { created_at: "2026-09-01T10:00:00Z" });
  await page.reload();
  await expect(page.getByText("Changed is hidden")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Created" })).toBeVisible();
  await expect(rowOf(page, "Bundle 1")).toContainText("not reported");
});

const lists: [path: string, hidden: RegExp, shown: string[]][] = [
  ["/affiliates", /^Clicks, Orders, and Conversion are hidden/, ["Group", "Revenue"]],
  ["/affiliate-orders", /^Attributed by and Refunded are hidden/, ["Coupon", "Total"]],
  ["/commissions", /^Payable is hidden/, ["Sale", "Flags"]],
  ["/links", /^Code, Orders, Revenue, and Status are hidden/, ["Destination", "Clicks"]],
];
for (const [path, hidden, shown] of lists) {
  test(`${path} hides columns that the affiliate service does not report, on paper too, and keeps columns that may be empty`, {
    tag: "@long",
  }, async ({ page, shop }) => {
    await shop.countsIn("major");
    await shop.opens(path);
    await expect(page.getByText(hidden)).toBeVisible();
    for (const name of shown) await expect(page.getByRole("columnheader", { name })).toBeVisible();
    await expect(page.getByRole("table").first()).not.toContainText("not reported");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(hidden)).toBeVisible();
  });
}

test("an error in a form of another API is shown at its field", { tag: "@long" }, async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/400/);
  shop.chooses({ errors: "json-api" });
  await shop.opens("/upsells/off-28");
  await ready(page);
  await page.getByLabel("Value").fill("600");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Value")).toHaveAccessibleDescription(/must be between 0 and 500/);
  await expect(page.getByLabel("Value")).toBeFocused();
  await expect(page.getByText("The API answered")).toHaveCount(0);
  expect(shop.effects()).toBe(0);
});

test("an error without a field is shown in the words of the service", { tag: "@long" }, async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/422/);
  shop.chooses({ errors: "text" });
  shop.goesWrong({ on: "PUT /upsells/:id", fault: "error", status: 422 });
  await shop.opens("/upsells/off-28");
  await ready(page);
  await page.getByLabel("Name").fill("Filter and more");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Something broke over there");
  await expect(page.getByLabel("Name")).toHaveValue("Filter and more");
});
