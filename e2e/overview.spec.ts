import { expect, part, test, toasts } from "./fixtures.ts";
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
  await expect(page.getByRole("alert").filter({ hasText: "The request failed" })).toBeVisible();
  await expect(offers).toBeVisible();
  // News makes the screen load by itself, too, so requests wait here until the button is pressed.
  const again = page.getByRole("button", { name: "Try again" });
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
