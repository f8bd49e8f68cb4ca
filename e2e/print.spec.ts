import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, rowsOf, test } from "./fixtures.ts";
import { paysFromPreview, program } from "./program.ts";

/** The size of a sheet of A4 between its margins. */
const sheet = { width: 688, height: 1000 };

async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  const window = page.viewportSize();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize(sheet);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await look();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: null, colorScheme: null });
  if (window) await page.setViewportSize(window);
}

async function isDocument(page: Page): Promise<void> {
  const head = page.getByTestId("print-head");
  await expect(head).toContainText("Blue Bottle · Sandbox · Test data only.");
  await expect(head).toContainText("Printed by Olive Owner on ");
  await expect(head).toContainText("Times are in the time zone Europe/Berlin.");
  await expect(head).toContainText(page.url());
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.locator("main button:visible:not(th button)")).toHaveCount(0);
  // Black on white, although the theme is dark.
  expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
  const colours = await page.locator("h1").evaluate((heading) => {
    const { color } = getComputedStyle(heading);
    return [color, getComputedStyle(document.documentElement).backgroundColor];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await fits(page);
}

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sheet.width);
  await expect(page.locator("[data-help]:visible")).toHaveCount(0);
}

test("a payout prints as a document with its store, its person and all of its commissions, and an experiment with its decision", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });

  await test.step("the printed experiment has its plan, decision and tables, and no controls", async () => {
    await merchant.opens("/experiments/exp_demo11");
    await onPaper(page, async () => {
      await isDocument(page);
      for (const part of ["verdict", "decisions", "learned", "guardrails", "planned", "read-back", "rules"])
        await expect(page.getByTestId(part)).toBeVisible();
      await expect(page.getByTestId("decisions")).toContainText("the filters leave room for the discount");
      await expect(page.getByRole("table", { name: "Orders and revenue" })).toBeVisible();
      await expect(page.getByRole("table", { name: "Lift over time" })).toBeVisible();
      await expect(page.getByText("By device, country and kind of visitor")).toBeHidden();
      await expect(page.getByRole("textbox")).toHaveCount(0);
    });
  });

  await test.step("the printed payout lists all 65 commissions", async () => {
    const api = await program(merchant);
    const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
    const { id: zoe } = await api.create("Zoe", { ...earns, payout_method: "store_credit", coupon_codes: ["ZOE10"] });
    // Old enough to be on hold no longer.
    const occurred_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const sale = { occurred_at, subtotal: 1_000, total: 1_000, coupon_codes: ["ZOE10"] };
    await api.sells(...Array.from({ length: 65 }, (_, n) => ({ ...sale, external_id: `zoe-${n}` })));
    for (const [n, { id }] of (await api.commissions(`affiliate_id=${zoe}&per_page=100`)).entries()) {
      // A key may make twenty calls a second.
      if (n % 12 === 0) await sleep(1_100);
      await api.approve(id);
    }
    const payout = await api.pays(zoe, 6_500);
    await merchant.opens(`/payouts/${payout}`);
    const lines = page.getByRole("table", { name: "Commissions of this payout" }).locator("tbody tr");
    await expect(lines).toHaveCount(60);
    await onPaper(page, async () => {
      await isDocument(page);
      await expect(lines).toHaveCount(65);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("€65.00");
    });
    await expect(lines).toHaveCount(60);

    // The browser's own printing loads all commissions, too.
    await page.evaluate(() =>
      addEventListener("beforeprint", () => {
        document.title = `${document.querySelectorAll("tbody tr").length}`;
      }),
    );
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000);
    expect(Number(await page.title())).toBeGreaterThanOrEqual(65);
  });
});

const said = {
  en: { by: "Printed by Olive Owner on ", verdict: "Verdict", ours: "Batches" },
  de: { by: "Gedruckt von Olive Owner, ", verdict: "Urteil", ours: "Sammelauszahlungen" },
  ja: { by: "Olive Ownerが", verdict: "判定", ours: "一括支払い" },
};

test("printed pages fit the paper in every language, and all requested payouts are printed", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await page.addInitScript(() => {
    window.print = () => {
      document.title = `${document.querySelectorAll("tbody tr").length} on paper`;
    };
  });
  const asked = await paysFromPreview(merchant);
  for (const [locale, words] of Object.entries(said)) {
    await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });

    await test.step(`an experiment in ${locale}`, async () => {
      await merchant.opens("/experiments/exp_demo1");
      await onPaper(page, async () => {
        await expect(page.getByTestId("print-head")).toContainText(words.by);
        await expect(page.getByRole("heading", { name: words.verdict, exact: true })).toBeVisible();
        await expect(page.getByTestId("rules")).toBeVisible();
        await fits(page);
      });
    });

    for (const path of ["/experiments/exp_demo5", "/experiments/exp_demo10", "/analytics", "/affiliate-analytics"]) {
      await test.step(`${path} in ${locale}`, async () => {
        await merchant.opens(path);
        await page.waitForLoadState("networkidle");
        await onPaper(page, () => fits(page));
      });
    }

    await test.step(`the requested payouts in ${locale}`, async () => {
      await merchant.opens("/payouts?view=ours");
      await expect(rowsOf(page)).toHaveCount(20);
      await page.getByRole("button", { name: /^(Print this page|Seite drucken|このページを印刷)$/ }).click();
      await expect(page).toHaveTitle(`${asked} on paper`);
      await expect(rowsOf(page)).toHaveCount(20);
      await onPaper(page, async () => {
        await expect(page.getByRole("table", { name: words.ours })).toBeVisible();
        await fits(page);
      });
    });
  }
});
