import { readFile } from "node:fs/promises";
import { admin, chooseFromRow, expect, rowOf, rowsOf, test } from "./fixtures.ts";

test("the activity is listed, filtered, compared field by field, exported and verified", async ({ page, merchant }) => {
  await merchant.opens("/upsells/new");
  const write = async (method: string, path: string, data: object) => {
    const address = `/api/${merchant.store}/sandbox/checkout${path}`;
    const headers = { origin: new URL(page.url()).origin };
    const answer = await page.context().request.fetch(address, { method, headers, data });
    return { status: answer.status(), body: await answer.json() };
  };
  const offer = { name: "Mug", product_id: "prod_mug", trigger_products: ["prod_tea"], placement: "cart" };
  const { body } = await write("POST", "/upsells", { ...offer, discount: { type: "percentage", value: 10 } });
  await write("PUT", `/upsells/${body.id}`, { name: "=Cup", discount: { type: "percentage", value: 15 } });
  expect((await write("PUT", "/upsells/ups_none", { name: "Nothing" })).status).toBe(404);

  await test.step("the newest entry comes first, each with its person and outcome", async () => {
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await expect(rowsOf(page).first()).toContainText("Changed an offer");
    await expect(rowsOf(page).first()).toContainText("Rejected");
    await expect(rowsOf(page).nth(1)).toContainText("Olive Owner");
    await expect(rowOf(page, "Created an offer")).toContainText("Done");
    await expect(rowOf(page, "Signed in")).toContainText("Both");
  });

  await test.step("an entry shows the changed fields before and after, and leads to its item", async () => {
    await rowsOf(page).nth(1).getByRole("link").click();
    await expect(page.getByRole("heading", { name: "Changed an offer" })).toBeVisible();
    const changes = page.getByRole("table", { name: "What changed" });
    await expect(changes.getByRole("row", { name: "discount.value" })).toContainText(/10\s*15/);
    await expect(changes.getByRole("row", { name: /^name/ })).toContainText("Mug=Cup");
    await expect(changes.getByRole("row", { name: "product_id" })).toHaveCount(0);
    await page.getByRole("link", { name: "Go to item" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("=Cup");
    await page.goBack();
    await page.goBack();
  });

  await test.step("the filter is in the address and applies to the CSV file", async () => {
    await chooseFromRow(page, `Created an offer ${body.id}`, "Show only this item");
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(page).toHaveURL(new RegExp(`record=${body.id}`));
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(2);
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as CSV" }).click();
    const lines = (await readFile(await (await started).path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("upsells.update");
    await page.getByRole("searchbox").fill("nowhere");
    await expect(page.getByText("No results")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rowOf(page, "Signed in")).toBeVisible();
  });

  await test.step("the next page leads back to the one before", async () => {
    await page.goto(`${page.url().split("?")[0]}?per_page=2`);
    await expect(rowsOf(page)).toHaveCount(2);
    const first = rowsOf(page).first().getByRole("link");
    const address = (await first.getAttribute("href")) ?? "";
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(first).not.toHaveAttribute("href", address);
    await expect(page.getByText("3–4 of many")).toBeVisible();
    await page.getByRole("button", { name: "Previous page" }).click();
    await expect(page).not.toHaveURL(/after=/);
    await expect(first).toHaveAttribute("href", address);
  });

  await test.step("the integrity check passes, and names an entry that was altered", async () => {
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(/All \d+ entries are unaltered/)).toBeVisible();
    await admin("alter", merchant.store, "2");
    await page.getByRole("button", { name: "Verify again" }).click();
    await expect(page.getByText("The chain is broken at entry 2")).toBeVisible();
    await page.getByRole("link", { name: "Open entry 2" }).click();
    await expect(page.getByText("Nobody")).toBeVisible();
  });

  await test.step("a merchant sees offers but no integrity check, and an affiliate manager sees no offers", async () => {
    const other = await merchant.as("merchant");
    await other.opens("/activity");
    await expect(rowOf(other.page, "Created an offer")).toBeVisible();
    await expect(other.page.getByRole("button", { name: "Verify" })).toHaveCount(0);
    const manager = await merchant.as("affiliate_manager");
    await manager.opens("/activity");
    // The entry of a sign-in is written a moment later, so the first page may lack it.
    await expect(async () => {
      await manager.page.reload();
      await expect(rowOf(manager.page, "Signed in").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(rowOf(manager.page, "Created an offer")).toHaveCount(0);
  });
});
