import { generateKeyPairSync } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { giveAuthenticator, named } from "./authenticator.ts";
import { admin, expect, type Merchant, origin, ready, test, toasts } from "./fixtures.ts";
import { codeOf } from "./totp.ts";

const password = "a wheel has six spokes";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const memberOf = (page: Page, name: string) =>
  page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: name });

async function browse(browser: Browser, userAgent?: string) {
  const context = await browser.newContext({ baseURL: origin, ...(userAgent && { userAgent }) });
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(path);
    await ready(page);
  };
  return { context, page, open };
}

const codeField = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });

const statusOf = async (context: BrowserContext, path: string) =>
  (await context.request.get(path, { headers: { origin } })).status();

async function press(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("button", { name, exact: true }).click();
}

test("an invitation whose response was lost is made once, and a second try shows its link", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  let lost = 0;
  await page.route("**/desk/invitations", async (route) => {
    if (route.request().method() !== "POST" || lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await merchant.opens("/settings/people?invite=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(`mia@${merchant.store}.example`);
  await press(dialog, "Invite");
  await expect(dialog).toContainText("The server cannot be reached.");
  await press(dialog, "Invite");
  await expect(page.getByTestId("secret")).toBeVisible();
  await press(dialog, "I have copied the link");
  await expect(page.getByRole("list", { name: "Invitations" }).getByRole("listitem")).toHaveCount(1);
});

test("an affiliate manager is invited, sees only the affiliate program, becomes an analyst, and is removed", async ({
  browser,
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const mia = `mia@${merchant.store}.example`;
  const dialog = page.getByRole("dialog");
  await merchant.opens("/settings/people");
  await expect(memberOf(page, merchant.email)).toContainText("You");
  await expect(memberOf(page, merchant.email).getByRole("button")).toHaveCount(0);
  await expect(page.getByText("There are no open invitations.")).toBeVisible();

  await page.getByRole("button", { name: "Invite person" }).click();
  await press(dialog, "Invite");
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription("Must be an email address.");
  await dialog.getByLabel("Email").fill(mia);
  await dialog.getByRole("radio", { name: "Affiliate manager" }).check();
  await press(dialog, "Invite");
  const first = (await page.getByTestId("secret").textContent()) ?? "";
  // Escape must not close a link that is shown only once.
  await page.keyboard.press("Escape");
  await press(dialog, "I have copied the link");
  await expect(page.getByTestId("secret")).toHaveCount(0);
  const invited = page.getByRole("list", { name: "Invitations" }).getByRole("listitem");
  await expect(invited).toContainText("Affiliate manager");
  await page.getByRole("button", { name: `New link: ${mia}` }).click();
  const second = (await page.getByTestId("secret").textContent()) ?? "";
  await press(dialog, "I have copied the link");

  const theirs = await browse(browser);
  await theirs.open(new URL(first).pathname);
  await expect(theirs.page.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await theirs.open(new URL(second).pathname);
  await expect(theirs.page.getByText("Your role: Affiliate manager.")).toBeVisible();
  await theirs.page.getByLabel("Your name").fill("Mia Manager");
  await theirs.page.getByLabel("Password").fill("too short");
  await theirs.page.getByRole("button", { name: "Create account and join" }).click();
  await expect(theirs.page.getByLabel("Password")).toHaveAccessibleDescription(/Must be at least 12 characters/);
  await theirs.page.getByLabel("Password").fill(password);
  await theirs.page.getByRole("button", { name: "Create account and join" }).click();
  await expect(theirs.page).toHaveURL(`${origin}/${merchant.store}/live`);
  const nav = theirs.page.getByRole("navigation").first();
  await expect(nav.getByRole("link", { name: "Commissions" })).toBeVisible();
  await expect(nav.getByRole("link", { name: "Upsells" })).toHaveCount(0);
  const upsells = `/api${merchant.base}/checkout/upsells`;
  const people = `/api${merchant.base}/desk/people`;
  expect(await statusOf(theirs.context, upsells)).toBe(403);
  expect(await statusOf(theirs.context, people)).toBe(403);
  await theirs.open(`${merchant.base}/settings/people`);
  await expect(theirs.page.getByRole("alert").filter({ hasText: "owner" })).toBeVisible();
  await expect(theirs.page.getByRole("button", { name: "Invite person" })).toHaveCount(0);
  await expect(theirs.page.getByRole("link", { name: "People", exact: true })).toHaveCount(0);

  await expect(page.getByText("There are no open invitations.")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Mia Manager" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await dialog.getByRole("radio", { name: "Analyst" }).check();
  await press(dialog, "Change role");
  await expect(toasts(page)).toContainText("Mia Manager now has the role “Analyst”.");
  expect(await statusOf(theirs.context, upsells)).toBe(200);
  await theirs.open(`${merchant.base}/upsells`);
  await expect(theirs.page.getByRole("heading", { name: "Upsells", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Mia Manager" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await press(page.getByRole("alertdialog"), "Remove");
  await expect(memberOf(page, "Mia Manager")).toHaveCount(0);
  expect(await statusOf(theirs.context, upsells)).toBe(401);
  await theirs.open(merchant.base);
  await expect(theirs.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await theirs.context.close();

  await merchant.opens("/activity?resource=people");
  await expect(page.getByRole("table")).toContainText("Removed a person");
  await expect(page.getByRole("table")).toContainText("Changed a role");
});

test("a stolen session is ended, two-factor sign-in takes codes from the app and recovery codes, and a link sets a new password", {
  tag: "@long",
}, async ({ browser, page, merchant, complaints }) => {
  complaints.expect(/status of (400|401|410)/);
  const dialog = page.getByRole("dialog");
  const account = `/api${merchant.base}/desk/account`;

  const thief = await browse(browser, windows);
  await enter(thief.page, merchant);
  await expect(thief.page).toHaveURL(/\/live$/);
  expect(await statusOf(thief.context, account)).toBe(200);
  await page.goto(`${merchant.base}/settings/account`);
  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(toasts(page)).toContainText("The session has ended");
  expect(await statusOf(thief.context, account)).toBe(401);
  await thief.open(`${merchant.base}/settings/account`);
  await expect(thief.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await thief.context.close();

  await page.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByLabel("Your password").fill("not the password");
  await press(dialog, "Continue");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("The password is wrong.");
  await dialog.getByLabel("Your password").fill(password);
  await press(dialog, "Continue");
  const key = (await page.getByTestId("totp-secret").textContent()) ?? "";
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  // A code works once, so each sign-in uses another half minute of the three that are accepted.
  await dialog.getByLabel("Code from the app").fill(codeOf(key, Date.now() - 30_000));
  await press(dialog, "Turn on");
  const shown = dialog.getByRole("list", { name: "recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await press(dialog, "I have kept the codes");
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  const leave = async () => {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await enter(page, merchant);
  };
  await leave();
  await codeField(page).fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is wrong/);
  expect(await statusOf(page.context(), account)).toBe(401);
  await codeField(page).fill(codeOf(key));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/live$/);

  for (const left of [9, null]) {
    await leave();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    if (left === null) {
      await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/was already used/);
      continue;
    }
    await expect(page).toHaveURL(/\/live$/);
    await page.goto(`${merchant.base}/settings/account`);
    await expect(page.getByText(`${left} recovery codes are left.`)).toBeVisible();
  }

  // A new password must end this second session.
  const elsewhere = await browse(browser);
  await enter(elsewhere.page, merchant);
  await codeField(elsewhere.page).fill(codeOf(key, Date.now() + 30_000));
  await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere.page).toHaveURL(/\/live$/);
  const made = await admin<{ link: string }>("people", "reset-link", "--email", merchant.email);
  await page.goto(new URL(made.link).pathname);
  await page.getByLabel("New password").fill("another wheel has seven");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your new password is set")).toBeVisible();
  expect(await statusOf(elsewhere.context, account)).toBe(401);
  await elsewhere.context.close();
  await page.goto(new URL(made.link).pathname);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.goto("/sign-in");
  await enter(page, merchant);
  await expect(page.getByText("The email or password is wrong.")).toBeVisible();
  await enter(page, merchant, "another wheel has seven");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/live$/);
});

test("a passkey is added and signs in, a foreign passkey is refused, and a removed one no longer works", {
  tag: "@long",
}, async ({ browser, page, merchant, complaints }) => {
  complaints.expect(/status of 401/);
  await merchant.opens("/settings/account");
  const section = (at: Page) => at.locator("section").filter({ has: at.getByRole("heading", { name: "Passkeys" }) });
  await expect(section(page)).toContainText(`Your passkeys belong to ${named}.`);
  await expect(section(page).getByRole("button")).toHaveCount(0);

  const context = await browser.newContext({ baseURL: named });
  const here = await context.newPage();
  const device = await giveAuthenticator(here);
  const account = `/api${merchant.base}/desk/account`;
  const isIn = async () => (await context.request.get(account, { headers: { origin: named } })).status() === 200;
  const byPasskey = () => here.getByRole("button", { name: "Sign in with a passkey" }).click();
  const dialog = here.getByRole("dialog");
  const says = (words: string) => expect(here.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await enter(here, merchant);
  await expect(here).toHaveURL(/\/live$/);
  await here.goto(`${merchant.base}/settings/account`);
  await expect(section(here)).toContainText("You have no passkeys yet.");
  const add = async (name: string, secret = password) => {
    if (!(await dialog.isVisible())) await section(here).getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Your password").fill(secret);
    await press(dialog, "Add a passkey");
  };
  await section(here).getByRole("button", { name: "Add a passkey" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue(/^Chrome on /);
  await add("Laptop", "not the password");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("The password is wrong.");
  await device.send("WebAuthn.setUserVerified", { ...device.id, isUserVerified: false });
  await add("Laptop");
  await expect(dialog.getByRole("alert")).toContainText("The request was cancelled or took too long");
  await device.send("WebAuthn.setUserVerified", { ...device.id, isUserVerified: true });
  await add("Laptop");
  await expect(toasts(here)).toContainText("Laptop was added.");
  const row = section(here).getByRole("listitem").filter({ hasText: "Laptop" });
  await expect(row).toContainText("Never used");
  await add("Again");
  await expect(dialog.getByRole("alert")).toContainText("This device already has a passkey for your account.");
  await press(dialog, "Cancel");
  await row.getByRole("button", { name: "Rename Laptop" }).click();
  await dialog.getByLabel("Name").fill("Work laptop");
  await press(dialog, "Rename");
  await expect(section(here).getByRole("listitem")).toContainText("Work laptop");
  await merchant.opens("/settings/people");
  await expect(memberOf(page, merchant.email)).toContainText("1 passkey");

  const leave = async () => {
    await context.clearCookies();
    await here.goto("/sign-in");
    await ready(here);
  };
  await here.evaluate(() => localStorage.clear());
  await leave();
  await byPasskey();
  await expect(here).toHaveURL(/\/live$/);
  await here.goto(`${merchant.base}/settings/account`);
  await expect(section(here).getByRole("listitem")).toContainText("Last used");

  // Foreign passkeys: one with an unknown ID, and one that claims the ID of another.
  const { credentials } = await device.send("WebAuthn.getCredentials", device.id);
  const [own] = credentials;
  if (!own) throw new Error("The device keeps nothing.");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const foreign = { ...own, privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64") };
  const stranger = { ...foreign, credentialId: Buffer.from("nobody here knows this one").toString("base64") };
  for (const [credential, words] of [
    [stranger, "This passkey is not registered here."],
    [foreign, "This passkey was not accepted."],
  ] as const) {
    await device.send("WebAuthn.clearCredentials", device.id);
    await device.send("WebAuthn.addCredential", { ...device.id, credential });
    await here.evaluate(() => localStorage.clear());
    await leave();
    await byPasskey();
    await says(words);
    expect(await isIn()).toBe(false);
  }

  await device.send("WebAuthn.clearCredentials", device.id);
  await device.send("WebAuthn.addCredential", { ...device.id, credential: { ...own, signCount: own.signCount + 5 } });
  await byPasskey();
  await expect(here).toHaveURL(/\/live$/);
  // After a sign-in with a passkey the browser offers it by itself, and the virtual device accepts, perhaps before hydration ends.
  await context.clearCookies();
  await here.goto("/sign-in");
  await expect(here).toHaveURL(/\/live$/);
  await here.goto(`${merchant.base}/settings/account`);
  await section(here).getByRole("button", { name: "Remove Work laptop" }).click();
  await press(here.getByRole("alertdialog"), "Remove");
  await expect(section(here)).toContainText("You have no passkeys yet.");
  await here.evaluate(() => localStorage.clear());
  await leave();
  await byPasskey();
  await says("This passkey is not registered here.");
  expect(await isIn()).toBe(false);
  await context.close();

  await merchant.opens("/activity");
  for (const words of ["Added a passkey", "Signed in with a passkey", "Tried to sign in with", "Removed a passkey"]) {
    await expect(page.getByRole("table").getByText(words).first()).toBeVisible();
  }
  const attempts = page.getByRole("row").filter({ hasText: "Added a passkey" }).filter({ hasText: "Rejected" });
  await expect(attempts).toHaveCount(1);
});

async function enter(page: Page, { email }: Merchant, secret = password): Promise<void> {
  if (!page.url().includes("/sign-in")) {
    await page.goto("/sign-in");
    await ready(page);
  }
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
