import { expect, origin, type Page, part, signIn, test, toasts } from "./fixtures.ts";
import { tellOf } from "./shoppers.ts";

const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();

test("the overview of a new store shows the first steps and the key figures of its first orders", async ({
  page,
  merchant,
  complaints,
}) => {
  await merchant.opens();
  const steps = part(page, "Getting started");
  await expect(steps).toContainText("0 of 6 done");
  await expect(page.getByText("Nothing is waiting for a decision.")).toBeVisible();
  const figures = part(page, "Key figures");
  await expect(figures).toContainText("no orders");

  const offer = await merchant.api.create({ name: "Care kit", status: "active" });
  await merchant.api.create({ name: "Draft kit" });
  const { product_id: beans } = offer;
  await merchant.api.call("POST", "/bundles", {
    name: "Set",
    type: "fixed",
    products: [{ product_id: beans, quantity: 2 }],
    pricing: { type: "percentage_off", value: 10 },
  });
  const product = { id: "prod_kit", title: "Kit for boots", variant_id: "v", price: 20 };
  const order = (id: string, ago: number) => ({
    order_id: id,
    platform_order_id: id,
    customer_id: "cus_1",
    occurred_at: hours(ago),
  });
  await tellOf(merchant.store, [
    { id: "p1", type: "order.placed", total: 100, ...order("o1", 30) },
    { id: "p2", type: "order.placed", total: 50, ...order("o2", 30) },
    { id: "p3", type: "order.placed", total: 100, ...order("o3", 30 + 7 * 24) },
    { id: "s1", type: "offer.shown", upsell_id: offer.id, occurred_at: hours(30) },
    {
      id: "a1",
      type: "offer.accepted",
      upsell_id: offer.id,
      product,
      final_price: 15,
      ...order("o1", 30),
      discount: { type: "percentage", value: 25, amount: 5 },
    },
  ]);

  await merchant.opens();
  await expect(steps).toContainText("4 of 6 done");
  await expect(steps).toContainText("You have 2 offers.");
  await expect(steps).toContainText("You have 1 bundle.");
  const offers = page.getByRole("link", { name: /1 offer not switched on/ });
  await expect(offers).toContainText("of 2 offers");
  const tile = (label: string) =>
    figures.locator("div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
  await page.getByRole("radio", { name: "7 days" }).check({ force: true });
  await expect(page).toHaveURL(/range=7d/);
  await expect(tile("Revenue")).toContainText("€150.00");
  await expect(tile("Revenue")).toContainText("Up+50.0%");
  await expect(tile("Revenue")).toContainText("was €100.00");
  await expect(tile("Revenue from offers")).toContainText("€15.00");
  await expect(tile("Share of revenue")).toContainText("+10.0 points");
  await expect(tile("Average order value")).toContainText("Down−25.0%");
  await expect(tile("Orders with upsells")).toContainText("of 2 orders");
  await expect(figures).toContainText("(the same weekdays)");
  await expect(figures).not.toContainText(/so far|for now|days loaded/);
  await expect(
    tile("Revenue").getByRole("img", { name: /^Revenue by day.*lowest €0\.00, highest €150\.00/ }),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: "28 days" })).toBeChecked();

  // Key figures that cannot be loaded leave the other parts of the page.
  complaints.expect(/500/);
  await page.route("**/checkout/analytics/metrics?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("radio", { name: "91 days" }).check({ force: true });
  await expect(figures.getByRole("alert").filter({ hasText: "The request failed" })).toBeVisible();
  await expect(offers).toBeVisible();
  // News makes the screen load by itself, too, so requests wait here until the button is pressed.
  const again = figures.getByRole("button", { name: "Try again" });
  await again.click({ trial: true });
  const pressed = Promise.withResolvers<void>();
  await page.route("**/checkout/analytics/metrics?*", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await again.dispatchEvent("click");
  pressed.resolve();
  await expect(tile("Revenue")).toContainText("€250.00");

  const hides = () => steps.getByRole("button", { name: "Hide this list" }).click();
  await hides();
  await expect(steps).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(steps).toContainText("4 of 6 done");
  await hides();
  await page.reload();
  await expect(offers).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Show “Getting started”" }).click();
  await expect(steps).toContainText("4 of 6 done");
  const colleague = await merchant.as("merchant");
  await colleague.opens();
  await expect(part(colleague.page, "Getting started")).toContainText("4 of 5 done");
});

test("pending decisions are shown with their amounts, and only to the roles that take them", async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens();
  const steps = part(page, "Getting started");
  await expect(steps).toContainText("0 of 6 done");
  for (const step of ["Create the first offer", "Create the first bundle", "Add the first affiliate"]) {
    await expect(steps.getByRole("listitem").filter({ hasText: step })).toContainText(
      "So far there are only the examples of the demo shop.",
    );
  }
  await expect(steps).toContainText("Only examples of the demo shop are switched on.");
  await merchant.api.create({ name: "My own", status: "active" });
  await page.reload();
  await expect(steps).toContainText("2 of 6 done");
  const waiting = part(page, "Waiting for you");
  await expect(waiting).toContainText(/\d+ commissions to review/);
  await expect(waiting).toContainText(/worth €[\d,.]+ and \$[\d,.]+/);
  await expect(waiting).toContainText("ledger.example");
  await expect(waiting).toContainText(/\d+ offers not switched on/);
  const notices = part(page, "Notices");
  await expect(notices).toContainText("The endpoint was paused.");
  await expect(notices.getByRole("link", { name: /The endpoint was paused/ }).first()).toHaveAttribute(
    "href",
    /\/webhooks\/whk_[\w-]+$/,
  );
  const paused = notices.getByRole("button", { name: /Dismiss the notice: The endpoint was paused/ });
  await paused.click();
  await expect(paused).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);

  const manager = await merchant.as("affiliate_manager");
  await manager.opens();
  await expect(manager.page.getByText(/\d+ commissions to review/)).toBeVisible();
  for (const gone of ["Key figures", "Getting started", "Notices"]) {
    await expect(part(manager.page, gone)).toHaveCount(0);
  }
});

