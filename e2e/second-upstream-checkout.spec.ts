import { expect, type Page, part, rowOf, rowsOf, toasts } from "./fixtures.ts";
import { App, password } from "./processes.ts";
import { test } from "./second-shop.ts";

const revenue = /^€[23],\d{3}$/;

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
  await expect(page.getByTestId("sums")).toContainText(
    "The checkout service does not report the quantities of the products.",
  );
  await page.getByRole("link", { name: "Duplicate as new" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Bundle 2 (copy)");
  await expect(page.getByRole("group", { name: "Status" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(page.getByRole("textbox", { name: "Quantity of product 1" })).toHaveAccessibleDescription(
    "Enter a quantity.",
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
  await expect(page.getByTestId("sums")).toContainText("How “tiered” changes the price is not known here.");
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
  const steps = page.locator("figure", { has: chart }).locator(".chart-steps");
  await expect(steps.first()).toBeAttached();
  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuetext", /Revenue €[\d.]+ a day on average, /);
  await expect(page.getByText(/Shown week by week for now/)).toHaveCount(0, { timeout: 90_000 });
  await expect(days(page)).toHaveCount(28);
  await expect(page.getByRole("main")).not.toContainText(/on average|not loaded yet|days loaded|add up to/);
  await expect(steps).toHaveCount(0);
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
    const figures = part(page, "Key figures");
    await expect(figures.getByRole("alert").filter({ hasText: "No key is stored yet" })).toBeVisible();
    const toSwitchOn = page.getByRole("main").getByRole("link", { name: /^Switch an offer on/ });
    await expect(toSwitchOn).toContainText("once its status is Active.");
    await expect(toSwitchOn).not.toContainText("does not report");
    await figures.getByRole("link", { name: "Open connection settings" }).click();
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
