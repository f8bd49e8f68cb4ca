import { expect, rowsOf, test } from "./fixtures.ts";
import { program } from "./program.ts";

// Cartwright's own affiliate service; commissions.spec.ts has the queue over another one, with many more commissions.

test("commissions are reviewed by keyboard, undone and approved in bulk, a failed one is reported, and an analyst can only view them", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const api = await program(merchant);
  const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
  for (const name of ["Mira", "Jon"]) await api.create(name, { ...earns, coupon_codes: [`${name}10`.toUpperCase()] });
  const place = (n: number) => ({
    external_id: `shop-${100 + n}`,
    order_number: `#${1000 + n}`,
    subtotal: 1_000 * n,
    total: 1_000 * n,
    coupon_codes: [n % 2 ? "MIRA10" : "JON10"],
    // The buyer is the affiliate.
    ...(n === 3 && { customer_email: "mira+x@example.com" }),
    occurred_at: new Date(Date.now() - (60 - n) * 60_000).toISOString(),
  });
  await api.sells(...Array.from({ length: 12 }, (_, n) => place(n + 1)));
  const all = await api.commissions("per_page=100&sort=created_at&order=asc");
  expect(all.map(({ amount }) => amount)).toEqual(Array.from({ length: 12 }, (_, n) => 100 * (n + 1)));
  const idOf = (n: number) => all[n - 1]?.id ?? "";
  const statuses = async () => {
    const now = await api.commissions("per_page=100&sort=created_at&order=asc");
    return now.map(({ status }) => status[0]).join("");
  };

  const manager = await merchant.as("affiliate_manager");
  await manager.opens("/commissions");
  await merchant.opens("/commissions?per_page=5");
  const current = page.locator("tr[aria-current=true]");
  const said = page.locator("[data-announce=polite]");
  const count = page.getByRole("navigation", { name: "Pages" });
  const pane = page.getByTestId("review-pane");
  await expect(rowsOf(manager.page)).toHaveCount(12);
  await expect(rowsOf(page)).toHaveCount(5);

  await test.step("a click anywhere in a row selects it, and selecting a text or opening a link does not", async () => {
    const row = rowsOf(page).nth(1);
    const tick = row.getByRole("checkbox");
    const cell = row.getByRole("cell").filter({ hasText: "€" }).first();
    await cell.click();
    await expect(tick).toBeChecked();
    await cell.click();
    await expect(tick).not.toBeChecked();
    await cell.dblclick();
    await expect(tick).not.toBeChecked();
    const box = await cell.boundingBox();
    if (!box) throw new Error("The cell is not visible.");
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(tick).not.toBeChecked();
    await page.evaluate(() => window.getSelection()?.removeAllRanges());
    await row.getByRole("link").first().click();
    await expect(tick).not.toBeChecked();
    await rowsOf(page).first().getByRole("link").first().click();
    await page.mouse.move(0, 0);
  });

  await test.step("holding J down moves through the list, and the open commission follows", async () => {
    for (let n = 0; n < 3; n++) await page.keyboard.down("j");
    await page.keyboard.up("j");
    await expect(current).toHaveAttribute("data-row", idOf(4));
    await page.keyboard.press("k");
    await expect(pane).toContainText("€3.00");
    await expect(pane).toContainText("Buyer is the affiliate");
    await expect(page).toHaveURL(new RegExp(`id=${idOf(3)}`));
    for (let n = 0; n < 2; n++) await page.keyboard.press("k");
    await expect(current).toHaveAttribute("data-row", idOf(1));
  });

  await test.step("one commission is approved, undone and approved again, the next is rejected, and both leave a colleague's list", async () => {
    await page.keyboard.press("a");
    await expect(said).toContainText("11 left");
    await expect(current).toHaveAttribute("data-row", idOf(2));
    await page.keyboard.press("u");
    await expect(said).toContainText("pending again");
    await expect(current).toHaveAttribute("data-row", idOf(1));
    await page.keyboard.press("a");
    await expect(current).toHaveAttribute("data-row", idOf(2));
    for (const key of ["r", "3"]) await page.keyboard.press(key);
    await expect(current).toHaveAttribute("data-row", idOf(3));
    await expect(rowsOf(manager.page)).toHaveCount(10);
    await expect(count).toContainText("of 10");
    expect(await statuses()).toBe("p".repeat(12));
    await expect.poll(statuses).toBe(`ar${"p".repeat(10)}`);
    await page.keyboard.press("u");
    await expect(said).toContainText(/cannot be undone|Nothing to undo/);
  });

  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  const dialog = page.getByRole("alertdialog");
  const outcome = page.getByTestId("job-outcome");

  await test.step("one of three selected commissions, decided elsewhere in the last moment, is reported as failed", async () => {
    await page.keyboard.press("x");
    for (let n = 0; n < 2; n++) await page.keyboard.press("Shift+J");
    await expect(bulk).toContainText("3 rows selected");
    await page.route(
      "**/desk/jobs",
      async (route) => {
        await api.reject(idOf(4), "duplicate");
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press("a");
    await expect(dialog).toContainText("Approve 3 commissions?");
    await expect(dialog).toContainText("€12.00");
    await dialog.getByRole("button", { name: "Approve 3" }).click();
    await expect(outcome).toContainText("2 approved, 1 failed.");
    await expect(page.getByRole("button", { name: "Retry 1" })).toBeVisible();
    expect(await statuses()).toBe(`arara${"p".repeat(7)}`);
    await page.getByRole("button", { name: "Dismiss" }).first().click();
  });

  await test.step("all matching commissions are approved, on every page of the list", async () => {
    await expect(count).toContainText("of 7");
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await bulk.getByRole("button", { name: "Select all 7 matching rows" }).click();
    await page.keyboard.press("a");
    await expect(dialog).toContainText("Approve 7 commissions?");
    await expect(dialog.getByTestId("frozen-filter")).toHaveText("Status: Pending");
    await expect(dialog).toContainText("€63.00");
    await dialog.getByRole("button", { name: "Approve 7" }).click();
    await expect(outcome.last()).toContainText("7 approved.");
    await expect(page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
    expect(await statuses()).toBe("araraaaaaaaa");
  });

  await test.step("an analyst is told why they cannot approve", async () => {
    const analyst = await merchant.as("analyst");
    const { page: looking } = analyst;
    await analyst.opens(`/commissions?status=all&id=${idOf(3)}`);
    const approve = looking.getByTestId("review-pane").getByRole("button", { name: "Approve" });
    await expect(approve).toHaveAccessibleDescription(/Your role, Analyst, can view commissions/);
    await expect(looking.getByRole("checkbox")).toHaveCount(0);
    await looking.keyboard.press("a");
    await expect(looking.locator("[data-announce=polite]")).toContainText("can view commissions");
  });
});
