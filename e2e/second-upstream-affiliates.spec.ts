import { expect, ready, rowOf, rowsOf, toasts } from "./fixtures.ts";

import { test } from "./second-shop.ts";

test("a list without a total is paged, and columns that it does not report are hidden", { tag: "@long" }, async ({
  page,
  shop,
}) => {
  shop.chooses({ lists: "bare" });
  await shop.opens("/upsells");
  await expect(rowsOf(page)).toHaveCount(20);
  const row = rowOf(page, "Filter deal 30");
  await expect(row).toContainText("Archived");
  await expect(row).toContainText("14%");
  await expect(page.getByText("Triggers and Placement are hidden")).toBeVisible();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(rowOf(page, "Kettle deal 1")).toContainText("€5.00");
});

test("a list shows the total that a service reports under another name", { tag: "@long" }, async ({ page, shop }) => {
  shop.chooses({ totals: "X-Total-Count", lists: "bare" });
  await shop.opens("/upsells");
  await expect(page.getByRole("main")).toContainText("1–20 of 30");
});

test("with an affiliate service that has other status names, applications are approved, and an order is attributed with an estimated commission", {
  tag: "@long",
}, async ({ page, shop }) => {
  await shop.countsIn("major");
  await shop.opens("/affiliates");
  await expect(rowsOf(page)).toHaveCount(12);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(rowOf(page, "Jon Lind")).toContainText("In review");
  await expect(rowOf(page, "Jon Lind")).toContainText("€25.00");
  await expect(page.getByText("Clicks, Orders, and Conversion are hidden")).toBeVisible();
  await shop.opens("/affiliates?status=in_review");
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Review applications" }).click();
  const list = page.getByRole("list", { name: "Waiting applications" });
  await expect(list.locator("[aria-current=true]")).toContainText("Jon Lind");
  await ready(page);
  await page.keyboard.press("a");
  await expect(list.getByRole("button", { name: /Jon Lind/ })).toContainText("approving");
  await expect.poll(() => shop.effects({ resource: "affiliates" })).toBe(1);

  await shop.opens("/affiliate-orders/5040");
  await expect(page.getByText("Your affiliate service reports no timeline")).toBeVisible();
  await page.getByRole("button", { name: "Attribute manually" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: /Affiliate/ }).fill("ada");
  await page.getByRole("option", { name: /Ada Lind/ }).click();
  await expect(page.getByTestId("commission-preview")).toContainText("About €6.29: 12.5% of the order’s €50.29.");
  await dialog.getByLabel("Reason").fill("Named Ada in the chat.");
  await dialog.getByRole("button", { name: "Attribute order" }).click();
  await expect(toasts(page)).toContainText("#1039 was attributed to Ada Lind.");
  await expect(page.getByRole("list", { name: "Why this affiliate" })).toContainText(
    "Attributed to Ada Lind through “by_hand”",
  );
  expect(shop.effects({ resource: "attributed_orders", action: "attributed" })).toBe(1);
});

