import type { Page } from "@playwright/test";
import { choosesProduct, expect, type Merchant, origin, ready, test } from "./fixtures.ts";

test.beforeEach(async ({ merchant }) => {
  await merchant.page.context().clearCookies();
});

async function signIn(page: Page, merchant: Merchant, password = merchant.password) {
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a wrong password is refused without saying which part is wrong", async ({ page, merchant, complaints }) => {
  complaints.expect(/401/);
  await page.goto("/sign-in");
  await signIn(page, merchant, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "The email or password is wrong." })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(merchant.email);
  await expect(page.getByLabel("Email")).toBeFocused();
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/live$/);
});

test("what is sent before the page's scripts have loaded is sent once they have", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/401/);
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/**", (route) => loading.then(() => route.continue()));
  await page.evaluate((address) => location.assign(address), `${origin}/sign-in`).catch(() => {});
  await signIn(page, merchant, "not the password");
  load();
  await expect(page.getByRole("alert").filter({ hasText: "The email or password is wrong." })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(merchant.email);
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/live$/);
});

test("empty fields are named and the first one has the focus", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter your email address.");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Enter your password.");
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("signing in leads back to the requested page with its filters", async ({ page, merchant }) => {
  await page.goto(`${merchant.base}/upsells?status=draft`);
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, merchant);
  await expect(page).toHaveURL(`${origin}${merchant.base}/upsells?status=draft`);
});

for (const next of ["//evil.example/", "javascript:alert(1)"]) {
  test(`signing in never leads to another site: ${JSON.stringify(next)}`, async ({ page, merchant }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, merchant);
    await expect(page).toHaveURL(`${origin}/${merchant.store}/live`);
  });
}

test("after signing out, pages ask to sign in", async ({ page, merchant, complaints }) => {
  // Live updates may begin between the end of the session and the next page.
  complaints.expect(/401/);
  await page.goto("/sign-in");
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/live$/);
  await ready(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`${merchant.base}/upsells`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a session that ends on a list says so and leads back to it", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/401/);
  await page.goto("/sign-in");
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/live$/);
  await merchant.api.create();
  await merchant.opens("/upsells?sort=name&order=asc");
  await page.context().clearCookies();
  await page.getByRole("searchbox").fill("boots");
  await page.getByRole("link", { name: "Sign in again" }).click();
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/upsells\?.*search=boots/);
});

test("a session that ends in a form loses no entries", async ({ page, merchant, complaints }) => {
  complaints.expect(/401/);
  await page.goto("/sign-in");
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/live$/);
  await merchant.opens("/upsells/new");
  await page.getByLabel("Name").fill("Kept while signed out");
  await choosesProduct(page.getByLabel("Product offered"), "prod_kept");
  await page.getByLabel("Value").fill("12");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your session has ended" })).toBeVisible();

  // The sign-in opens beside the form, so that its entries stay.
  const beside = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Sign in again" }).click();
  const popup = await beside;
  await ready(popup);
  await signIn(popup, merchant);
  await expect(popup).toHaveURL(`${origin}${merchant.base}/upsells/new`);
  await popup.close();
  await expect(page.getByLabel("Name")).toHaveValue("Kept while signed out");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Kept while signed out" })).toBeVisible();
});
