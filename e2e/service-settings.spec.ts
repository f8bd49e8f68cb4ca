import type { Page } from "@playwright/test";
import { expect, type Merchant, test, toasts } from "./fixtures.ts";

const most = (page: Page) => page.getByLabel("Maximum offers per checkout");
const placement = (page: Page) => page.getByLabel("Default placement");

type Settings = { upsells: { default_placement: string; max_offers_per_checkout: number } };
const now = async (merchant: Merchant) => (await merchant.api.call<Settings>("GET", "/settings")).body.upsells;

test("settings of the checkout service are saved one by one, undone, restored from a draft, and merged with somebody else's", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/400/);
  await merchant.opens("/settings");
  await page.getByRole("link", { name: "Checkout service" }).click();
  await expect(most(page)).toHaveValue("3");
  await page.waitForLoadState("networkidle");

  const sent: unknown[] = [];
  page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postDataJSON()));
  const save = page.getByRole("button", { name: "Save settings" });
  await most(page).fill("many");
  await save.click();
  await expect(most(page)).toHaveAccessibleDescription(/Enter a number/);
  await most(page).fill("50");
  await save.click();
  await expect(most(page)).toHaveAccessibleDescription(/from 1 to 20/);
  await expect(most(page)).toBeFocused();
  await most(page).fill("4");
  await save.click();
  await expect(toasts(page)).toContainText("Saved.");
  expect(sent).toEqual([50, 4].map((count) => ({ upsells: { max_offers_per_checkout: count } })));
  expect(await now(merchant)).toEqual({ default_placement: "post_purchase", max_offers_per_checkout: 4 });
  await toasts(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(most(page)).toHaveValue("3");

  const kept = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().includes("draft"));
  await most(page).fill("6");
  await kept;
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await merchant.opens("/settings/service");
  await expect(most(page)).toHaveValue("3");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(most(page)).toHaveValue("6");

  await placement(page).fill("cart");
  await merchant.api.call("PATCH", "/settings", { upsells: { max_offers_per_checkout: 9 } });
  await page.keyboard.press("Tab");
  await save.click();
  const conflict = page.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
  await expect(conflict.getByRole("group")).toHaveCount(1);
  await expect(conflict).toContainText("When you opened the form: 3");
  await conflict.getByRole("radio", { name: /^Use the other value/ }).check();
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await expect(most(page)).toHaveValue("9");
  expect(await now(merchant)).toEqual({ default_placement: "cart", max_offers_per_checkout: 9 });

  const analyst = await merchant.as("analyst");
  await analyst.opens("/settings/service");
  await expect(most(analyst.page)).toBeDisabled();
  await expect(analyst.page.getByRole("button", { name: "Save settings" })).toHaveCount(0);
});

test("a merchant sets how long a declined offer rests", async ({ page, merchant }) => {
  await merchant.opens("/settings/service");
  const pause = page.getByLabel("Pause after an offer was declined (hours)");
  await expect(pause).toHaveValue("24");
  await pause.fill("48");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  const { body } = await merchant.api.call<{ offers: object }>("GET", "/settings");
  expect(body.offers).toMatchObject({ cooldown_hours: 48 });
});
