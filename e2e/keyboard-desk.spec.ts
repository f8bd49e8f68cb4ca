import { type Receiver, startReceiver } from "../lib/testing/delivery/delivery.ts";
import { admin, expect, type Merchant, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { command, focused, keepsPlace, press, tabTo } from "./keys-only.ts";

// Nothing in this file may touch the mouse.

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

const job = (merchant: Merchant, body: object) => merchant.calls<{ id: string }>("POST", "/jobs", body);

test("a webhook endpoint is created, tested and turned off by keyboard alone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const name = `${new URL(receiver.origin).host}/hooks`;
  const dialog = page.getByRole("dialog");
  await merchant.opens();

  await test.step("the endpoint is created, and its secret shown", async () => {
    await command(page, "new webhook", "New webhook endpoint");
    await expect(focused(page)).toHaveAccessibleName(/^URL/);
    await page.keyboard.type(`${receiver.origin}/hooks`);
    await tabTo(page, /^order\.edited/, "checkbox");
    await press(page, "Space", "Control+s");
    await expect(page.getByTestId("secret")).toHaveText(/^whsec_/);
    await tabTo(page, "I have stored it", "button");
    await press(page, "Enter");
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("a test event is sent, and its delivery opened", async () => {
    await tabTo(page, "Send a test", "button");
    await press(page, "Enter");
    await expect(dialog.getByLabel("Event")).toBeFocused();
    await tabTo(page, "Send test", "button");
    await press(page, "Enter");
    await expect(dialog).toContainText("Delivered");
    await keepsPlace(page);
    await tabTo(page, "Open delivery", "link");
    await press(page, "Enter");
    await expect(page.getByRole("heading", { name: "order.edited", level: 1 })).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("the endpoint is turned off from its row, and on again by Undo", async () => {
    await press(page, "g", "w");
    await expect(rowOf(page, name)).toContainText("On");
    await tabTo(page, `Actions for ${name}`, "button");
    await press(page, "Enter");
    await page.keyboard.type("turn");
    await press(page, "Enter");
    await expect(rowOf(page, name)).toContainText("Off");
    await expect(focused(page)).toHaveAccessibleName(`Actions for ${name}`);
    await expect(toasts(page)).toContainText("is off");
    await press(page, "Control+z");
    await expect(rowOf(page, name)).toContainText("On");
  });
});

test("an API key is created and revoked, and a person invited, by keyboard alone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.opens();

  await test.step("an API key is created", async () => {
    await command(page, "new api", "New API key");
    await expect(focused(page)).toHaveAccessibleName(/^Name/);
    await page.keyboard.type("Nightly sync");
    await press(page, "Enter");
    await expect(page.getByTestId("secret")).toHaveText(/^test_/);
    await tabTo(page, "I have stored it", "button");
    await press(page, "Enter");
    await expect(rowOf(page, "Nightly sync")).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("the API key is revoked", async () => {
    await tabTo(page, "Nightly sync", "link");
    await press(page, "Enter");
    await tabTo(page, "Revoke", "button");
    await press(page, "Enter");
    await expect(page.getByRole("alertdialog")).toContainText("Revoke “Nightly sync”?");
    await tabTo(page, "Revoke key", "button");
    await press(page, "Enter");
    await expect(toasts(page)).toContainText("“Nightly sync” was revoked.");
    await expect(page.getByRole("button", { name: "Revoke" })).toHaveCount(0);
    await keepsPlace(page);
  });

  await test.step("a person is invited, gets another link, and the invitation is revoked", async () => {
    await command(page, "invite", "Invite person");
    await expect(focused(page)).toHaveAccessibleName("Email");
    await page.keyboard.type("mia@example.com");
    await press(page, "Tab", "ArrowDown", "Enter");
    await expect(page.getByTestId("secret")).toBeVisible();
    await tabTo(page, "I have copied the link", "button");
    await press(page, "Enter");
    const invited = page.getByRole("list", { name: "Invitations" });
    await expect(invited).toContainText("mia@example.com");
    await keepsPlace(page);
    await tabTo(page, "New link: mia@example.com", "button");
    await press(page, "Enter");
    await expect(page.getByTestId("secret")).toBeVisible();
    await tabTo(page, "I have copied the link", "button");
    await press(page, "Enter");
    await expect(focused(page)).toHaveAccessibleName("New link: mia@example.com");
    await press(page, "Tab", "Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await press(page, "Tab", "Enter");
    await expect(page.getByText("There are no open invitations.")).toBeVisible();
    await keepsPlace(page);
  });

  await test.step("the invitation's entries are found in the activity", async () => {
    await command(page, "activity", "Activity");
    await expect(rowsOf(page).first()).toContainText("Revoked an invitation");
    await tabTo(page, "Filter", "button");
    await press(page, "Enter");
    await page.keyboard.type("category");
    await press(page, "Enter");
    await tabTo(page, "Invitations", "checkbox");
    await press(page, "Space");
    await expect(rowsOf(page)).toHaveCount(3);
    await press(page, "Escape");
    await expect(focused(page)).toHaveAccessibleName(/^Category/);
    await press(page, "j", "j", "Enter");
    await expect(page.getByRole("heading", { name: "Created a new invitation link", level: 1 })).toBeVisible();
    await keepsPlace(page);
  });
});

test("failed items of a background job are retried by keyboard alone", { tag: "@long" }, async ({ page, merchant }) => {
  const { id: offer } = await merchant.api.create();
  await job(merchant, { kind: "disable_upsells", ids: [offer, "ups_none"] });
  await merchant.opens();
  await command(page, "jobs", "Background jobs");
  await expect(rowsOf(page)).toHaveCount(1);
  await press(page, "j", "Enter");
  await expect(page.getByRole("heading", { name: "Switch off offers", level: 1 })).toBeVisible();
  await keepsPlace(page);
  await tabTo(page, "Retry failed items (1)", "button");
  const retried = page.waitForResponse((answer) => answer.url().endsWith("/retry"));
  await press(page, "Enter");
  await retried;
  await expect(page.getByRole("button", { name: "Retry failed items (1)" })).toBeVisible();
  await keepsPlace(page);
});

test("a paused background job is cancelled by keyboard alone", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/502/);
  const { id: offer } = await merchant.api.create();
  await merchant.opens();
  const keys = await admin<{ id: string; name: string }[]>("keys", "list", "--store", merchant.store);
  for (const { id, name } of keys) if (name.startsWith("Dashboard")) await admin("keys", "revoke", id);
  await job(merchant, { kind: "enable_upsells", ids: [offer] });
  await tabTo(page, "1 job is paused", "link");
  await press(page, "Enter");
  await expect(page.getByRole("main")).toContainText("rejected the stored sandbox key");
  await tabTo(page, "Cancel", "button");
  await press(page, "Enter");
  await expect(page.getByRole("main")).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await keepsPlace(page);
});

test("the name, theme and language of an account are changed by keyboard alone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.opens();
  await command(page, "your acc", "Your account");
  await tabTo(page, "Name", "textbox");
  await press(page, "Control+a");
  await page.keyboard.type("Olive");
  await press(page, "Enter");
  await expect(toasts(page)).toContainText("Your name was saved.");
  await expect(focused(page)).toHaveAccessibleName("Name");
  await command(page, "dark", /[Dd]ark/);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await tabTo(page, "Language", "combobox");
  await page.keyboard.type("Deu");
  await tabTo(page, "Save language and time zone", "button");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
  await keepsPlace(page);
});
