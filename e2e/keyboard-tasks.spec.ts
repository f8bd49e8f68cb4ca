import { expect, rowsOf, test, toasts } from "./fixtures.ts";
import { command, press, tabTo } from "./keys-only.ts";

// Nothing in this file may touch the mouse. Other files do other tasks by keyboard: keyboard.spec.ts and upsells.spec.ts offers,
// keyboard-program.spec.ts the affiliate program, review-queue.spec.ts reviews, affiliates.spec.ts applications, and
// keyboard-desk.spec.ts webhooks, keys, people, jobs, activity and an account.

test("a bundle is created, settings are changed and a connection is checked by keyboard alone", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const main = page.getByRole("main");
  await merchant.opens();

  await test.step("a bundle is created", async () => {
    await command(page, "new bundle", "New bundle");
    await tabTo(page, "Name", "textbox");
    await page.keyboard.type("Slow morning");
    await tabTo(page, "Product 1", "combobox");
    await page.keyboard.type("prod_beans");
    await press(page, "ArrowDown");
    await press(page, "Enter");
    await tabTo(page, "Add product", "button");
    await press(page, "Enter");
    await expect(page.getByRole("combobox", { name: "Product 2", exact: true })).toBeFocused();
    await page.keyboard.type("prod_filter");
    await press(page, "ArrowDown");
    await press(page, "Enter");
    await tabTo(page, "Value", "textbox");
    await page.keyboard.type("10");
    await press(page, "Control+s");
    await expect(page.getByRole("heading", { name: "Slow morning", level: 1 })).toBeVisible();
  });

  await test.step("settings are changed, and a connection is checked", async () => {
    await command(page, "checkout serv", "Checkout service settings");
    await tabTo(page, "Maximum offers per checkout", "textbox");
    await press(page, "Control+a");
    await page.keyboard.type("5");
    await press(page, "Control+s");
    await expect(toasts(page)).toContainText("Saved.");
    await command(page, "settings", "Settings");
    await command(page, "check conn", /^Check connection.*Checkout/);
    await expect(main.getByText("The API accepted the stored key.")).toBeVisible();
  });
});

test("analytics are read, an order is looked up and an experiment is planned by keyboard alone", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens();

  await test.step("analytics show another period, report and comparison", async () => {
    await press(page, "g", "a");
    await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
    await press(page, "9");
    await expect(page).toHaveURL(/range=90d/);
    await command(page, "bundle perf", "Report: bundle performance");
    await expect(page).toHaveURL(/report=bundle_performance/);
    await tabTo(page, "Compare with", "combobox");
    await press(page, "ArrowDown");
    await expect(page).toHaveURL(/compare=/);
  });

  await test.step("an order is looked up by its ID", async () => {
    await press(page, "Tab", "g", "r");
    await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
    await expect(rowsOf(page).first()).toBeVisible();
    const id = (await rowsOf(page).first().getByRole("link").first().getAttribute("href"))?.split("/").at(-1) ?? "";
    await press(page, "g", "o");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await command(page, id, `Look up the order ${id}`);
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  });

  await test.step("an experiment gets another plan and a note", async () => {
    await command(page, "percent or", /^Percent or amount off/);
    await expect(page.getByTestId("forest")).toBeVisible();
    const statistics = page.locator("summary", { hasText: "For the statistician" });
    await expect(async () => {
      await press(page, "Tab");
      await expect(statistics).toBeFocused({ timeout: 100 });
    }).toPass();
    await press(page, "Enter");
    await command(page, "change plan", "Change plan");
    await tabTo(page, "Smallest change worth finding", "textbox");
    await press(page, "Control+a");
    await page.keyboard.type("5");
    await tabTo(page, "Save plan", "button");
    await press(page, "Enter");
    await expect(toasts(page)).toContainText("saved for everybody");
    await tabTo(page, "New note", "textbox");
    await page.keyboard.type("To be watched.");
    await tabTo(page, "Add note", "button");
    await press(page, "Enter");
    await expect(page.getByTestId("notes")).toContainText("To be watched.");
  });
});