test("a batch of payouts is previewed, refused after a clawback, paid, and settled although the service did not respond", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/40[09]/, /50[024]/);
  await shop.countsIn("major");
  shop.chooses({ payouts: "whole" });
  const affiliate = (id: number, name: string, more: object = {}) =>
    shop.has("affiliates", {
      id,
      email: `${name}@partners.example`,
      first_name: name,
      status: "active",
      currency: "EUR",
      payout_method: "paypal",
      ...more,
    });
  const commission = (id: number, affiliate_id: number, amount: string, more: object = {}) =>
    shop.has("commissions", {
      id,
      affiliate_id,
      amount,
      currency: "EUR",
      status: "approved",
      created_at: "2026-09-01T10:00:00Z",
      ...more,
    });
  affiliate(901, "Paula");
  commission(9011, 901, "40.10");
  commission(9012, 901, "0.20");
  affiliate(902, "Blocked", { payout_method: null });
  commission(9021, 902, "12.30");
  affiliate(903, "Small", { minimum_payout: "50.00" });
  commission(9031, 903, "5.05");
  const paid = ["901", "902", "903"].map((id) => `affiliate=${id}`).join("&");
  shop.goesWrong({ on: "GET /payouts", fault: "slow", ms: 1_400 });
  const progress = page.getByRole("progressbar", { name: "Approved commissions" });
  // A busy machine may take longer to open the page than the reading takes.
  await Promise.all([
    shop.opens(`/payouts/new?${paid}`),
    expect(page.getByText("Cartwright is reading the approved commissions")).toBeVisible(),
    expect(progress).toHaveAttribute("aria-valuetext", /^\d+ of \d+ read$/),
  ]);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("Paula");
  await expect(rowsOf(page)).toContainText("€40.30");
  await expect(rowsOf(page)).toContainText("This is the first payout to this affiliate.");
  await page.getByRole("tab", { name: /^Blocked/ }).click();
  await expect(rowsOf(page)).toContainText("The affiliate has no payout method");
  await page.getByRole("tab", { name: /^Left out/ }).click();
  await expect(rowsOf(page)).toContainText("€5.05 is below the minimum payout of €50.00");
  await page.getByRole("tab", { name: /^Will be paid/ }).click();

  const total = page.getByLabel(/^Total/);
  const pay = page.getByRole("button", { name: "Make 1 payout" });
  await total.fill("40.31");
  await pay.click();
  await expect(total).toHaveAccessibleDescription("Total must be €40.30.");
  expect(shop.calls("POST /payouts")).toBe(0);
  commission(9013, 901, "10.10", { type: "clawback" });
  await total.fill("40.30");
  await pay.click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was paid" });
  await expect(refused).toContainText("commission 9013 was added");
  expect(shop.calls("POST /payouts")).toBe(0);
  await refused.getByRole("button", { name: "Refresh" }).click();
  await expect(rowsOf(page)).toContainText("€30.20");

  // The service makes the payout and does not respond, and its list cannot be read in the meantime.
  shop.goesWrong({ on: "POST /payouts", fault: "silence", when: "after" });
  await total.fill("30.20");
  await page.keyboard.press("Enter");
  await expect.poll(() => shop.effects({ resource: "payouts", action: "created" })).toBe(1);
  shop.goesWrong({ on: "GET /payouts", fault: "error", times: 1_000 });
  await expect(page).toHaveURL(/view=ours/);
  const row = rowsOf(page).filter({ hasText: "Paula" });
  await expect(row).toContainText("Outcome unknown");
  await row.getByRole("link", { name: "Paula" }).click();
  const unknown = page.getByText("The outcome of this payout is unknown");
  await expect(unknown).toBeVisible();
  await page.getByRole("button", { name: "Mark as not made" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mark as not made" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await dialog.getByLabel("Reason").fill("Nothing at the bank.");
  await dialog.getByRole("button", { name: "Mark as not made" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The payout may still be made");
  await page.keyboard.press("Escape");
  shop.behaves();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(unknown).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Outcome recorded by");
  expect(shop.effects({ resource: "payouts" })).toBe(1);
  expect(shop.calls("POST /payouts")).toBe(1);

  await page.getByRole("link", { name: /^9\d+$/ }).click();
  await expect(page.getByRole("heading", { name: "Payout of €30.20", level: 1 })).toBeVisible();
  await expect(page.getByText("The 3 commissions add up to the payout amount, €30.20.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Record outcome" })).toHaveCount(0);
});

test("with a service that cannot check codes or change links, a tracking link is created and deleted once", {
  tag: "@long",
}, async ({ page, shop }) => {
  await shop.opens("/links");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowOf(page, "go.example/r/2")).toContainText("120");
  await expect(page.getByText("Code, Orders, Revenue, and Status are hidden")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "New link" }).click();
  await page.getByRole("combobox", { name: /Affiliate/ }).fill("Ada");
  await page.getByRole("option", { name: /Ada/ }).click();
  await page.getByLabel("Destination").fill("https://shop.example.com/cups?utm_source=own");
  const code = page.getByLabel("Code", { exact: false }).first();
  await code.fill("cups");
  await expect(code).toHaveAccessibleDescription(/cannot check whether a code is free/);
  await page.getByLabel("UTM source").fill("blog");
  await expect(page.getByTestId("link-url")).toContainText("Your affiliate service gives the link its address");
  await expect(page.getByText("The destination already contains utm_source, which is kept.")).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText("Your affiliate service cannot change a link.")).toBeVisible();
  const made = page.url().split("/").at(-1);
  await expect(page.getByTestId("link-url")).toContainText(`https://go.example/r/${made}`);
  await expect(page.getByRole("img", { name: `QR code of https://go.example/r/${made}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText("cannot list the clicks of one link")).toBeVisible();
  expect(shop.calls("GET /links/codes/:code") + shop.calls("PUT *")).toBe(0);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await toasts(page).getByRole("button", { name: "Dismiss" }).last().click();
  await expect.poll(() => shop.effects({ action: "deleted" })).toBe(1);
  expect(shop.effects()).toBe(2);

  await shop.opens("/affiliate-analytics");
  await expect(page.getByText("cannot filter by period")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("best_day");
  // How another service counts, and for which days, is not known.
  await expect(page.getByRole("main")).not.toContainText(/net of refunds|which days|on the day it was placed/);
  // A page of single clicks does not have the hours of all clicks.
  await expect(page.getByText("Clicks by hour and weekday")).toHaveCount(0);
  await page.getByRole("tab", { name: "Products" }).click();
  await expect(rowsOf(page).filter({ hasText: "Care kit" }).getByText("not reported").first()).toBeVisible();
  await page.getByRole("tab", { name: "Clicks" }).click();
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(rowsOf(page).first()).toContainText("Mira");
});
