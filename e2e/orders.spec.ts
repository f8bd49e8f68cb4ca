import { expect, rowOf, rowsOf, test } from "./fixtures.ts";
import { tellOf } from "./shoppers.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 9, 5, 9, minute)).toISOString();

test("an order is found by either ID and shows its accepted offers and its edits", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/404/);
  await merchant.opens();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  const form = page.getByRole("search", { name: "Look up an order" });
  const id = form.getByLabel("Order ID");
  await form.getByRole("button", { name: "Look up" }).click();
  await expect(id).toHaveAccessibleDescription(/Enter an order ID/);
  await id.fill("no such/order");
  await id.press("Enter");
  await expect(id).toHaveAccessibleDescription(/accepts only letters/);
  await id.fill("ord_none");
  await id.press("Enter");
  await expect(page.getByRole("heading", { name: "No order with the ID ord_none" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);

  const offer = await merchant.api.create({ name: "Care kit", status: "active" });
  const order = { order_id: "ord_7", platform_order_id: "#1007", customer_id: "cus_1" };
  const product = { id: "prod_kit", title: "Kit for boots", variant_id: "v", price: 20 };
  const discount = { type: "percentage", value: 15, amount: 3 };
  await tellOf(merchant.store, [
    { id: "e1", type: "order.placed", occurred_at: at(0), total: 80, experiment_variant: "variant_b", ...order },
    {
      id: "e2",
      type: "offer.accepted",
      occurred_at: at(1),
      upsell_id: offer.id,
      product,
      discount,
      final_price: 17,
      ...order,
    },
  ]);

  await form.getByLabel("Order ID").fill("#1007");
  await form.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { name: "#1007", level: 1 })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("€17.00");
  await expect(main).toContainText("variant_b");
  const entries = main.getByRole("listitem").filter({ has: page.locator("time") });
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText("Offer accepted: Care kit");
  await expect(entries.last()).toContainText("Kit for boots for €17.00");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy order id" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ord_7");

  await tellOf(merchant.store, [
    {
      id: "e3",
      type: "order.edited",
      occurred_at: at(2),
      edit_type: "add_items",
      amount_changed: 14,
      changes: { items_added: [{ product_id: "p", quantity: 1, price: 14 }] },
      new_total: 111,
      ...order,
    },
  ]);
  await expect(entries).toHaveCount(3);
  await expect(entries.last()).toContainText("+€14.00, new total €111.00");
  await entries.last().getByText("Payload").click();
  await expect(entries.last()).toContainText('"edit_type": "add_items"');

  await page.getByRole("link", { name: "Care kit" }).click();
  await expect(page.getByRole("heading", { name: "Care kit", level: 1 })).toBeVisible();
  await merchant.opens("/orders");
  await expect(rowOf(page, "#1007")).toContainText("€17.00");
  const opened = page.getByRole("region", { name: "Recently opened" });
  await expect(opened.getByRole("link")).toHaveText(["#1007"]);
  await form.getByLabel("Order ID").pressSequentially("100");
  await page.getByRole("option", { name: /#1007/ }).click();
  await expect(page.getByRole("heading", { name: "#1007", level: 1 })).toBeVisible();

  const analyst = await merchant.as("analyst");
  await analyst.opens("/orders");
  await expect(rowsOf(analyst.page)).toHaveCount(1);
  await expect(analyst.page.getByRole("region", { name: "Recently opened" }).getByRole("link")).toHaveCount(0);
});

test("an order that is not found by its number as it was entered is offered by its other spellings", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/404/);
  const placed = { type: "order.placed", occurred_at: at(0), total: 80 };
  await tellOf(merchant.store, [
    { id: "e1", ...placed, order_id: "ord_8", platform_order_id: "#KC-1008" },
    { id: "e2", ...placed, order_id: "ord_9", platform_order_id: "1009" },
  ]);
  await merchant.opens("/orders/kc-1008");
  await expect(page.getByText("This order has a similar ID:")).toBeVisible();
  await page.getByRole("link", { name: "#KC-1008" }).click();
  await expect(page.getByRole("heading", { name: "#KC-1008", level: 1 })).toBeVisible();
  await merchant.opens(`/orders/${encodeURIComponent("#1009")}`);
  await page.getByRole("link", { name: "1009", exact: true }).click();
  await expect(page.getByRole("heading", { name: "1009", level: 1 })).toBeVisible();
});
