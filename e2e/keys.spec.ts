import { admin, expect, origin, type Page, rowOf, test, toasts } from "./fixtures.ts";

const secretOf = (page: Page) => page.getByTestId("secret");

async function asks(key: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "user-agent": "nightly-sync/2.1" };
  return (await fetch(`${origin}/services/${path}`, { headers })).status;
}

test("P15: an API key is created for a purpose, shown once, used, found to have unused scopes, and rejected once it is revoked", {
  tag: "@long",
}, async ({ page, context, merchant, complaints }) => {
  complaints.expect(/status of 400/);
  let key = "";
  await merchant.api.create({ name: "Mug" });

  await test.step("the key is created by keyboard, with a name and a purpose", async () => {
    await merchant.opens();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
    await page.keyboard.type("New API key");
    await expect(page.getByRole("option", { name: "New API key", selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New API key for sandbox" });
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/Enter a name/);
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("Nightly \u202ecnys");
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription(/Must not contain invisible characters/);
    await name.fill("");
    await page.keyboard.type("Nightly sync");
    await expect(dialog.getByRole("radio", { name: "Reporting" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Read: Upsells" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Change: Upsells" })).not.toBeChecked();
    await dialog.getByRole("radio", { name: "Offers" }).check();
    await expect(dialog.getByRole("checkbox", { name: "Change: Bundles" })).toBeChecked();
    await dialog.getByRole("checkbox", { name: "Change: Bundles" }).uncheck();
    await expect(dialog.getByRole("radio", { name: "Custom" })).toBeChecked();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("dialog", { name: "Copy the key now" })).toContainText("“Nightly sync”");
    key = (await secretOf(page).textContent()) ?? "";
    expect(key).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
    // Escape must not close a key that is shown only once.
    await page.keyboard.press("Escape");
    await expect(secretOf(page)).toBeVisible();
  });

  await test.step("going back or closing the page asks before the key is lost", async () => {
    const asked = page.getByRole("alertdialog", { name: "Leave without a copy?" });
    await page.evaluate(() => window.history.back());
    await expect(asked).toContainText("cannot be shown again");
    await asked.getByRole("button", { name: "Cancel" }).click();
    await expect(asked).toHaveCount(0);
    await expect(secretOf(page)).toHaveText(key);
    const closing = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    expect((await closing).type()).toBe("beforeunload");
    await (await closing).dismiss();
    await expect(secretOf(page)).toHaveText(key);
  });

  await test.step("the key is gone in a second tab, after leaving and coming back, and after a reload", async () => {
    const gone = async (where: Page) => {
      await expect(rowOf(where, "Nightly sync")).toContainText(`test_…${key.slice(-4)}`);
      await expect(secretOf(where)).toHaveCount(0);
      expect(await where.content()).not.toContain(key);
      const kept = await where.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).not.toContain(key);
    };
    const second = await context.newPage();
    await second.goto(`${merchant.base}/settings/keys`);
    await gone(second);
    await second.close();
    await page.goto(`${merchant.base}/upsells`);
    await page.goBack();
    await gone(page);
    await page.reload();
    await gone(page);
  });

  await test.step("the key's page shows its calls, its client and the calls rejected", async () => {
    for (let n = 0; n < 3; n++) expect(await asks(key, "checkout/v1/upsells")).toBe(200);
    expect(await asks(key, "checkout/v1/settings")).toBe(403);
    await expect(async () => {
      await page.reload();
      await expect(rowOf(page, "Nightly sync")).toContainText("1 call rejected", { timeout: 1_000 });
    }).toPass();
    await page.getByRole("link", { name: "Nightly sync" }).click();
    await expect(page.getByRole("heading", { name: "Nightly sync", level: 1 })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main).toContainText("by Olive Owner");
    await expect(main).toContainText("nightly-sync/2.1");
    await expect(page.getByRole("row", { name: /^read:upsells/ })).toContainText(/Used\s*3/);
    await expect(page.getByRole("row", { name: /^read:bundles/ })).toContainText("Not used yet");
    await expect(page.getByRole("row", { name: /^read:settings/ })).toContainText("Not granted: 1 call rejected");
    await expect(page.getByText("unused scopes")).toHaveCount(0);
  });

  await test.step("after a month the key's unused scopes are named, and a key with fewer scopes is created", async () => {
    await admin("age-keys", merchant.store, "31");
    await page.reload();
    const advice = page.getByText("This key has 3 unused scopes");
    await expect(advice).toBeVisible();
    await expect(page.getByRole("row", { name: /^write:upsells/ })).toContainText("Unused");
    await page.getByRole("button", { name: "Create key with fewer scopes" }).click();
    const dialog = page.getByRole("dialog", { name: "New API key for sandbox" });
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await expect(dialog.getByRole("checkbox", { name: "Read: Upsells" })).toBeChecked();
    await dialog.getByRole("button", { name: "Create key" }).click();
    const narrow = (await secretOf(page).textContent()) ?? "";
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect(await asks(narrow, "checkout/v1/upsells")).toBe(200);
    expect(await asks(narrow, "checkout/v1/bundles")).toBe(403);
  });

  await test.step("revoking shows what uses the key, and the key's next request is rejected", async () => {
    await page.getByRole("button", { name: "Revoke" }).click();
    const asked = page.getByRole("alertdialog", { name: "Revoke “Nightly sync”?" });
    await expect(asked.getByTestId("uses")).toContainText("The key is in use: 3 calls in 30 days");
    await expect(asked.getByTestId("uses")).toContainText("nightly-sync/2.1");
    await expect(asked.getByTestId("uses")).toContainText("read:upsells (3)");
    expect(await asks(key, "checkout/v1/upsells")).toBe(200);
    await asked.getByRole("button", { name: "Revoke key" }).click();
    await expect(toasts(page)).toContainText("“Nightly sync” was revoked.");
    expect(await asks(key, "checkout/v1/upsells")).toBe(401);
    await expect(page.getByRole("button", { name: "Revoke" })).toHaveCount(0);
    await merchant.opens("/settings/keys?revoked=true");
    await expect(rowOf(page, "Nightly sync")).toBeVisible();
  });

  await test.step("the dashboard's own key is replaced, and its screens keep working", async () => {
    await merchant.opens("/settings/keys");
    const own = page.getByRole("table").first().getByRole("row").filter({ hasText: "10 scopes, checkout API" });
    await expect(own).toContainText("Used by this dashboard");
    const before = await own.locator("code").textContent();
    await own.getByRole("button", { name: "Actions for Dashboard (checkout)" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    const asked = page.getByRole("alertdialog");
    await expect(asked).toContainText("This dashboard uses this key");
    await asked.getByRole("button", { name: "Replace and revoke key" }).click();
    await expect(toasts(page)).toContainText("The dashboard uses a new key. The old key was revoked.");
    await expect(own.locator("code")).not.toHaveText(before ?? "");
    await page.getByRole("button", { name: "Check access" }).first().click();
    await expect(page.getByRole("row", { name: /^Upsells/ })).toContainText("Allowed");
    await merchant.opens("/upsells");
    await expect(rowOf(page, "Mug")).toBeVisible();
  });

  await test.step("an analyst can view keys, and an affiliate manager is told who can", async () => {
    const analyst = await merchant.as("analyst");
    await analyst.opens("/settings/keys");
    await expect(rowOf(analyst.page, "Nightly sync")).toBeVisible();
    await expect(analyst.page.getByRole("button", { name: "New key" })).toHaveCount(0);
    const manager = await merchant.as("affiliate_manager");
    await manager.opens("/settings/keys");
    await expect(
      manager.page.getByRole("heading", { name: "Only owners and analysts can view API keys" }),
    ).toBeVisible();
    await expect(manager.page.getByText("Only an owner can replace keys.").first()).toBeVisible();
  });
});
