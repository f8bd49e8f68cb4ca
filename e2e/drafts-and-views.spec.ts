import type { Page } from "@playwright/test";
import pg from "pg";
import { draftKept, expect, type Merchant, rowsOf, test, toasts } from "./fixtures.ts";

const offered = (page: Page) => page.getByRole("status").filter({ hasText: "You have unsaved changes from" });

async function typesName(page: Page, name: string) {
  const kept = draftKept(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await kept;
}

/** Enters a name on a page that knows already that there is no earlier draft. */
async function beginsOffer(merchant: Merchant) {
  await merchant.opens("/upsells/new");
  await merchant.page.waitForLoadState("networkidle");
  await merchant.page.getByLabel("Name", { exact: true }).fill("Half an offer");
}

/** Reloads, and accepts the browser's question about unsaved changes. */
async function reopens(page: Page) {
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
}

test("unsaved changes are offered after the page was left, restored, and no longer offered once they are saved", async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ name: "Care kit" });
  await merchant.opens(`/upsells/${id}`);
  await typesName(page, "Better care kit");
  await reopens(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Care kit");
  await offered(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Better care kit");
  await expect(offered(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  expect((await merchant.api.find(id))?.name).toBe("Better care kit");
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(offered(page)).toHaveCount(0);
});

test("changes are kept when the page is left at once, and a discarded draft is not offered again", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await beginsOffer(merchant);
  await reopens(page);
  await expect(offered(page)).toBeVisible();
  await offered(page).getByRole("button", { name: "Discard" }).click();
  await expect(offered(page)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(offered(page)).toHaveCount(0);
});

test("a restored draft brings back the person's changes and keeps what somebody else saved", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ name: "Care kit", product_id: "prod_old" });
  await merchant.opens(`/upsells/${id}`);
  await typesName(page, "Better care kit");
  await merchant.api.call("PUT", `/upsells/${id}`, { product_id: "prod_new" });
  await reopens(page);
  await expect(offered(page)).toContainText("Somebody has saved other changes since then");
  await offered(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Better care kit");
  await expect(page.getByLabel("Product offered")).toHaveValue("prod_new");
});

test("a draft outlives the session", { tag: "@long" }, async ({ page, merchant, complaints }) => {
  complaints.expect(/401/);
  const { id } = await merchant.api.create({ name: "Care kit" });
  await merchant.opens(`/upsells/${id}`);
  await typesName(page, "Better care kit");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "session" }).first()).toBeVisible();
  await reopens(page);
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByLabel("Password").fill(merchant.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(new RegExp(`/upsells/${id}$`));
  await offered(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Better care kit");
});

test("a view is saved, selected, renamed, made the default, shared and deleted", async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  await merchant.opens("/upsells?status=draft&sort=name&order=asc");
  await expect(rowsOf(page).first()).toBeVisible();
  const views = page.getByRole("button", { name: "Views", exact: true });
  const choose = async (name: string) => {
    await views.click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Save this view…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Enter a name.");
  await dialog.getByLabel("Name").fill("Drafts");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("View “Drafts” was saved.");

  await merchant.opens("/upsells?search=kettle");
  await choose("Drafts");
  await expect(page).toHaveURL(/status=draft/);
  await expect(page).not.toHaveURL(/kettle/);

  await choose("Manage views…");
  await dialog.getByRole("button", { name: "Rename Drafts" }).click();
  await dialog.getByLabel("Name").fill("My drafts");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Open the list with My drafts" }).click();
  await expect(dialog.getByRole("button", { name: "Open the list with My drafts" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  const colleague = await merchant.as("merchant");
  await colleague.opens("/upsells");
  await colleague.page.getByRole("button", { name: "Views", exact: true }).click();
  await expect(colleague.page.getByRole("menuitem", { name: "Save this view…" })).toBeFocused();
  await expect(colleague.page.getByRole("menuitem")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Share My drafts" }).click();
  await expect(dialog.getByRole("button", { name: "Share My drafts" })).toHaveAttribute("aria-pressed", "true");
  await colleague.page.reload();
  await colleague.page.getByRole("button", { name: "Views", exact: true }).click();
  await expect(colleague.page.getByRole("menuitem", { name: "My drafts" })).toBeVisible();

  await merchant.opens("/upsells");
  await expect(page).toHaveURL(/status=draft/);
  await choose("Manage views…");
  await dialog.getByRole("button", { name: "Delete My drafts" }).click();
  await expect(dialog.getByText("No saved views yet.")).toBeVisible();
  await merchant.opens("/upsells");
  await expect(page).toHaveURL(/\/upsells$/);
});

test("a draft that arrives only after the next page has asked for it is offered all the same", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await beginsOffer(merchant);
  const database = new pg.Client(process.env.TEST_DATABASE_URL);
  await database.connect();
  try {
    await database.query("begin; lock table desk.draft in exclusive mode");
    const asked = page.waitForResponse(
      (answer) => answer.url().includes("/desk/drafts/") && answer.request().method() === "GET",
    );
    await reopens(page);
    expect(await (await asked).json()).toEqual({ data: null });
    await database.query("commit");
    await expect(offered(page)).toBeVisible();
  } finally {
    await database.end();
  }
});
