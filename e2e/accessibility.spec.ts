import { screens } from "../scripts/screens.ts";
import { expect, rowsOf, test } from "./fixtures.ts";
import { walk } from "./visit.ts";

// Every screen of a full shop. The other accessibility-*.spec.ts files have the states that follow from actions.

const program = /^\/(affiliate|commissions|payouts|links)/;
const operate = /^\/(webhooks|jobs|activity|settings|help)/;
const desk = screens.filter(({ site }) => !site);
const parts = {
  "the checkout": desk.filter(({ path }) => !program.test(path) && !operate.test(path)),
  "the affiliate program": desk.filter(({ path }) => program.test(path)),
  "operation, settings and the portal": screens.filter(({ site, path }) => site ?? operate.test(path)),
};

for (const [part, own] of Object.entries(parts)) {
  walk(`every screen of ${part}`, async (visit) => {
    const { merchant, page } = visit;
    await merchant.hasDemoShop({ small: true });
    await merchant.hasJob();
    if (own.some(({ site }) => site)) await merchant.entersPortal();
    for (const screen of own) {
      await visit.opensScreen(screen);
      if (screen.waitFor) await expect(page.locator(screen.waitFor).last()).toBeVisible();
      await visit.looksAtScreen(screen.name);
    }
  });
}

walk("what a full shop can be asked", async (visit) => {
  const { merchant, page } = visit;
  await merchant.hasDemoShop({ small: true });
  await visit.opens("/orders");
  await rowsOf(page).filter({ hasText: "variant" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await visit.looksAtLast("an order with a variant");
  await visit.opens("/payouts/new");
  await expect(rowsOf(page).first()).toBeVisible();
  await visit.looksAtLast("what would be paid");
  await visit.opens("/affiliates?status=active&sort=unpaid_balance&order=desc");
  await rowsOf(page).first().getByRole("link").first().click();
  await expect(page.getByTestId("performance")).toBeVisible();
  await visit.looksAtLast("an affiliate who is owed something");
  await visit.opens("/experiments");
  await expect(rowsOf(page).filter({ hasText: "Split broken" })).toHaveCount(1);
  await visit.opens("/experiments/exp_demo5");
  await expect(page.getByTestId("forest")).toBeVisible();
  await page.getByRole("button", { name: "Name variants" }).click();
  await page.getByText("For the statistician").click();
  await page.getByRole("button", { name: "Change split" }).click();
  await visit.looksAtLast("an experiment whose split is changed");
  await visit.opens("/analytics?compare=year&range=7d&report=revenue_attribution");
  await expect(page.locator(".recharts-area-curve").last()).toBeAttached();
  await visit.looksAtLast("analytics beside a year before");
  await visit.opens("/upsells?status=active");
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  await visit.looksAt("upsells, some chosen");
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await bulk.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await bulk.getByRole("button", { name: /^Select all .* matching rows$/ }).click();
  await bulk.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByTestId("frozen-filter")).toBeVisible();
  await visit.looksAtLast("asking before all that match are changed");
});

test("with reduced motion nothing moves", { tag: "@long" }, async ({ page, merchant }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await merchant.api.create();
  await merchant.opens("/upsells");
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].flatMap((element) => {
        const style = getComputedStyle(element);
        return [style.transitionDuration, style.animationDuration].map((time) => Number.parseFloat(time) || 0);
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
});
