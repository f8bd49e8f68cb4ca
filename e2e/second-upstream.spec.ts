import {
  chooseFromRow,
  draftKept,
  expect,
  heldDelete,
  type Page,
  part,
  ready,
  rowOf,
  rowsOf,
  toasts,
} from "./fixtures.ts";
import { App, password } from "./processes.ts";
import { type SecondShop, test } from "./second-shop.ts";
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

test("a list without a total is paged, and columns that it does not report are hidden", { tag: "@long" }, async ({
  page,
  shop,
}) => {
  shop.chooses({ lists: "bare" });
  await shop.opens("/upsells");
  await expect(rowsOf(page)).toHaveCount(20);
  const row = rowOf(page, "Filter deal 30");
  await expect(row).toContainText("Archived");
  await expect(row).toContainText("14% off");
  await expect(page.getByText("Triggers and Placement are hidden")).toBeVisible();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(rowOf(page, "Kettle deal 1")).toContainText("€5.00 off");
});

test("a list shows the total that a service reports under another name", { tag: "@long" }, async ({ page, shop }) => {
  shop.chooses({ totals: "X-Total-Count", lists: "bare" });
  await shop.opens("/upsells");
  await expect(page.getByRole("main")).toContainText("1–20 of 30");
});

test("an offer is edited, disabled, restored, duplicated and deleted, and each change is made once", {
  tag: "@long",
}, async ({ page, shop }) => {
  shop.chooses({ lists: "data" });
  await shop.opens("/upsells/off-27");
  await expect(page.getByText("margin_class")).toBeVisible();
  await page.getByLabel("Name").fill("Mug and more");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await expect(page.getByRole("heading", { name: "Mug and more", level: 1 })).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Upsells" }).click();
  const row = rowOf(page, "Mug and more");
  await chooseFromRow(page, "Mug and more", "Switch off");
  await expect(row).toContainText("Paused");
  await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
  await expect(row).toContainText("Active");

  await chooseFromRow(page, "Mug and more", "Duplicate");
  await expect(rowOf(page, "Mug and more (copy)")).toContainText("Draft");
  await chooseFromRow(page, "Mug and more", "Delete");
  await expect(row).toHaveCount(0);
  await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
  await expect(row).toBeVisible();
  await chooseFromRow(page, "Mug and more (copy)", "Delete");
  await expect(rowOf(page, "Mug and more (copy)")).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Dismiss" }).last().click();
  // If another notice was dismissed, the deletion waits for its countdown.
  await expect.poll(() => shop.effects({ action: "deleted" })).toBe(1);
  await expect(row).toBeVisible();
  expect(shop.effects({ id: "off-27" })).toBe(3);
  expect(shop.effects({ action: "created" })).toBe(1);
  expect(shop.effects()).toBe(5);
});

