import type { Page } from "@playwright/test";
import { localeCookie, pseudoLocale } from "../lib/i18n/locales.ts";
import { barriers, painted } from "./barriers.ts";
import { expect, origin, rowsOf, test, toasts } from "./fixtures.ts";

async function noBarriersIn(page: Page, what: string): Promise<void> {
  await painted(page);
  expect.soft(await barriers(page), what).toEqual([]);
}

test("a selected language and time zone apply to screens, errors and the sign-in", async ({
  page,
  merchant,
  context,
  complaints,
}) => {
  await merchant.api.create({ name: "Kit" });
  await merchant.opens("/settings/account");
  await page.getByLabel("Name").fill("Olive, not saved");
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save language and time zone" }).click();
  await expect(page.getByRole("heading", { name: "Ihr Konto" }).or(page.getByText("Ihr Konto")).first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Olive, not saved");
  await expect(page.getByText(/\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/).first()).toBeVisible();
  await noBarriersIn(page, "an account in German");

  await page.goto(`${merchant.base}/upsells/new`);
  await expect(page).toHaveTitle(/^Neues? /);
  const value = page.locator('[data-field="discount.value"] input');
  await value.fill("12,5");
  await expect(page.getByTestId("sentence")).toContainText("12,5\u00a0%");
  await value.fill("1.234");
  await expect(page.getByText("1234 oder 1,2340")).toBeVisible();
  await value.fill("");
  await page.locator('button[type="submit"]').click();
  // Messages of validators are English in the code.
  await expect(page.getByText("Geben Sie einen Prozentsatz ein, zum Beispiel 10.").first()).toBeVisible();
  await noBarriersIn(page, "an offer with errors in German");

  complaints.expect(/status of 404/);
  await page.goto(`${merchant.base}/affiliates/aff_gone`);
  await expect(page.getByText("Affiliate aff_gone gibt es nicht.")).toBeVisible();

  await merchant.calls("PUT", "/account/preferences", { locale: "ja", time_zone: null });
  await page.goto(`${merchant.base}/upsells`);
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(rowsOf(page)).toContainText("Kit");
  await noBarriersIn(page, "upsells in Japanese");

  // An open page would ask for live updates without its session.
  await page.goto("about:blank");
  await context.clearCookies({ name: /session_token/ });
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await page.getByLabel("E-Mail").fill("somebody@shop.example");
  await page.getByLabel("Sprache").selectOption("ja");
  await expect(page.getByRole("heading", { name: "サインイン" })).toBeVisible();
  await expect(page.locator("input[name=email]")).toHaveValue("somebody@shop.example");
  await context.clearCookies({ name: localeCookie });
  const asked = await page
    .context()
    .request.get(`${origin}/sign-in`, { headers: { "accept-language": "fr, de;q=0.8" } });
  expect(await asked.text()).toContain('<html lang="de" dir="ltr"');
});

test("screens from right to left have no accessibility errors", { tag: "@long" }, async ({
  page,
  merchant,
  context,
}) => {
  await merchant.api.create();
  await context.addCookies([{ name: localeCookie, value: pseudoLocale, url: origin }]);
  for (const path of ["", "/upsells", "/upsells/new"]) {
    await merchant.opens(path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("main").getByText("⟦").filter({ visible: true }).first()).toBeVisible();
    await noBarriersIn(page, `${path || "the overview"} from right to left`);
  }
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
});
