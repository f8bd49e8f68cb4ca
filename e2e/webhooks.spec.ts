import { type Receiver, startReceiver } from "../lib/services/delivery/testing.ts";
import { chooseFromRow, expect, heldDelete, type Merchant, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

// Endpoints and what is sent to them, to receivers on this machine.

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

const hostOf = () => new URL(receiver.origin).host;
const makes = async (merchant: Merchant, more: object = {}) => {
  const { body } = await merchant.api.call<{ id: string }>("POST", "/webhooks", {
    ...{ url: `${receiver.origin}/hooks`, events: ["order.edited"], enabled: true, ...more },
  });
  return body.id;
};

test("an endpoint is made, its secret seen once, tested, changed, given a new secret, turned off and deleted", async ({
  page,
  merchant,
}) => {
  test.setTimeout(120_000);
  const secret = page.getByTestId("signing-secret");
  await test.step("made, with its secret shown once", async () => {
    await merchant.opens("/webhooks");
    await page.getByRole("main").getByRole("link", { name: "New endpoint" }).first().click();
    await page.getByLabel("Address").fill(`${receiver.origin}/hooks`);
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await expect(page.getByText("At least one event.").first()).toBeVisible();
    await page.getByLabel("order.edited").check();
    await page.getByLabel("upsell.accepted").check();
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await expect(secret).toHaveText(/^whsec_/);
  });
  const shown = (await secret.textContent()) ?? "";
  const isNowhere = async (where: typeof page) => {
    await expect(where.getByTestId("signing-secret")).toHaveCount(0);
    expect(await where.content()).not.toContain(shown);
    expect(
      await where.evaluate(() =>
        JSON.stringify([location.href, history.state, { ...sessionStorage, ...localStorage }]),
      ),
    ).not.toContain(shown);
  };
  await test.step("which Escape does not put away, and which is gone afterwards", async () => {
    await page.keyboard.press("Escape");
    await expect(secret).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("heading", { name: `${hostOf()}/hooks`, level: 1 })).toBeVisible();
    await isNowhere(page);
    await page.reload();
    await isNowhere(page);
    await page.goBack();
    await isNowhere(page);
    await page.goForward();
    await expect(page.getByRole("heading", { name: `${hostOf()}/hooks`, level: 1 })).toBeVisible();
    await isNowhere(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByRole("heading", { name: `${hostOf()}/hooks`, level: 1 })).toBeVisible();
    await isNowhere(other);
    await other.close();
  });
  await test.step("a test is sent, with what came of it, and is in the log", async () => {
    receiver.respond = (_, response) => response.writeHead(500).end("<b>not today</b>");
    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Event").selectOption("order.cancelled");
    await dialog.getByRole("button", { name: "Send test" }).click();
    await expect(dialog.getByText("The receiver answered 500.")).toBeVisible();
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ type: "order.cancelled" });
    await dialog.getByRole("link", { name: "Open the delivery" }).click();
    await expect(page.getByRole("heading", { name: "order.cancelled", level: 1 })).toBeVisible();
    await expect(page.getByText("<b>not today</b>")).toBeVisible();
    await expect(page.getByText("First byte")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Attempt 5" })).toContainText("not needed");
    await page.getByRole("link", { name: `${hostOf()}/hooks` }).click();
    await expect(rowsOf(page)).toContainText(["order.cancelled"]);
  });
  await test.step("changed", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Address").fill(`${receiver.origin}/other`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("link", { name: `${hostOf()}/other` })).toBeVisible();
    await page.getByRole("link", { name: `${hostOf()}/other` }).click();
  });
  await test.step("given a new secret, while the old one still signs", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Give it a new secret" }).click();
    await page.getByRole("button", { name: "Make a new secret" }).click();
    await expect(secret).toHaveText(/^whsec_/);
    expect(await secret.textContent()).not.toBe(shown);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByText("Two secrets sign.")).toBeVisible();
  });
  await test.step("turned off, with a way back", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await expect(page.getByRole("main").getByText("Off", { exact: true })).toBeVisible();
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("main").getByText("On", { exact: true })).toBeVisible();
  });
  await test.step("and deleted, with a way back, and for good", async () => {
    await merchant.opens("/webhooks");
    const name = `${hostOf()}/other`;
    await chooseFromRow(page, name, "Delete");
    await heldDelete(page).getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, name)).toBeVisible();
    await chooseFromRow(page, name, "Delete");
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect(heldDelete(page)).toHaveCount(0, { timeout: 20_000 });
    await page.reload();
    await expect(page.getByText("No endpoints yet")).toBeVisible();
  });
});

test("who only looks sees endpoints and deliveries, and can do nothing to them", async ({ merchant }) => {
  const id = await makes(merchant);
  await merchant.api.call("POST", `/webhooks/${id}/test`, { event_type: "order.edited" });
  const analyst = await merchant.as("analyst");
  await analyst.opens("/webhooks");
  await expect(rowOf(analyst.page, `${hostOf()}/hooks`)).toContainText("On");
  await expect(analyst.page.getByRole("link", { name: "New endpoint" })).toHaveCount(0);
  await analyst.page.getByRole("link", { name: `${hostOf()}/hooks` }).click();
  await expect(rowsOf(analyst.page)).toContainText(["Delivered"]);
  for (const name of ["Send a test", "Replay failed", "More actions"]) {
    await expect(analyst.page.getByRole("button", { name })).toHaveCount(0);
  }
});
