import { readFileSync } from "node:fs";
import { expect, rowsOf, test } from "./fixtures.ts";

// One journey over our own service; the one over another API is with the others of it.

test.describe.configure({ timeout: 150_000 });

test("payouts are paid as a batch, proven, exported and matched back, and an analyst only looks", async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/payouts?status=pending");
  await expect(rowsOf(page).first()).toContainText("Pending");

  const csv = await test.step("a file with its control total", async () => {
    await page.getByRole("button", { name: "Export" }).click();
    const comes = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /^CSV/ }).click();
    const file = await comes;
    expect(file.suggestedFilename()).toMatch(/^payouts-generic-.*rows-.*status\.pending\.csv$/);
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toMatch(/\r\nrows,\d+\r\ntotal EUR,\d+\.\d\d\r\n/);
    return text;
  });

  await test.step("what the provider says is looked at, and then noted", async () => {
    const [id = "", , , , , , amount = "", currency = ""] = (csv.split("\r\n")[1] ?? "").split(",");
    await page.getByRole("link", { name: "Match a file" }).click();
    const lines = [
      "Reference ID,Status,Amount,Currency",
      `${id},Completed,${amount},${currency}`,
      "po_gone,Completed,1,EUR",
    ];
    await page.getByLabel("Or paste it").fill(lines.join("\n"));
    await page.getByRole("button", { name: "See what it says" }).click();
    await expect(page.getByText("One payout would change")).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: id })).toContainText("Becomes paid");
    await expect(rowsOf(page).last()).toContainText("No payout has this reference");
    await page.getByRole("button", { name: "Note this payout" }).click();
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible({ timeout: 30_000 });
    await merchant.opens(`/payouts/${id}`);
    await expect(page.getByRole("main")).toContainText("Paid");
    await expect(page.getByText(/come to exactly|comes to exactly/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Note what became of it" })).toHaveCount(0);
  });

  await test.step("one affiliate is paid by the keyboard", async () => {
    await merchant.opens("/payouts/new");
    await page.getByRole("button", { name: "See what would be paid" }).press("Enter");
    const all = rowsOf(page);
    await expect(all.first()).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Choose none" }).press("Enter");
    await all.first().getByRole("checkbox").press("Space");
    const total = page.getByLabel(/^Total/);
    await expect(total).toHaveCount(1);
    const label = await total.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? "");
    await total.fill(label.replace(/[^\d.,]/g, ""));
    await total.press("Enter");
    await expect(page).toHaveURL(/view=ours/);
    await expect(page.getByText("The batch is through")).toBeVisible({ timeout: 30_000 });
    await expect(rowsOf(page)).toContainText("Made");
  });

  await test.step("an analyst sees it and cannot act", async () => {
    const { page: other, base } = await merchant.as("analyst");
    await other.goto(`${base}/payouts?view=ours`);
    await expect(rowsOf(other)).toContainText("Made");
    await expect(other.getByRole("link", { name: "Pay affiliates" })).toHaveCount(0);
    await other.goto(`${base}/payouts/new`);
    await expect(other.getByText("Your role may not pay")).toBeVisible();
  });
});