const headings = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const usual = [
  "Key figures",
  "Waiting for you",
  "Notices",
  "Revenue by day",
  "Best and worst offers",
  "Running experiments",
  "Latest orders",
  "Brought by affiliates",
];
const numberIn = (text: string | null) => Number(/[\d,]+(\.\d+)?/.exec(text ?? "")?.[0].replaceAll(",", ""));

test("the first response of the overview has every figure of its parts, and they agree with each other and with the screens that they lead to", {
  tag: "@long",
}, async ({ browser, page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.calls("PUT", "/personal/dismissed", { id: "checklist" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/.*\/(checkout|affiliate)\//.test(request.url())) asked.push(request.url());
  });
  await merchant.opens();
  await expect(part(page, "Revenue by day").locator(".recharts-area-curve")).toHaveCount(1);
  expect(asked).toEqual([]);

  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: origin });
  const still = await context.newPage();
  await still.goto(merchant.base);
  await expect(headings(still)).toHaveText(usual);

  const revenue = part(still, "Revenue by day");
  const days = revenue.locator("tbody tr");
  await expect(days).toHaveCount(28);
  const sum = async (column: number) => {
    const cells = await days.locator(`:nth-child(${column})`).allTextContents();
    return cells.reduce((all, text) => all + numberIn(text), 0);
  };
  const tile = (label: string) =>
    part(still, "Key figures").locator("dl > div", { has: still.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
  const figure = async (label: string) => numberIn(await tile(label).locator("dd > span").first().textContent());
  expect(Math.abs((await sum(2)) - (await figure("Revenue")))).toBeLessThan(1);
  expect(Math.abs((await sum(3)) - (await figure("Revenue from offers")))).toBeLessThan(1);
  await expect(revenue).toContainText(`${await figure("Share of revenue")}% of the revenue came from offers.`);

  const offers = part(still, "Best and worst offers").locator("tbody tr");
  await expect(offers.filter({ hasText: "Best" })).toHaveCount(3);
  await expect(offers.filter({ hasText: "Worst" })).toHaveCount(3);
  const rates = (await offers.locator("td").allTextContents()).map(numberIn);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  const [best = ""] = await offers.first().getByRole("link").allTextContents();
  const rate = (await offers.first().locator("td").textContent()) ?? "";
  const shown = /shown ([\d,]+) times(€[\d,.]+\d)/.exec((await offers.first().textContent()) ?? "") ?? [];

  const experiments = part(still, "Running experiments").locator("tbody tr");
  await expect(experiments.filter({ hasText: /[−+][\d.]+% to [−+][\d.]+%.*Read /s })).not.toHaveCount(0);

  const orders = part(still, "Latest orders").locator("tbody tr");
  await expect(orders).toHaveCount(5);
  const newest = await orders.getByRole("link").allTextContents();

  const affiliates = part(still, "Brought by affiliates");
  const earned = await affiliates.locator("dd > span:first-child").allTextContents();
  expect(earned.length).toBeGreaterThanOrEqual(4);

  const follow = async (from: string, link: string) => {
    await still.goto(merchant.base);
    await part(still, from).getByRole("link", { name: link, exact: true }).click();
  };
  await follow("Best and worst offers", "All offers in figures");
  const reported = still.getByRole("row").filter({ has: still.getByRole("link", { name: best, exact: true }) });
  for (const text of [rate, shown[1], shown[2]]) await expect(reported).toContainText(text ?? "not shown");
  await follow("Latest orders", "All orders");
  await expect(still.locator("tbody tr")).not.toHaveCount(0);
  expect((await still.locator("tbody tr").getByRole("link").allTextContents()).slice(0, 5)).toEqual(newest);
  await follow("Brought by affiliates", "Performance");
  for (const text of earned.filter((one) => /\d/.test(one))) {
    await expect(still.getByRole("main").locator("dl").first()).toContainText(text);
  }
  await follow("Running experiments", "All running experiments");
  await expect(still).toHaveURL(/\/experiments\?status=running/);
  await context.close();
});

test("a person arranges the overview with the keyboard, and finds it so in both modes and in another browser", {
  tag: "@long",
}, async ({ browser, page, merchant }) => {
  const first = ["Key figures", "Waiting for you", "Revenue by day", "Best and worst offers"];
  const last = ["Running experiments", "Latest orders", "Brought by affiliates"];
  await merchant.calls("PUT", "/personal/dismissed", { id: "checklist" });
  await merchant.opens();
  await expect(headings(page)).toHaveText([...first, ...last]);

  const opens = async () => {
    await page.getByRole("button", { name: "Arrange", exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const dialog = page.getByRole("dialog", { name: "Arrange the overview" });
  const press = async (name: string, times = 1) => {
    const button = dialog.getByRole("button", { name, exact: true });
    await button.focus();
    for (let time = 0; time < times; time++) {
      await page.keyboard.press("Enter");
      await expect(button).toBeFocused();
    }
  };
  await opens();
  await press("Move “Latest orders” up", 4);
  await expect(dialog.getByRole("status")).toHaveText("Latest orders is now number 2 of 7.");
  await press("Move “Key figures” down");
  // At an end of the list, nothing happens.
  await press("Move “Latest orders” up", 2);
  await dialog.getByRole("checkbox", { name: "Best and worst offers" }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Arrange", exact: true })).toBeFocused();

  const mine = [
    "Latest orders",
    "Key figures",
    "Waiting for you",
    "Revenue by day",
    "Running experiments",
    "Brought by affiliates",
  ];
  await expect(headings(page)).toHaveText(mine);
  await page.reload();
  await expect(headings(page)).toHaveText(mine);
  await page.setViewportSize({ width: 1440, height: 900 });
  const boxes = await Promise.all(mine.map((title) => part(page, title).boundingBox()));
  const [orders, figures, waiting, revenue, experiments, affiliates] = boxes;
  // Every row is full: one part alone, or two beside each other.
  expect(orders?.width).toBe(figures?.width);
  expect([waiting?.y, waiting?.height]).toEqual([revenue?.y, revenue?.height]);
  expect(revenue?.x).toBeGreaterThan((waiting?.x ?? 0) + (waiting?.width ?? 0));
  expect((revenue?.x ?? 0) + (revenue?.width ?? 0)).toBe((figures?.x ?? 0) + (figures?.width ?? 0));
  expect(experiments?.y).toBe(affiliates?.y);

  const tab = await page.context().newPage();
  await tab.goto(merchant.base);
  await expect(headings(tab)).toHaveText(mine);
  const elsewhere = await browser.newContext({ baseURL: origin });
  await signIn(elsewhere, merchant.email);
  const other = await elsewhere.newPage();
  await other.goto(`/${merchant.store}/live`);
  await expect(headings(other)).toHaveText(["Getting started", ...mine]);
  await elsewhere.close();
  const colleague = await merchant.as("analyst");
  await colleague.opens();
  await expect(headings(colleague.page)).toHaveText([...first, ...last]);

  await opens();
  await press("Reset");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(headings(page)).toHaveText([...first, ...last]);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(headings(page)).toHaveText(mine);
  await page.reload();
  await expect(headings(page)).toHaveText(mine);

  await opens();
  await expect(dialog).toBeVisible();
  for (const box of await dialog.getByRole("checkbox").all()) await box.setChecked(false);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "The overview shows nothing" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "28 days" })).toHaveCount(0);
});

test("each role sees the parts that it may read", { tag: "@long" }, async ({ merchant }) => {
  const seen = async (role: Parameters<typeof merchant.as>[0]) => {
    const person = await merchant.as(role);
    await person.opens();
    const titles = await headings(person.page).allTextContents();
    await expect(person.page.getByRole("radio", { name: "28 days" })).toBeVisible();
    await expect(person.page.getByRole("main").getByRole("alert")).toHaveCount(0);
    return titles.filter((title) => title !== "Getting started");
  };
  const all = usual.filter((title) => title !== "Notices");
  expect(await seen("analyst")).toEqual(all);
  expect(await seen("merchant")).toEqual(all.slice(0, -1));
  expect(await seen("affiliate_manager")).toEqual(["Waiting for you", "Brought by affiliates"]);
});

test("every part of an empty overview says why it is empty and leads on, and one that fails leaves the others", async ({
  page,
  merchant,
  complaints,
}) => {
  await merchant.opens();
  const leads = async (title: string, says: string, link: string, to: RegExp) => {
    await expect(part(page, title)).toContainText(says);
    await expect(part(page, title).getByRole("link", { name: link, exact: true })).toHaveAttribute("href", to);
  };
  await leads("Revenue by day", "Your shop has not reported anything yet", "Connect your shop", /\/settings\/shop$/);
  await leads("Best and worst offers", "No offer was shown 100 times", "Show the offers", /\/upsells$/);
  await leads("Running experiments", "No experiment is running", "New experiment", /\/experiments\/new$/);
  await leads("Latest orders", "No orders yet", "Connect your shop", /\/settings\/shop$/);
  await leads("Brought by affiliates", "No clicks or orders", "Show the affiliates", /\/affiliates$/);

  complaints.expect(/500/);
  const report = "**/checkout/analytics/reports/upsell_performance?*";
  await page.route(report, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("radio", { name: "91 days" }).check({ force: true });
  const offers = part(page, "Best and worst offers");
  await expect(offers.getByRole("alert")).toContainText("The request failed");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await expect(part(page, "Latest orders")).toContainText("No orders yet");
  await page.unroute(report);
  await offers.getByRole("button", { name: "Try again" }).click();
  await expect(offers).toContainText("No offer was shown 100 times");
});
