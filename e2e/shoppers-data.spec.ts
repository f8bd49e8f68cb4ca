import { readFile } from "node:fs/promises";
import { expect, origin, test } from "./fixtures.ts";
import { tellOf } from "./shoppers.ts";

test("an owner finds a shopper, downloads the data, and erases it after entering the ID", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const occurred_at = new Date().toISOString();
  const order = { order_id: "o1", platform_order_id: "1001", customer_id: "cus-4711", total: 54 };
  await tellOf(merchant.store, [{ id: "p1", type: "order.placed", occurred_at, visitor_id: "mira-1", ...order }]);
  await merchant.opens("/settings");
  await page.getByRole("link", { name: "Shoppers’ data" }).click();

  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("mira");
  await email.press("Enter");
  await expect(email).toHaveAccessibleDescription(/Must be an email address\./);
  await email.fill("jon@example.com");
  await email.press("Enter");
  await expect(page.getByText("Nothing is stored about jon@example.com in the sandbox.")).toBeVisible();

  await page.getByText("Customer ID", { exact: true }).click();
  const customer = page.getByRole("textbox", { name: "Customer ID" });
  await customer.fill("cus-4711");
  await customer.press("Enter");
  const found = page.locator("section", { has: page.getByRole("heading", { name: "Stored about cus-4711" }) });
  await expect(found.locator("dl > div", { hasText: "Orders in the checkout service" })).toContainText("1");
  const download = page.waitForEvent("download");
  await found.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`shopper-${merchant.store}-sandbox.json`);
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ orders: [{ id: "o1" }] });

  await found.getByRole("button", { name: "Erase shopper" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Erase this shopper’s data?" });
  await expect(dialog.getByRole("button", { name: "Erase shopper" })).toBeDisabled();
  await expect(dialog).toContainText("Orders and their amounts stay");
  await dialog.getByRole("textbox").fill("cus-4711");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The shopper was erased from \d+ entries\.$/)).toBeVisible();
  await customer.press("Enter");
  await expect(page.getByText("Nothing is stored about cus-4711 in the sandbox.")).toBeVisible();

  await merchant.opens("/activity");
  await expect(page.getByRole("main")).toContainText("Erased the data of a shopper");
  const analyst = await merchant.as("analyst");
  await analyst.opens("/settings/shoppers");
  await expect(analyst.page.getByText("Only an owner can export or erase a shopper’s data.")).toBeVisible();
  const asked = { headers: { origin }, data: { customer_id: "cus-4711" } };
  const address = `/api${merchant.base}/desk/shoppers/erase`;
  expect((await analyst.page.context().request.post(address, asked)).status()).toBe(403);
});
