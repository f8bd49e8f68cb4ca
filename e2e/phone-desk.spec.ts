import { type Receiver, startReceiver } from "../lib/testing/delivery/delivery.ts";
import { expect, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { goes, handy, phone, tap } from "./thumb.ts";

test.use(phone);

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test("a webhook endpoint is created, tested and turned off on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const name = `${new URL(receiver.origin).host}/hooks`;
  const dialog = page.getByRole("dialog");
  await merchant.opens();

  await test.step("the endpoint is created, and its secret shown", async () => {
    await goes(page, "Webhooks");
    await tap(page.getByRole("main"), "New endpoint", "link");
    await page.getByLabel("URL").fill(`${receiver.origin}/hooks`);
    await page.getByText("order.edited", { exact: true }).tap();
    await expect(page.getByLabel("order.edited")).toBeChecked();
    await handy(page, "an endpoint");
    await tap(page, "Create endpoint");
    await expect(page.getByTestId("secret")).toHaveText(/^whsec_/);
    await handy(page, "a secret");
    await tap(dialog, "I have stored it");
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await handy(page, "an endpoint's page");
  });

  await test.step("a test event is sent, and its delivery opened", async () => {
    await tap(page, "Send a test");
    await expect(dialog.getByLabel("Event")).toBeVisible();
    await handy(page, "a test");
    await tap(dialog, "Send test");
    await expect(dialog).toContainText("Delivered");
    expect(receiver.received).toHaveLength(1);
    await tap(dialog, "Open delivery", "link");
    await expect(page.getByRole("heading", { name: "order.edited", level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await handy(page, "a delivery");
  });

  await test.step("the endpoint is turned off from its card", async () => {
    await goes(page, "Webhooks");
    await tap(page, `Actions for ${name}`);
    await tap(page, "Turn off", "menuitem");
    await expect(rowOf(page, name)).toContainText("Off");
  });
});

test("an API key is created, a person invited and settings changed on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const dialog = page.getByRole("dialog");
  await merchant.opens();

  await test.step("an API key is created and revoked", async () => {
    await goes(page, "Settings");
    await tap(page, "API keys", "link");
    await tap(page, "New key");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Nightly sync");
    await handy(page, "a new key");
    await tap(dialog, "Create key");
    await expect(page.getByTestId("secret")).toHaveText(/^test_/);
    await handy(page, "a key");
    await tap(dialog, "I have stored it");
    await rowOf(page, "Nightly sync").tap();
    await expect(page.getByRole("heading", { name: "Nightly sync", level: 1 })).toBeVisible();
    await handy(page, "a key's page");
    await tap(page, "Revoke");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await handy(page, "what revoking does");
    await tap(page.getByRole("alertdialog"), "Revoke key");
    await expect(toasts(page)).toContainText("“Nightly sync” was revoked.");
  });

  await test.step("a person is invited", async () => {
    await goes(page, "Settings");
    await tap(page, "People", "link");
    await tap(page, "Invite person");
    await dialog.getByLabel("Email").fill("mia@example.com");
    await tap(dialog, "Affiliate manager", "radio");
    await expect(dialog.getByRole("radio", { name: "Affiliate manager" })).toBeChecked();
    await handy(page, "an invitation");
    await tap(dialog, "Invite");
    await expect(page.getByTestId("secret")).toBeVisible();
    await handy(page, "a link to pass on");
    await tap(dialog, "I have copied the link");
    await expect(page.getByRole("list", { name: "Invitations" })).toContainText("mia@example.com");
    await handy(page, "people");
  });

  await test.step("the settings of the checkout service are changed", async () => {
    await goes(page, "Settings");
    await tap(page, "Checkout service", "link");
    await page.getByLabel("Maximum offers per checkout").fill("5");
    await handy(page, "settings that were changed");
    await tap(page, "Save settings");
    await expect(toasts(page)).toContainText("Saved.");
  });

  await test.step("the invitation is found in the activity", async () => {
    await goes(page, "Activity");
    await tap(page, "Filter");
    await tap(page, "Category", "menuitem");
    await tap(page.getByRole("dialog", { name: "Category" }), "Invitations", "checkbox");
    await expect(rowsOf(page)).toHaveCount(1);
    await handy(page, "a filter");
    // A tap beside the open filter closes it.
    await page.touchscreen.tap(8, (page.viewportSize()?.height ?? 0) - 8);
    await expect(page.getByRole("dialog", { name: "Category" })).toBeHidden();
    await rowsOf(page).first().tap();
    await expect(page.getByRole("heading", { name: "Invited a person", level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await handy(page, "a deed");
  });
});

test("a background job is opened, and theme and language are selected, on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  for (const name of ["A", "B"]) await merchant.api.create({ name, status: "active" });
  await merchant.opens();

  await test.step("a background job is opened", async () => {
    await goes(page, "Upsells");
    for (const name of ["A", "B"]) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).tap();
    await tap(page, "Switch off");
    await expect(rowOf(page, "B")).toContainText("Inactive");
    await goes(page, "Background jobs");
    await rowsOf(page).first().tap();
    await expect(page.getByRole("heading", { name: "Switch off offers", level: 1 })).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(2);
    await page.waitForLoadState("networkidle");
    await handy(page, "a job");
  });

  await test.step("theme and language are selected", async () => {
    await goes(page, "Settings");
    await page.locator("label", { has: page.getByRole("radio", { name: "Dark" }) }).tap();
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await tap(page, "Account");
    await handy(page, "one's menu");
    await tap(page, "Your account", "menuitem");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await handy(page, "one's account");
    await tap(page, "Save language and time zone");
    await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
    await handy(page, "one's account in German");
  });
});
