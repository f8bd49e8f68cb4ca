import { readFileSync } from "node:fs";
import { noBarriers } from "./barriers.ts";
import { expect, rowsOf, test } from "./fixtures.ts";
import { program } from "./program.ts";

// Cartwright's own affiliate service; payouts over another one are in second-upstream-affiliates.spec.ts.

test("the new payout page says that no affiliate is owed anything, or when the next commissions can be paid", async ({
  page,
  merchant,
}) => {
  await merchant.opens("/payouts/new");
  await expect(page.getByRole("heading", { name: "No affiliate is owed anything right now" })).toBeVisible();
  await noBarriers(page);
  const api = await program(merchant);
  await api.create("Zoe", {
    status: "active",
    commission_type: "percentage",
    commission_rate: 10,
    coupon_codes: ["ZOE"],
  });
  await api.sells({ external_id: "zoe-1", subtotal: 10_000, total: 10_000, coupon_codes: ["ZOE"] });
  for (const { id } of await api.commissions("status=pending")) await api.approve(id);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No affiliate can be paid right now" })).toBeVisible();
  await expect(page.getByText(/^The next commissions are payable from .*\d{4}/)).toBeVisible();
  await expect(rowsOf(page)).toContainText("€10.00 from 1 commission is on hold");
  await page.getByText("Selected affiliates", { exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(0);
});

test("payouts are exported, reconciled with a bank file and paid as a batch, and an analyst can only view them", {
  tag: "@long",
}, async ({ browser, page, merchant, complaints }) => {
  complaints.expect(/status of 409/);
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/payouts?status=pending");
  await expect(rowsOf(page).first()).toContainText("Pending");

  const csv = await test.step("the exported file has a control total", async () => {
    const comes = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const file = await comes;
    expect(file.suggestedFilename()).toMatch(/^payouts-generic-.*rows-.*status\.pending\.csv$/);
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toMatch(/\r\nrows,\d+\r\ntotal EUR,\d+\.\d\d\r\n/);
    return text;
  });

  await test.step("a bank file is checked before its outcome is recorded", async () => {
    const [id = "", , , , , amount = "", currency = ""] = (csv.split("\r\n")[1] ?? "").split(",");
    await page.getByRole("link", { name: "Reconcile with bank file" }).click();
    const lines = [
      "Reference ID,Status,Amount,Currency",
      `${id},Completed,${amount},${currency}`,
      "po_gone,Completed,1,EUR",
    ];
    await page.getByLabel("Or paste the contents").fill(lines.join("\n"));
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("One payout will change")).toBeVisible();
    // The first lines of the file are shown in a table of their own.
    const results = page.getByRole("table", { name: "Results in the file" }).locator("tbody").getByRole("row");
    await expect(results.filter({ hasText: id })).toContainText("Becomes paid");
    await expect(results.last()).toContainText("No payout has this reference");
    await noBarriers(page);
    await page.getByRole("button", { name: "Record 1 outcome" }).click();
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    await merchant.opens(`/payouts/${id}`);
    await expect(page.getByRole("main")).toContainText("Paid");
    await expect(page.getByText(/payout amount, /)).toBeVisible();
    await expect(page.getByRole("button", { name: "Record outcome" })).toHaveCount(0);
  });

  const api = await program(merchant);
  const earns = {
    status: "active",
    commission_type: "percentage",
    commission_rate: 10,
    payout_method: "bank_transfer",
  };
  const { id: zoe } = await api.create("Zoe", { ...earns, coupon_codes: ["ZOE10"] });
  const details = { kind: "iban", holder: "Zoe", iban: "DE89370400440532013000" };
  await merchant.calls("PUT", `/payout-details/${zoe}`, { details });

  await test.step("one affiliate is paid by keyboard, and an amount that a refund has changed is not paid", async () => {
    // Old enough to be on hold no longer.
    const occurred_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const sale = (external_id: string, total: number) => ({
      external_id,
      occurred_at,
      subtotal: total,
      total,
      coupon_codes: ["ZOE10"],
    });
    await api.sells(sale("zoe-1", 10_000), sale("zoe-2", 5_000));
    for (const { id } of await api.commissions(`affiliate_id=${zoe}`)) await api.approve(id);
    const path = `/payouts/new?affiliate=${zoe}`;
    await merchant.opens("/payouts/new");
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: page.url() });
    const still = await context.newPage();
    await still.goto(page.url());
    await expect(still.getByRole("heading", { name: "Will be paid" })).toBeVisible();
    await expect(rowsOf(still).nth(5)).toContainText(/[€$]\d/);
    await still.goto(`${page.url()}?affiliate=${zoe}`);
    await expect(rowsOf(still)).toContainText("€15.00");
    await context.close();
    await merchant.opens(path);
    const row = rowsOf(page);
    await expect(row).toContainText("€15.00");
    await expect(row).toContainText("Bank transfer");
    await page.getByRole("button", { name: "Clear selection" }).press("Enter");
    await row.getByRole("checkbox").press("Space");
    const total = page.getByLabel(/^Total/);
    await api.reports([{ type: "order.refunded", external_id: "zoe-1", refund_id: "r1", amount: 2_000 }]);
    await total.fill("15.00");
    await total.press("Enter");
    const refused = page.getByRole("alert").filter({ hasText: "Nothing was paid" });
    await refused.getByRole("button", { name: "Refresh" }).press("Enter");
    await expect(row).toContainText("€13.00");
    await total.fill("13.00");
    await total.press("Enter");
    await expect(page).toHaveURL(/view=ours/);
    await expect(page.getByText("The batch is finished", { exact: true })).toBeVisible();
    await expect(row).toContainText("Recorded, not yet sent to the bank");
  });

  await test.step("the affiliate's page shows the same amount, and its figures and tabs list the items behind them", async () => {
    await merchant.opens(`/affiliates/${zoe}`);
    const figure = page.getByTestId("ledger-EUR").locator("dl > div").filter({ hasText: "Paid" });
    await figure.getByRole("button").press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Paid or being paid in / });
    await expect(dialog).toContainText("Total €13.00.");
    await noBarriers(page);
    await expect(dialog.getByRole("link").first()).toHaveAttribute("href", /\/payouts\/pay_/);
    await page.keyboard.press("Escape");
    const shows = { Orders: "Coupon", Commissions: "Sale", Payouts: "Bank transfer" };
    for (const [name, text] of Object.entries(shows)) {
      await page.getByRole("tab", { name }).press("Enter");
      await expect(rowsOf(page).first()).toContainText(text);
    }
  });

  await test.step("an analyst can view the payout but not pay", async () => {
    const { page: other, base } = await merchant.as("analyst");
    await other.goto(`${base}/payouts?view=ours`);
    await expect(rowsOf(other)).toContainText("Recorded, not yet sent to the bank");
    await expect(other.getByRole("link", { name: "Pay affiliates" })).toHaveCount(0);
    await other.goto(`${base}/payouts/new`);
    await expect(other.getByText("Your role cannot make payouts")).toBeVisible();
  });
});
