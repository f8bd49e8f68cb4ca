import { noBarriers } from "./barriers.ts";
import { expect, rowOf, signIn, toasts } from "./fixtures.ts";
import { App, ownerOf } from "./processes.ts";
import { test } from "./second-shop.ts";

test("APIs that accept a key only as X-API-Key are connected without a setting, and their lists open", {
  tag: "@long",
}, async ({ page, second, context, complaints }) => {
  complaints.expect(/502/);
  const { upstream } = second;
  const { control } = upstream;
  control.addKey("test_of_a_header", { store: "header" });
  control.choices.keys = "x-api-key";
  const app = await App.start({ ...upstream.settings, AFFILIATE_API_KEY_HEADER: "" });
  const panel = (name: string) => page.locator("section", { has: page.getByRole("heading", { name }) }).last();
  try {
    await app.setUp("header");
    await signIn(context, ownerOf("header"), app);
    await page.goto(`${app.origin}/header/sandbox/settings`);
    for (const name of ["Checkout optimization API", "Affiliate tracking API"]) {
      await panel(name).getByRole("button", { name: "Enter key" }).click();
      await page.getByLabel("API key").fill("test_of_a_header");
      await page.getByRole("button", { name: "Check key" }).click();
      await page.getByRole("button", { name: "Store key" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(panel(name)).toContainText(
        /The key is sent as X-API-Key: the (checkout|affiliate) service rejected it as Authorization: Bearer\./,
      );
    }
    await noBarriers(page);
    await page.goto(`${app.origin}/header/sandbox/affiliates`);
    await expect(rowOf(page, "Jon Lind")).toBeVisible();
    await page.goto(`${app.origin}/header/sandbox/upsells`);
    await expect(rowOf(page, "Filter deal 30")).toBeVisible();

    // Later the API accepts the same key in another form.
    control.choices.keys = "bearer";
    await page.goto(`${app.origin}/header/sandbox/affiliates`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("The stored key was");
    await page.goto(`${app.origin}/header/sandbox/settings`);
    const affiliate = panel("Affiliate tracking API");
    await affiliate.getByRole("button", { name: "Check connection" }).click();
    await expect(affiliate).toContainText("The key is sent as Authorization: Bearer.");
    await page.goto(`${app.origin}/header/sandbox/affiliates`);
    await expect(rowOf(page, "Jon Lind")).toBeVisible();
  } finally {
    await page.goto("about:blank");
    control.reset();
    await app.remove();
  }
});

test("both connections are checked with the header that each API accepts", { tag: "@long" }, async ({
  page,
  shop,
  complaints,
}) => {
  await shop.opens("/settings");
  for (const title of ["Checkout optimization API", "Affiliate tracking API"]) {
    const panel = page.locator("section", { has: page.getByRole("heading", { name: title }) }).last();
    await expect(panel).toContainText("http://127.0.0.1");
    await panel.getByRole("button", { name: "Check connection" }).click();
    await expect(panel).toContainText("The API accepted the stored key.");
  }
  complaints.expect(/50[024]/);
  shop.goesWrong({ on: "GET /affiliates", fault: "html", times: 10 });
  const panel = page.locator("section", { has: page.getByRole("heading", { name: "Affiliate tracking API" }) }).last();
  await panel.getByRole("button", { name: "Check connection" }).click();
  await expect(panel).toContainText("sent a response that is not valid JSON.");
});

test("a key is checked before it is stored, and its access is shown as far as responses have proved it", {
  tag: "@long",
}, async ({ page, shop, second, complaints }) => {
  complaints.expect(/40[03]/, /50[024]/);
  const { control } = second.upstream;
  const narrow = `test_narrow_of_${shop.id}`;
  control.addKey(narrow, { store: shop.id, scopes: ["read:upsells", "read:settings", "read:analytics"] });
  await shop.opens("/settings/keys");
  const panel = page
    .locator("section", { has: page.getByRole("heading", { name: "Checkout optimization API" }) })
    .last();
  await expect(panel).toContainText("created and revoked by the operator of http://127.0.0.1");
  await expect(panel.getByRole("button", { name: "Create new key" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Replace key" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("API key");
  const tryIt = dialog.getByRole("button", { name: "Check key" });

  await field.fill("test_a_key_that_nobody_made");
  await tryIt.click();
  await expect(field).toHaveAccessibleDescription(/The API rejected this key. The stored key stays in use./);
  await expect(dialog.getByRole("button", { name: "Store key" })).toHaveCount(0);

  shop.goesWrong({ on: "GET /upsells", fault: "silence", times: 1 });
  await field.fill(narrow);
  await tryIt.click();
  await expect(dialog).toContainText("The key was not checked because the API could not be reached.");
  await expect(dialog.getByRole("button", { name: "Store without checking" })).toBeVisible();
  shop.behaves();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toContainText("accepted this key but does not let it read everything");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Bundles" })).toContainText("Rejected");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Upsells" })).toContainText("Allowed");
  await expect(panel).toContainText(`test_…${shop.id.slice(-4)}`);
  await dialog.getByRole("button", { name: "Store key" }).click();
  await expect(toasts(page)).toContainText("The new key was stored.");

  const row = (name: string) => panel.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("Bundles").getByRole("cell").first()).toContainText("Rejected");
  await expect(row("Settings").getByRole("cell").first()).toContainText("Allowed");
  await expect(row("Upsells").getByRole("cell").last()).toContainText("Not checked");
  expect(shop.effects()).toBe(0);

  // A rejected save updates the key's access, too.
  await shop.opens("/upsells/off-3");
  await page.getByLabel("Name").fill("May not");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => shop.calls("PUT /upsells/:id")).toBe(1);
  page.once("dialog", (leave) => leave.accept());
  await shop.opens("/settings/keys");
  // The access is stored a moment after the response.
  await expect(async () => {
    await page.reload();
    await expect(row("Upsells").getByRole("cell").last()).toContainText("Rejected", { timeout: 1_000 });
  }).toPass();
  await expect(row("Upsells").getByRole("cell").last()).toContainText("last call");
});