test("with another checkout service, an offer's page and the first steps say only what the service reports", {
  tag: "@long",
}, async ({ page, shop }) => {
  const standing = page.getByTestId("standing");
  for (const [offer, words] of [
    ["off-1", "Switched on in the checkout service."],
    ["off-3", "Its status in the checkout service is “paused”."],
    ["off-4", "A draft in the checkout service, so not switched on."],
  ] as const) {
    await shop.opens(`/upsells/${offer}`);
    await expect(standing).toHaveText(words);
  }
  await shop.opens();
  const first = page.getByRole("listitem").filter({ hasText: "Connect the checkout service" });
  await expect(first).toContainText("A key is stored for this mode.");
  await expect(first).toContainText("Done");
  await expect(page.getByText("Connect your shop")).toHaveCount(0);
  await shop.opens("/settings/shop");
  await expect(page.getByText("This checkout service is not run by Cartwright")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Your shop" })).toHaveCount(0);
});

test("on a phone, all offers are disabled by one job, the failed one is retried, and a file is imported", {
  tag: "@long",
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  shop.keeps(8);
  shop.goesWrong({ on: "PUT /upsells/:id", fault: "error", status: 422, skip: 2 });
  await shop.opens("/upsells?per_page=5");
  await page.getByRole("checkbox", { name: "Select Filter deal 30" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await bulk.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await bulk.getByRole("button", { name: "Select all 8 matching rows" }).click();
  await bulk.getByRole("button", { name: "Switch off" }).click();
  const asked = page.getByRole("alertdialog", { name: "Switch off 8 offers?" });
  await expect(asked).toContainText("All items in this list.");
  await asked.getByRole("button", { name: "Switch off 8" }).click();
  await toasts(page).getByRole("button", { name: "Show job" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("8 of 8", { exact: true })).toBeVisible();
  await expect(main).toContainText("Something broke over there");
  await page.getByRole("button", { name: "Retry failed items (1)" }).click();
  await expect(page.getByRole("button", { name: "Retry failed items (1)" })).toHaveCount(0);
  await expect(main.getByText("8 of 8", { exact: true })).toBeVisible();
  await expect(main).not.toContainText("Failed");
  const statuses = new Set(Array.from({ length: 8 }, (_, n) => shop.record("upsells", `off-${23 + n}`)?.status));
  expect([...statuses]).toEqual(["paused"]);

  await shop.opens("/upsells/import");
  const lines = ["name,product_id,discount_type,discount_value", "Lid,sku:lid,percentage,10", ",sku:lid,percentage,10"];
  await page.getByLabel("Or paste the contents").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("row", { name: /^3 name / })).toBeVisible();
  await page.getByRole("checkbox", { name: "Skip lines with problems" }).check();
  await page.getByRole("button", { name: "Import 1 offer" }).click();
  await expect(main.getByText("2 of 2", { exact: true })).toBeVisible();
  expect(shop.effects({ action: "created" })).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a restored draft asks about changes made in the checkout service in the meantime, and a read-only key is named as the reason", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/403/);
  await shop.opens("/upsells/off-28");
  const kept = draftKept(page);
  await page.getByLabel("Name").fill("Half a na");
  await kept;
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  shop.changes("upsells", "off-28", { name: "Changed over there" });
  await shop.hasKey("checkout", `test_reader_of_${shop.id}`, ["read:upsells", "read:settings"]);

  const again = await context.newPage();
  await again.setViewportSize({ width: 390, height: 844 });
  await again.goto(`${shop.base}/upsells/off-28`);
  await ready(again);
  await again.getByRole("button", { name: "Restore" }).click();
  const save = again.getByRole("button", { name: "Save changes" });
  await save.click();
  const conflict = again.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
  await expect(conflict).toContainText("Changed over there");
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(again.getByRole("alert").filter({ hasText: "The stored key is not allowed to do this" })).toBeVisible();
  await expect(again.getByLabel("Name")).toHaveValue("Half a na");
  expect(shop.effects()).toBe(0);

  await shop.hasKey("checkout", `test_writer_of_${shop.id}`);
  await save.click();
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(again)).toContainText("Saved.");
  expect(shop.record("upsells", "off-28")).toMatchObject({ name: "Half a na" });
  expect(shop.effects()).toBe(1);
});

test("with a service that cannot change bundles, a bundle can be viewed and duplicated as new", {
  tag: "@long",
}, async ({ page, shop }) => {
  shop.chooses({ lists: "named" });
  await shop.opens("/bundles");
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Bundle", exact: true })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(rowOf(page, "Bundle 4")).toContainText("subscription");
  await expect(rowOf(page, "Bundle 4")).toContainText("Seasonal");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Archived" }).check();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Actions for Bundle 2" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Open", "Duplicate as new"]);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Bundle 2" }).click();
  await expect(page.getByText("The checkout service cannot change a bundle.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText("quantity not reported").first()).toBeVisible();
  await expect(page.getByTestId("ledger")).toContainText(
    "The checkout service does not report the quantities of the products.",
  );
  await page.getByRole("link", { name: "Duplicate as new" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Bundle 2 (copy)");
  await expect(page.getByRole("group", { name: "Status" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(page.getByRole("textbox", { name: "Quantity of product 1" })).toHaveAccessibleDescription(
    "Must be a whole number from 1 to 1000.",
  );
  for (const n of [1, 2]) await page.getByRole("textbox", { name: `Quantity of product ${n}` }).fill(String(n));
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(page.getByRole("heading", { name: "Bundle 2 (copy)", level: 1 })).toBeVisible();
  const made = shop.record("bundles", page.url().split("/").at(-1) ?? "");
  expect(made).toMatchObject({
    products: [
      { product_id: "sku:beans", quantity: 1 },
      { product_id: "sku:cup", quantity: 2 },
    ],
  });
  expect(made).not.toHaveProperty("status");
  expect(shop.effects()).toBe(1);

  await shop.opens("/bundles/73");
  await expect(page.getByText('{"name":"web"}')).toBeVisible();
  await expect(page.getByTestId("ledger")).toContainText("How “tiered” changes the price is not known here.");
  expect(shop.calls("GET /bundles/:id") + shop.calls("PUT *")).toBe(0);
});

test("with a service that lists no orders, an order is found by its ID, and later by its platform's ID", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/404/);
  await shop.opens("/orders");
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  const id = page.getByLabel("Order ID");
  await id.fill("gid://shop/Order/1");
  await id.press("Enter");
  await expect(id).toHaveAccessibleDescription(/accepts only letters/);
  await id.fill("1");
  await id.press("Enter");
  await expect(page.getByRole("heading", { name: "No order with the ID 1" })).toBeVisible();
  await page.getByLabel("Order ID").fill("ord-1");
  await page.getByLabel("Order ID").press("Enter");
  await expect(page.getByRole("heading", { name: "gid://shop/Order/1", level: 1 })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Bundle 1" })).toHaveAttribute("href", /\/bundles\/70$/);
  for (const text of ["€24.50", "variant_a", "channel", "service_data.edited"]) {
    await expect(main).toContainText(text);
  }
  await expect(main.getByRole("link", { name: "Kettle deal 1", exact: true })).toBeVisible();
  await expect(main).toContainText("cannot list the events of an order, and sends no events to Cartwright");
  await expect(async () => {
    await shop.opens("/orders");
    await expect(rowOf(page, "ord-1")).toContainText("gid://shop/Order/1", { timeout: 500 });
  }).toPass();
  await id.fill("gid://shop/Order/1");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { name: "gid://shop/Order/1", level: 1 })).toBeVisible();
  await shop.opens("/orders/ord-2");
  await expect(main).toContainText("not reported");
});

test("with a service that reports only totals, a chart has weeks at first and days later", { tag: "@long" }, async ({
  page,
  shop,
  browser,
  baseURL,
}) => {
  const path = `${shop.base}/analytics?range=28d&figure=revenue`;
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const still = await plain.newPage();
  await still.goto(path);
  await expect(still.getByRole("main")).toContainText(
    /Shown week by week for now; daily values follow in about a minute\./,
  );
  const days = (of: Page) => of.getByRole("table", { name: "Revenue by day" }).locator("tbody tr");
  await expect(days(still).first()).toContainText(/€[\d.]+ a day on average, /);
  await plain.close();

  await page.goto(path);
  const chart = page.getByRole("slider", { name: "Revenue by day, as lines" });
  await expect(chart.locator(".chart-steps").first()).toBeVisible();
  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuetext", /Revenue €[\d.]+ a day on average, /);
  await expect(page.getByText(/Shown week by week for now/)).toHaveCount(0, { timeout: 90_000 });
  await expect(days(page)).toHaveCount(28);
  await expect(page.getByRole("main")).not.toContainText(/on average|not loaded yet|days loaded|add up to/);
  await expect(chart.locator(".chart-steps")).toHaveCount(0);
});

test("reports of unknown form are shown as tables of what they contain", { tag: "@long" }, async ({ page, shop }) => {
  await shop.opens("/analytics");
  const main = page.getByRole("main");
  const offers = page.getByRole("table", { name: "Single offers", exact: true });
  await expect(offers.getByRole("row", { name: /^Kettle deal 1/ })).toContainText("€310.00");
  await expect(offers.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Report › Sections › By device › Mobile" })).toContainText("200");
  await expect(main).toContainText("2026-11-01T00:00:00Z");
  await expect(main.locator("dl > div").filter({ hasText: "Acceptance rate" })).toContainText("not reported");
  await page.getByRole("tab", { name: "Bundles" }).click();
  const bundles = page.getByRole("table", { name: "Bundles", exact: true });
  await expect(bundles.getByRole("row", { name: /^Bundle 2/ })).toContainText("—");
  await page.getByRole("tab", { name: "Revenue by source" }).click();
  await expect(page.getByRole("slider", { name: /^Revenue by source by day: Single offers, Bundles/ })).toBeVisible();
  const days = page.getByRole("table", { name: "Revenue by source", exact: true });
  await expect(days.getByRole("row")).toHaveCount(3);
  await expect(days.getByRole("row", { name: /^Thu, Oct 1, 2026/ })).toContainText("€120.50");
  await page.getByRole("tab", { name: "Conversion funnel" }).click();
  const steps = page.getByRole("table", { name: "From visit to order" });
  await expect(steps.getByRole("row").nth(2)).toContainText("30.0%");
  await expect(main).toContainText("sampled");
  expect(shop.effects()).toBe(0);
});

test("unknown settings are edited by their types, and only changed values are sent", { tag: "@long" }, async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/400/);
  await shop.opens("/settings/service");
  const save = page.getByRole("button", { name: "Save settings" });
  const accent = page.getByLabel("Accent");
  await accent.fill("blue");
  await save.click();
  await expect(accent).toHaveAccessibleDescription(/must be a colour/);
  await accent.fill("#aabbcc");
  await page.getByRole("checkbox", { name: "Countdown" }).uncheck();
  await page.getByLabel("Countries").fill("CH,");
  await page.getByLabel("Timer seconds").fill("45");
  const banner = page.getByLabel("Banner");
  await banner.fill("{");
  await save.click();
  await expect(banner).toHaveAccessibleDescription(/This is not valid JSON/);
  await banner.fill('{"text": "Sale"}');
  await page.getByLabel("Theme › Fonts › Body").fill("Georgia");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await save.click();
  const { locale, upsells, ...body } = (await sent).postDataJSON();
  expect([locale, upsells]).toEqual([undefined, undefined]);
  expect(body).toEqual({
    checkout: {
      accent: "#aabbcc",
      countdown: false,
      countries: ["DE", "AT", "CH"],
      timer_seconds: 45,
      banner: { text: "Sale" },
      theme: { fonts: { body: "Georgia" } },
    },
  });
  await expect(toasts(page)).toContainText("Saved.");
  await expect(page.getByLabel("Banner › Text")).toHaveValue("Sale");
  await expect(page.getByRole("heading", { name: "More settings" })).toBeVisible();
  expect(shop.effects({ resource: "settings" })).toBe(1);
});

test("a newcomer gets from the set-up link to the figures of another checkout service", { tag: "@long" }, async ({
  page,
  second,
  complaints,
}) => {
  complaints.expect(/409/);
  const { upstream } = second;
  upstream.control.addKey("test_of_a_newcomer", { store: "newcomer" });
  const app = await App.start(upstream.settings);
  try {
    await page.goto(`${app.origin}/setup?token=${app.setUpToken}`);
    await page.getByLabel("Your name").fill("Nora Newcomer");
    await page.getByLabel("Email").fill("nora@example.com");
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Store name").fill("Newcomer");
    await page.getByLabel("Currency").selectOption("EUR");
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Create owner and store" }).click();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await page.goto(`${app.origin}/newcomer/sandbox`);
    await expect(page.getByRole("alert").filter({ hasText: "No key is stored yet" })).toBeVisible();
    const toSwitchOn = page.getByRole("main").getByRole("link", { name: /^Switch an offer on/ });
    await expect(toSwitchOn).toContainText("once its status is Active.");
    await expect(toSwitchOn).not.toContainText("does not report");
    await page.getByRole("link", { name: "Open connection settings" }).click();
    await page.getByRole("button", { name: "Enter key" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Enter the sandbox key" });
    await expect(dialog).not.toContainText("old key");
    await page.getByLabel("API key").fill("test_key_that_nobody_made");
    await page.getByRole("button", { name: "Check key" }).click();
    await expect(dialog).toContainText("The API rejected this key. No key is stored.");
    await page.getByLabel("API key").fill("test_of_a_newcomer");
    await page.getByRole("button", { name: "Check key" }).click();
    await page.getByRole("button", { name: "Store key" }).click();
    await expect(toasts(page)).toContainText("The new key was stored.");
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByText(revenue)).toBeVisible();
  } finally {
    // An open page would log that its server is gone.
    await page.goto("about:blank");
    await app.remove();
  }
});

test("with an affiliate service that has other status names, applications are approved, and an order is attributed with an estimated commission", {
  tag: "@long",
}, async ({ page, shop }) => {
  await shop.countsIn("major");
  await shop.opens("/affiliates");
  await expect(rowsOf(page)).toHaveCount(12);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(rowOf(page, "Jon Lind")).toContainText("In review");
  await expect(rowOf(page, "Jon Lind")).toContainText("€25.00");
  await expect(page.getByText("Clicks, Orders, and Conversion are hidden")).toBeVisible();
  await shop.opens("/affiliates?status=in_review");
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Review applications" }).click();
  const list = page.getByRole("list", { name: "Waiting applications" });
  await expect(list.locator("[aria-current=true]")).toContainText("Jon Lind");
  await ready(page);
  await page.keyboard.press("a");
  await expect(list.getByRole("button", { name: /Jon Lind/ })).toContainText("approving");
  await expect.poll(() => shop.effects({ resource: "affiliates" })).toBe(1);

  await shop.opens("/affiliate-orders/5040");
  await expect(page.getByText("Your affiliate service reports no timeline")).toBeVisible();
  await page.getByRole("button", { name: "Attribute manually" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: /Affiliate/ }).fill("ada");
  await page.getByRole("option", { name: /Ada Lind/ }).click();
  await expect(page.getByTestId("commission-preview")).toContainText("About €6.29: 12.5% of the order’s €50.29.");
  await dialog.getByLabel("Reason").fill("Named Ada in the chat.");
  await dialog.getByRole("button", { name: "Attribute order" }).click();
  await expect(toasts(page)).toContainText("#1039 was attributed to Ada Lind.");
  await expect(page.getByRole("list", { name: "Why this affiliate" })).toContainText(
    "Attributed to Ada Lind through “by_hand”",
  );
  expect(shop.effects({ resource: "attributed_orders", action: "attributed" })).toBe(1);
});

test.describe("saving an offer", () => {
  const save = async (page: Page, shop: SecondShop) => {
    await shop.opens("/upsells/off-2");
    await page.getByLabel("Name").fill("Typed by hand");
    await page.getByRole("button", { name: "Save changes" }).click();
  };
  const problem = (page: Page) => page.getByRole("alert").filter({ hasText: "The outcome is unknown" });

  for (const fault of ["error", "silence"] as const) {
    test(`when the service makes the change and then fails (${fault}), says that the outcome is unknown and shows the saved offer`, {
      tag: "@long",
    }, async ({ page, shop, complaints }) => {
      complaints.expect(/50[024]/);
      shop.goesWrong({ on: "PUT /upsells/:id", fault, when: "after" });
      await save(page, shop);
      await expect(problem(page)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Typed by hand", level: 1 })).toBeVisible();
      expect(shop.calls("PUT /upsells/:id")).toBe(1);
      expect(shop.effects()).toBe(1);
    });
  }

  test("when the service is cut off before the change, shows the old offer, keeps the entered name, and works the second time", {
    tag: "@long",
  }, async ({ page, shop, complaints }) => {
    complaints.expect(/50[024]/);
    shop.goesWrong({ on: "PUT /upsells/:id", fault: "cut" });
    await save(page, shop);
    await expect(problem(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Mug deal 2", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Typed by hand");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toasts(page)).toContainText("Saved.");
    expect(shop.effects()).toBe(1);
    expect(shop.record("upsells", "off-2")).toMatchObject({ name: "Typed by hand" });
  });

  test("when the request limit is reached, waits and makes the change once", { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/429/);
    shop.goesWrong({ on: "PUT /upsells/:id", fault: "too-many", retryAfter: 3 });
    await save(page, shop);
    await expect(pause(page)).toBeVisible();
    await expect(toasts(page)).toContainText("Saved.");
    expect(shop.effects()).toBe(1);
  });

  test("when the service rejects a value, says why at its field", { tag: "@long" }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/400/);
    await shop.opens("/upsells/off-1");
    await page.getByLabel("Value").fill("900");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByLabel("Value")).toHaveAccessibleDescription(/must be between 0 and 500/);
    await expect(page.getByLabel("Value")).toHaveValue("900");
    expect(shop.effects()).toBe(0);
  });
});

test("an unconfirmed change from the list is reported, and the list shows the offer as it is in the service", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/50[024]/);
  await shop.opens("/upsells");
  shop.goesWrong({ on: "PUT /upsells/:id", fault: "cut", when: "after" });
  await chooseFromRow(page, "Mug deal 27", "Switch off");
  await expect(toasts(page)).toContainText("The change may have been made anyway");
  await expect(rowOf(page, "Mug deal 27")).toContainText("Paused");
  await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();

  shop.goesWrong({ on: "POST /upsells", fault: "error", when: "after" });
  await chooseFromRow(page, "Mug deal 27", "Duplicate");
  await expect(toasts(page)).toContainText("The change may have been made anyway");
  await expect(rowOf(page, "Mug deal 27 (copy)")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();

  shop.goesWrong({ on: "DELETE /upsells/:id", fault: "html", when: "after" });
  await chooseFromRow(page, "Mug deal 27 (copy)", "Delete");
  await heldDelete(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(rowOf(page, "Mug deal 27 (copy)")).toHaveCount(0);
  // The server makes the held deletion and finds the offer gone, so there is nothing to report.
  await expect.poll(() => shop.calls("DELETE *")).toBe(1);
  await expect(heldDelete(page)).toHaveCount(0);
  await expect(page.getByText("could not be deleted")).toHaveCount(0);
  expect(["PUT", "POST", "DELETE"].map((method) => shop.calls(`${method} *`))).toEqual([1, 1, 1]);
  expect(shop.effects()).toBe(3);
});

test("experiments get their verdict from their counts, and contradictions of the checkout service are named", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/404/);
  await shop.opens("/experiments");
  await expect(rowsOf(page)).toHaveCount(9);
  await expect(rowOf(page, "Test 5")).toContainText("variant_a is better");
  await expect(rowOf(page, "Test 5")).toContainText("+30.0%");
  await expect(rowOf(page, "Test 2")).toContainText("3 contradictions");
  await expect(rowOf(page, "Test 7")).toContainText("variant_a is worse");
  await expect(rowOf(page, "Test 9")).toContainText("variant_7 is better");
  await expect(rowOf(page, "Test 9")).toContainText("Live");
  // One call for each experiment that can have results, and none for a draft.
  expect(shop.calls("GET /experiments/:id/results")).toBe(8);
  await page.getByRole("button", { name: "Lift", exact: true }).click();
  await expect(rowsOf(page).first()).toContainText("Test 2");

  const verdict = page.getByTestId("verdict");
  const audit = page.getByTestId("audit");
  const forest = page.getByTestId("forest");
  const opens = (id: number) => shop.opens(`/experiments/${id}`);

  await opens(301);
  await page.getByText("For the statistician").click();
  await expect(audit).toContainText(
    "the reported 5 is a percentage, but the specification asks for a ratio. The counts give 0.05",
  );
  await expect(audit).toContainText("Lift of variant_a: the reported 60 is a percentage");
  await opens(304);
  await expect(verdict).toContainText("variant_a is better than control: its conversion rate is 30% higher.");
  await expect(audit).toContainText("p-value of variant_a: not reported");
  await opens(305);
  await expect(forest).toContainText("new");
  await expect(page.getByRole("heading", { name: "Lift compared with old" })).toBeVisible();
  await expect(audit).toContainText(
    "the reported 0.5 is the difference in percentage points, not the lift. The lift is +5%",
  );
  await opens(306);
  await expect(verdict).toContainText("variant_a is worse than control: its conversion rate is 35.7% lower.");
  await expect(audit).toContainText(
    "The checkout service reports variant_a as the winner, but the conversion rate of control is higher.",
  );
  await opens(307);
  await expect(verdict).toContainText("It is too early for a verdict: control has no conversions so far");
  await expect(audit).toContainText("reports variant_z as the winner, but there is no such variant");
  await expect(forest).toContainText("not enough data");
  await opens(308);
  await expect(verdict).toContainText("variant_7 is better than control");
  await expect(forest.locator("tbody tr")).toHaveCount(11);
  await opens(303);
  await expect(page.getByRole("heading", { name: "No results yet" })).toBeVisible();
});

