import type { Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, part, test } from "./fixtures.ts";
import { callStorefront } from "./shoppers.ts";

const panelOf = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "What your shop charged" }) });

test("a merchant sees which tickets the shop redeemed, at which price, and which were refused", async ({
  page,
  merchant,
  complaints,
}) => {
  // The shop has not reported the order itself.
  complaints.expect(/status of 404/);
  const products = [{ id: "prod_grinder", title: "Hand grinder", price: 89 }];
  await merchant.api.call("PUT", "/products", { products });
  const discount = { type: "percentage", value: 15 };
  const sold = { name: "A grinder", product_id: "prod_grinder", discount, placement: "cart", status: "active" };
  const offer = await merchant.api.create({ ...sold, trigger_products: [] });

  type Ticket = { id: string; status: number };
  const accept = (visitor_id: string) =>
    callStorefront<Ticket>(merchant.store, "/tickets", { upsell_id: offer.id, visitor_id, placement: "cart" }, "page");
  const redeem = (ticket: Ticket, order_id: string, charged?: number) => {
    const sale = { order_id, platform_order_id: order_id, charged };
    return callStorefront<Ticket>(merchant.store, `/tickets/${ticket.id}/redeem`, sale, "server");
  };
  const [first, second] = [await accept("visitor_1"), await accept("visitor_2"), await accept("visitor_3")];
  expect((await redeem(first, "order_1")).status).toBe(200);
  expect((await redeem(second, "order_2", 80)).status).toBe(200);
  expect((await redeem(first, "order_3")).status).toBe(409);

  await merchant.opens();
  await part(page, "Key figures").getByRole("link", { name: "Show today" }).click();
  await expect(page).toHaveURL(/range=today/);
  await expect(page.getByText("Today is not included.")).toHaveCount(0);
  await merchant.opens(`/upsells/${offer.id}/results`);
  await expect(page.getByText("Today is not included.")).toBeVisible();
  await page.getByRole("button", { name: "Show today" }).click();
  await expect(page.getByText(/is not over yet, so the figures for that day are incomplete/)).toBeVisible();
  const panel = panelOf(page);
  await expect(panel).toContainText(
    "Your shop charged €155.65 for 2 redeemed tickets. Shoppers were promised €151.30.",
  );
  await expect(panel).toContainText("1 ticket was charged at another price than promised.");
  const rows = panel.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "order_2" })).toContainText("€75.65€80.00");
  await expect(rows.filter({ hasText: "order_1" })).toContainText("Refused to order order_3: already redeemed");
  await panel.getByLabel("Show").selectOption("Open (1)");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("—€75.65—");
  await panel.getByLabel("Show").selectOption("Expired unused (0)");
  await expect(panel).toContainText("None of this period’s tickets match.");
  await noBarriers(page);

  await merchant.opens("/settings/shop");
  await expect(rows).toHaveCount(3);
  await panel.getByRole("radio", { name: "7 days" }).check({ force: true });
  await expect(panel.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(rows).toHaveCount(3);
  await panel.getByLabel("Show").selectOption("Charged at another price (1)");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link", { name: "A grinder" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows).toContainText("€80.00");
  await noBarriers(page);
  await rows.getByRole("link", { name: "order_2" }).click();
  await expect(page).toHaveURL(/\/orders\/order_2$/);
});

test("a shop that made no ticket is told when one is made", async ({ page, merchant }) => {
  await merchant.opens("/settings/shop");
  await expect(panelOf(page)).toContainText("The script for shops asks for one when a shopper accepts an offer.");
});
