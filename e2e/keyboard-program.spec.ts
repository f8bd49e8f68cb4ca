import { expect, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { command, focused, keepsPlace, press, tabTo } from "./keys-only.ts";
import { program } from "./program.ts";

// Nothing in this file may touch the mouse.

test("an affiliate is created, gets a tracking link and is paid by keyboard alone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const api = await program(merchant);
  await merchant.opens();

  await test.step("an affiliate is created", async () => {
    await command(page, "new affiliate", "New affiliate");
    await expect(focused(page)).toHaveAccessibleName("First name");
    await page.keyboard.type("Mira");
    await press(page, "Tab");
    await page.keyboard.type("Lindqvist");
    await press(page, "Tab");
    await page.keyboard.type("mira@example.com");
    await tabTo(page, /^Rate/, "textbox");
    await page.keyboard.type("10");
    await tabTo(page, /^Coupon codes/, "combobox");
    await page.keyboard.type("MIRA10,");
    await tabTo(page, /^Payout method/, "textbox");
    await page.keyboard.type("store_credit");
    await press(page, "Control+s");
    await expect(page.getByRole("heading", { name: "Mira Lindqvist", level: 1 })).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("a tracking link is created, disabled from its row, and enabled again by Undo", async () => {
    await command(page, "new tracking", "New tracking link");
    await expect(focused(page)).toHaveAccessibleName(/^Affiliate/);
    await page.keyboard.type("mira");
    await expect(page.getByRole("option", { name: /Mira Lindqvist/ })).toBeVisible();
    await press(page, "ArrowDown", "Enter", "Tab");
    await page.keyboard.type("https://shop.example.com/boots");
    await tabTo(page, /^Name/, "textbox");
    await page.keyboard.type("Boots");
    await press(page, "Enter");
    await expect(page.getByRole("heading", { name: "Boots", level: 1 })).toBeVisible();
    await press(page, "g", "l");
    await expect(rowOf(page, "Boots")).toBeVisible();
    await press(page, "j", "Tab", "Tab");
    await tabTo(page, "Actions for Boots", "button");
    await press(page, "Enter", "d", "i", "Enter");
    await expect(rowOf(page, "Boots")).toContainText("Disabled");
    await expect(focused(page)).toHaveAccessibleName("Actions for Boots");
    await press(page, "Control+z");
    await expect(rowOf(page, "Boots")).toContainText("Active");
    await expect(focused(page)).toHaveAccessibleName("Actions for Boots");
  });

  await test.step("the affiliate is paid the amount owed once the total is right", async () => {
    const occurred_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await api.sells({ external_id: "m-1", occurred_at, subtotal: 10_000, total: 10_000, coupon_codes: ["MIRA10"] });
    const [owed] = await api.commissions("status=pending");
    await api.approve(owed?.id ?? "");
    await command(page, "pay aff", "Pay affiliates");
    await expect(rowsOf(page)).toContainText("€10.00");
    await keepsPlace(page);
    await tabTo(page, /^Total/, "textbox");
    await page.keyboard.type("9.00");
    await press(page, "Enter");
    await expect(focused(page)).toHaveAccessibleDescription(/Total must be €10.00/);
    await press(page, "Control+a");
    await page.keyboard.type("10.00");
    await press(page, "Enter");
    await expect(page.getByText("The batch is finished", { exact: true })).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("the outcome of the payout is recorded", async () => {
    await press(page, "g", "p");
    await expect(page).not.toHaveURL(/view=ours/);
    await expect(rowsOf(page).first()).toContainText("Mira Lindqvist");
    await press(page, "j", "Enter");
    await tabTo(page, "Record outcome", "button");
    await press(page, "Enter");
    await expect(page.getByRole("dialog").getByRole("radio", { name: "Paid" })).toBeFocused();
    await press(page, "ArrowDown", "ArrowUp", "Enter");
    await expect(toasts(page)).toContainText("The outcome was recorded.");
    await expect(page.getByRole("main")).toContainText("Paid");
    await keepsPlace(page);
  });
});

test("commissions are approved in bulk and opened by keyboard alone", { tag: "@long" }, async ({ page, merchant }) => {
  const api = await program(merchant);
  const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
  await api.create("Mira", { ...earns, coupon_codes: ["MIRA10"] });
  const place = (n: number) => ({
    external_id: `shop-${n}`,
    subtotal: 1_000 * n,
    total: 1_000 * n,
    coupon_codes: ["MIRA10"],
    occurred_at: new Date(Date.now() - (60 - n) * 60_000).toISOString(),
  });
  await api.sells(...[1, 2, 3, 4].map(place));
  const dialog = page.getByRole("alertdialog");
  await merchant.opens();
  await press(page, "g", "c");
  await expect(rowsOf(page)).toHaveCount(4);

  await test.step("three commissions are selected and approved", async () => {
    await press(page, "j");
    await expect(page.locator("tr[aria-current=true]")).toContainText("€2.00");
    await press(page, "x", "Shift+J", "Shift+J", "a");
    await expect(dialog).toContainText("Approve 3 commissions?");
    await expect(focused(page)).toHaveAccessibleName("Cancel");
    await press(page, "Tab", "Enter");
    await expect(page.getByTestId("job-outcome")).toContainText("3 approved.");
    await keepsPlace(page);
  });

  await test.step("the job is opened from its notice, and a shortcut leads back to the list", async () => {
    await tabTo(page, /^Show/, "button");
    await press(page, "Enter");
    await expect(page.getByRole("heading", { name: "Approve commissions", level: 1 })).toBeVisible();
    await keepsPlace(page);
    await press(page, "g", "c");
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step("on a narrow screen, Enter opens a commission over the list and Escape closes it", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await merchant.opens("/commissions");
    await tabTo(page, "Mira Berg", "link");
    const link = rowsOf(page).first().getByRole("link");
    await press(page, "Enter");
    const over = page.getByRole("dialog");
    await expect(over).toContainText("€1.00");
    await press(page, "Escape");
    await expect(over).toHaveCount(0);
    await expect(link).toBeFocused();
  });
});