test("a batch of payouts is previewed, refused after a clawback, paid, and settled although the service did not respond", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/40[09]/, /50[024]/);
  await shop.countsIn("major");
  shop.chooses({ payouts: "whole" });
  const affiliate = (id: number, name: string, more: object = {}) =>
    shop.has("affiliates", {
      id,
      email: `${name}@partners.example`,
      first_name: name,
      status: "active",
      currency: "EUR",
      payout_method: "paypal",
      ...more,
    });
  const commission = (id: number, affiliate_id: number, amount: string, more: object = {}) =>
    shop.has("commissions", {
      id,
      affiliate_id,
      amount,
      currency: "EUR",
      status: "approved",
      created_at: "2026-09-01T10:00:00Z",
      ...more,
    });
  affiliate(901, "Paula");
  commission(9011, 901, "40.10");
  commission(9012, 901, "0.20");
  affiliate(902, "Blocked", { payout_method: null });
  commission(9021, 902, "12.30");
  affiliate(903, "Small", { minimum_payout: "50.00" });
  commission(9031, 903, "5.05");
  const paid = ["901", "902", "903"].map((id) => `affiliate=${id}`).join("&");
  shop.goesWrong({ on: "GET /payouts", fault: "slow", ms: 1_400 });
  const progress = page.getByRole("progressbar", { name: "Approved commissions" });
  // A busy machine may take longer to open the page than the reading takes.
  await Promise.all([
    shop.opens(`/payouts/new?${paid}`),
    expect(page.getByText("Cartwright is reading the approved commissions")).toBeVisible(),
    expect(progress).toHaveAttribute("aria-valuetext", /^\d+ of \d+ read$/),
  ]);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("Paula");
  await expect(rowsOf(page)).toContainText("€40.30");
  await expect(rowsOf(page)).toContainText("This is the first payout to this affiliate.");
  await page.getByRole("tab", { name: /^Blocked/ }).click();
  await expect(rowsOf(page)).toContainText("The affiliate has no payout method");
  await page.getByRole("tab", { name: /^Left out/ }).click();
  await expect(rowsOf(page)).toContainText("€5.05 is below the minimum payout of €50.00");
  await page.getByRole("tab", { name: /^Will be paid/ }).click();

  const total = page.getByLabel(/^Total/);
  const pay = page.getByRole("button", { name: "Make 1 payout" });
  await total.fill("40.31");
  await pay.click();
  await expect(total).toHaveAccessibleDescription("Total must be €40.30.");
  expect(shop.calls("POST /payouts")).toBe(0);
  commission(9013, 901, "10.10", { type: "clawback" });
  await total.fill("40.30");
  await pay.click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was paid" });
  await expect(refused).toContainText("commission 9013 was added");
  expect(shop.calls("POST /payouts")).toBe(0);
  await refused.getByRole("button", { name: "Refresh" }).click();
  await expect(rowsOf(page)).toContainText("€30.20");

  // The service makes the payout and does not respond, and its list cannot be read in the meantime.
  shop.goesWrong({ on: "POST /payouts", fault: "silence", when: "after" });
  await total.fill("30.20");
  await page.keyboard.press("Enter");
  await expect.poll(() => shop.effects({ resource: "payouts", action: "created" })).toBe(1);
  shop.goesWrong({ on: "GET /payouts", fault: "error", times: 1_000 });
  await expect(page).toHaveURL(/view=ours/);
  const row = rowsOf(page).filter({ hasText: "Paula" });
  await expect(row).toContainText("Outcome unknown");
  await row.getByRole("link", { name: "Paula" }).click();
  const unknown = page.getByText("The outcome of this payout is unknown");
  await expect(unknown).toBeVisible();
  await page.getByRole("button", { name: "Mark as not made" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Mark as not made" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await dialog.getByLabel("Reason").fill("Nothing at the bank.");
  await dialog.getByRole("button", { name: "Mark as not made" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The payout may still be made");
  await page.keyboard.press("Escape");
  shop.behaves();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(unknown).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Outcome recorded by");
  expect(shop.effects({ resource: "payouts" })).toBe(1);
  expect(shop.calls("POST /payouts")).toBe(1);

  await page.getByRole("link", { name: /^9\d+$/ }).click();
  await expect(page.getByRole("heading", { name: "Payout of €30.20", level: 1 })).toBeVisible();
  await expect(page.getByText("The 3 commissions add up to the payout amount, €30.20.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Record outcome" })).toHaveCount(0);
});

test("with a service that cannot check codes or change links, a tracking link is created and deleted once", {
  tag: "@long",
}, async ({ page, shop }) => {
  await shop.opens("/links");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowOf(page, "go.example/r/2")).toContainText("120");
  await expect(page.getByText("Code, Orders, Revenue, and Status are hidden")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "New link" }).click();
  await page.getByRole("combobox", { name: /Affiliate/ }).fill("Ada");
  await page.getByRole("option", { name: /Ada/ }).click();
  await page.getByLabel("Destination").fill("https://shop.example.com/cups?utm_source=own");
  const code = page.getByLabel("Code", { exact: false }).first();
  await code.fill("cups");
  await expect(code).toHaveAccessibleDescription(/cannot check whether a code is free/);
  await page.getByLabel("UTM source").fill("blog");
  await expect(page.getByTestId("link-url")).toContainText("Your affiliate service gives the link its address");
  await expect(page.getByText("The destination already contains utm_source, which is kept.")).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText("Your affiliate service cannot change a link.")).toBeVisible();
  const made = page.url().split("/").at(-1);
  await expect(page.getByTestId("link-url")).toContainText(`https://go.example/r/${made}`);
  await expect(page.getByRole("img", { name: `QR code of https://go.example/r/${made}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText("cannot list the clicks of one link")).toBeVisible();
  expect(shop.calls("GET /links/codes/:code") + shop.calls("PUT *")).toBe(0);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await toasts(page).getByRole("button", { name: "Dismiss" }).last().click();
  await expect.poll(() => shop.effects({ action: "deleted" })).toBe(1);
  expect(shop.effects()).toBe(2);

  await shop.opens("/affiliate-analytics");
  await expect(page.getByText("cannot filter by period")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("best_day");
  // How another service counts, and for which days, is not known.
  await expect(page.getByRole("main")).not.toContainText(/net of refunds|which days|on the day it was placed/);
  // A page of single clicks does not have the hours of all clicks.
  await expect(page.getByText("Clicks by hour and weekday")).toHaveCount(0);
  await page.getByRole("tab", { name: "Products" }).click();
  await expect(rowsOf(page).filter({ hasText: "Care kit" }).getByText("not reported").first()).toBeVisible();
  await page.getByRole("tab", { name: "Clicks" }).click();
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(rowsOf(page).first()).toContainText("Mira");
});

test("with a service that lists no webhook endpoints, an endpoint is created, tested and removed from Cartwright's list", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  // The endpoint hook-none does not exist.
  complaints.expect(/404/);
  await shop.opens("/webhooks");
  await expect(page.getByText("This API cannot list endpoints.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "New endpoint" }).first().click();
  await page.getByLabel("URL").fill("https://shop.example.com/hooks");
  await expect(page.getByLabel("payout.created")).toHaveCount(0);
  await page.getByLabel("order.edited").check();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByTestId("secret")).toHaveText(/^whsec_hook-/);
  await page.getByRole("button", { name: "I have stored it" }).click();

  await expect(page.getByRole("heading", { name: "shop.example.com/hooks", level: 1 })).toBeVisible();
  await expect(page.getByText("This API reports little about an endpoint.")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page)).toContainText(["Delivered", "Timed out"]);
  await expect(page.getByRole("button", { name: "Replay failed events" })).toHaveCount(0);
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("dialog").getByText("200", { exact: true })).toBeVisible();
  expect(shop.effects({ action: "tested" })).toBe(1);
  await page.keyboard.press("Escape");

  await shop.opens("/webhooks/find?search=evt-2");
  await expect(page.getByText("1 entry", { exact: true })).toBeVisible();

  await shop.opens("/webhooks");
  await expect(rowOf(page, "shop.example.com/hooks")).toContainText("Created in Cartwright");
  await page.getByRole("button", { name: "Add by ID" }).click();
  await page.getByLabel("Endpoint ID").fill("hook-none");
  await page.getByRole("button", { name: "Add endpoint", exact: true }).click();
  await expect(page.getByText("The API has no endpoint with this ID.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "shop.example.com/hooks" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Remove from this list" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});
