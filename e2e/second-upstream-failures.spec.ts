import { expect, type Page, part, rowOf, rowsOf } from "./fixtures.ts";

import { test } from "./second-shop.ts";
import type { Fault } from "./second-upstream/control.ts";

type Screen = { name: string; path: string; reads: string; shows: (page: Page) => ReturnType<Page["getByText"]> };

/** Revenue of the last 28 days: about €100 a day, and a little more at the end of a month. */
const revenue = /^€[23],\d{3}$/;

const screens: Screen[] = [
  {
    name: "Overview",
    path: "",
    reads: "GET /analytics/metrics",
    shows: (page) => page.getByText(revenue),
  },
  { name: "Upsells", path: "/upsells", reads: "GET /upsells", shows: (page) => rowOf(page, "Filter deal 30") },
  { name: "An offer", path: "/upsells/off-30", reads: "GET /upsells/:id", shows: (page) => page.getByLabel("Name") },
  { name: "Bundles", path: "/bundles", reads: "GET /bundles", shows: (page) => rowOf(page, "Bundle 2") },
  {
    name: "A bundle",
    path: "/bundles/71",
    reads: "GET /bundles",
    shows: (page) => page.getByRole("heading", { name: "Bundle 2", level: 1 }),
  },
  { name: "Experiments", path: "/experiments", reads: "GET /experiments", shows: (page) => rowOf(page, "Test 9") },
  {
    name: "An experiment",
    path: "/experiments/304",
    reads: "GET /experiments/:id/results",
    shows: (page) => page.getByText("variant_a is better than control"),
  },
  {
    name: "Analytics",
    path: "/analytics",
    reads: "GET /analytics/metrics",
    shows: (page) => page.locator("dl").getByText(revenue),
  },
  {
    name: "An order",
    path: "/orders/ord-1",
    reads: "GET /orders/:id",
    shows: (page) => page.getByRole("heading", { name: "gid://shop/Order/1", level: 1 }),
  },
  { name: "Links", path: "/links", reads: "GET /links", shows: (page) => rowOf(page, "go.example/r/2") },
  {
    name: "Performance",
    path: "/affiliate-analytics",
    reads: "GET /analytics/summary",
    shows: (page) => page.locator("dl").first().getByText("812", { exact: true }),
  },
  { name: "Affiliates", path: "/affiliates", reads: "GET /affiliates", shows: (page) => rowOf(page, "Jon Lind") },
  {
    name: "An attributed order",
    path: "/affiliate-orders/5001",
    reads: "GET /orders/:id",
    shows: (page) => page.getByRole("heading", { name: "#1000", level: 1 }),
  },
  {
    name: "Payouts",
    path: "/payouts",
    reads: "GET /payouts",
    shows: (page) => rowsOf(page).first(),
  },
  {
    name: "Commissions",
    path: "/commissions",
    reads: "GET /commissions",
    shows: (page) => page.getByText("self_referral").or(page.getByText("Buyer is the affiliate")).first(),
  },
  {
    name: "Service settings",
    path: "/settings/service",
    reads: "GET /settings",
    shows: (page) => page.getByLabel("Maximum offers per checkout"),
  },
];

const pause = (page: Page) => page.getByRole("status").filter({ hasText: "The request limit is reached." });
const offline = "Connected service unavailable";
const told: [fault: Fault, words: string][] = [
  ["error", "The request failed"],
  ["html", offline],
  ["silence", offline],
];

/** The first screen meets every fault, the others one fault each, because all report them in the same way. */
const trials = screens.map((screen, at) => ({
  ...screen,
  faults: at === 0 ? told : told.filter((_, turn) => turn === at % told.length),
}));

// Calls of one shop are limited per minute, so each of these shops is for six screens at most.
for (const some of [trials.slice(0, 6), trials.slice(6, 12), trials.slice(12)]) {
  const names = some.map(({ name }) => name).join(", ");

  test(`${names}: report a failure, and recover with “Try again”`, { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/50[024]/);
    for (const { name, path, reads, shows, faults } of some) {
      for (const [fault, words] of faults) {
        await test.step(`${name}: ${fault}`, async () => {
          shop.goesWrong({ on: reads, fault, times: 1_000 });
          await shop.opens(path);
          const problem = page.getByRole("alert").filter({ hasText: words });
          await expect(problem).toBeVisible();
          shop.behaves();
          await problem.getByRole("button", { name: "Try again" }).click();
          await expect(shows(page)).toBeVisible();
        });
      }
    }
  });
}

test("a slow service is waited for", { tag: "@long" }, async ({ page, shop }) => {
  const [{ path, reads, shows }] = screens as [Screen];
  shop.goesWrong({ on: reads, fault: "slow", ms: 1_200, times: 1_000 });
  await shop.opens(path);
  await expect(shows(page)).toBeVisible();
});

test("while a slow service is asked for the first steps, the overview keeps their place free", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/status of 504/);
  shop.goesWrong({ on: "GET /bundles", fault: "slow", ms: 2_000, times: 3 });
  await shop.opens();
  const steps = part(page, "Getting started");
  await expect(steps.getByRole("status")).toBeVisible();
  await expect(steps).not.toContainText(/done/i, { useInnerText: true });
  const figures = page.getByRole("heading", { name: "Key figures" });
  const before = await figures.boundingBox();
  await expect(steps.getByText(/\d of 6 done/)).toBeVisible();
  // The words of a step that is done may be a line shorter.
  expect(Math.abs(((await figures.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(24);
});

// For the same reason three of the screens are enough.
for (const { name, path, reads, shows } of screens.filter((_, at) => at % 6 === 0)) {
  test(`${name}: says that the request limit is reached, and continues by itself`, { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/429/);
    // Long enough for the page to load before the pause is over.
    shop.goesWrong({ on: reads, fault: "too-many", lasts: 8_000 });
    await shop.opens(path);
    await expect(pause(page)).toBeVisible();
    await expect(shows(page)).toBeVisible();
    await expect(pause(page)).toHaveCount(0);
  });
}
