import { admin, expect, part, rowsOf, test, toasts } from "./fixtures.ts";

test("an owner changes the name, the currency and the time zone of a store, and the currency only without amounts", async ({
  page,
  merchant,
}) => {
  await merchant.opens("/settings");
  const tabs = page.getByRole("navigation", { name: "Settings" });
  expect(await tabs.evaluate((strip) => strip.scrollHeight - strip.clientHeight)).toBe(0);
  const facts = part(page, "Store");
  await facts.getByRole("button", { name: "Edit store" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit store" });
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name").fill("Green Bottle");
  await dialog.getByLabel("Currency").selectOption("JPY – Japanese Yen");
  await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("The store was saved.");
  await expect(facts).toContainText("Green Bottle");
  await expect(facts).toContainText("JPY");
  await expect(facts).toContainText("Asia/Tokyo");
  await merchant.opens();
  await expect(part(page, "Key figures")).toContainText("¥0");

  await merchant.api.create({ name: "Care kit", discount: { type: "fixed_amount", value: 500 } });
  await merchant.opens("/settings");
  await facts.getByRole("button", { name: "Edit store" }).click();
  await expect(dialog.getByLabel("Currency")).toBeDisabled();
  await expect(dialog.getByLabel("Currency")).toHaveAccessibleDescription(/There are amounts in this currency/);
  await dialog.getByLabel("Name").fill("Blue Bottle");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(facts).toContainText("Blue Bottle");
  await merchant.opens("/activity");
  await expect(rowsOf(page).filter({ hasText: "Changed the store" })).toHaveCount(2);

  const colleague = await merchant.as("merchant");
  await colleague.opens("/settings");
  await expect(part(colleague.page, "Store")).toContainText("Blue Bottle");
  await expect(colleague.page.getByRole("button", { name: /Edit store|Empty the sandbox/ })).toHaveCount(0);
});

test("an owner empties the sandbox by entering the store's ID, and live and keys stay", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  test.slow();
  await merchant.hasDemoShop({ small: true });
  const live = ["--store", merchant.store, "--mode", "live", "--storefront"];
  await admin("keys", "create", ...live);
  await page.goto(`/${merchant.store}/live/settings`);
  await expect(part(page, "Store")).toContainText("Blue Bottle");
  await expect(page.getByRole("button", { name: "Empty the sandbox" })).toHaveCount(0);
  await merchant.opens("/settings");
  await page.getByRole("button", { name: "Empty the sandbox" }).click();
  const asked = page.getByRole("alertdialog", { name: "Empty the sandbox?" });
  const confirm = asked.getByRole("button", { name: "Empty the sandbox" });
  await expect(confirm).toBeDisabled();
  await asked.getByRole("textbox").fill("another word");
  await expect(confirm).toBeDisabled();
  await asked.getByRole("textbox").fill(merchant.store);
  await confirm.click();
  await expect(toasts(page)).toContainText("The sandbox is empty.");
  for (const screen of ["/upsells", "/bundles", "/orders", "/affiliates", "/commissions", "/payouts"]) {
    await merchant.opens(screen);
    await expect(rowsOf(page), screen).toHaveCount(0);
  }
  expect(await merchant.calls("DELETE", "/sandbox")).toEqual({ emptied: true });
  await merchant.opens("/activity");
  await expect(rowsOf(page).filter({ hasText: "Emptied the sandbox" })).toHaveCount(2);
  await page.goto(`/${merchant.store}/live/settings/keys`);
  await expect(rowsOf(page).filter({ hasText: "pub_live_" })).toHaveCount(1);
});
