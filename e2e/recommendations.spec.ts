import { noBarriers } from "./barriers.ts";
import { admin, expect, type Merchant, test, toasts } from "./fixtures.ts";

const products = [
  { id: "prod_boots", title: "Boots", price: 80, categories: ["Shoes"] },
  { id: "prod_wax", title: "Wax", price: 8, categories: ["Care"] },
  { id: "prod_laces", title: "Laces", price: 5, categories: ["Care"] },
];
const has = (merchant: Merchant) => merchant.api.call("PUT", "/products", { products });
const sells = async ({ store }: Merchant) => {
  await admin("orders", store, "prod_boots,prod_wax", "8");
  await admin("orders", store, "prod_boots", "12");
  await admin("orders", store, "prod_laces", "12");
};

test("an offer is of a category's best seller or of what is bought together, as it was entered", async ({
  page,
  merchant,
}) => {
  await has(merchant);
  await sells(merchant);
  await merchant.opens("/upsells/products");
  await expect(page.getByRole("row", { name: /Laces/ })).toContainText("Care");
  await merchant.opens("/upsells/new");
  await page.getByLabel("Name", { exact: true }).fill("Goes with it");
  await page.getByRole("radio", { name: "Best seller of a category" }).check();
  const fallback = page.getByLabel("Product if nothing can be recommended");
  await fallback.fill("laces");
  await expect(page.getByRole("option", { name: /Laces/ })).toBeVisible();
  await fallback.press("Enter");
  await page.getByLabel("Value").fill("10");
  const create = page.getByRole("button", { name: "Create offer" });
  await create.click();
  const category = page.getByLabel("Category", { exact: true });
  await expect(category).toHaveAccessibleDescription(/Enter the category whose best seller is offered\.$/);
  await category.fill("Care");
  await expect(page.getByTestId("sentence")).toContainText(
    "offer the best seller of Care (otherwise Laces) at 10% off",
  );
  await noBarriers(page);
  await create.click();
  await expect(page.getByRole("heading", { name: "Goes with it", level: 1 })).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";
  expect(await merchant.api.find(id)).toMatchObject({
    product_id: "prod_laces",
    recommendation: { kind: "best_seller", category: "Care" },
  });

  await page.getByRole("radio", { name: "Bought together with what is in the cart" }).check();
  await expect(category).toBeHidden();
  const never = page.getByLabel("Never recommend");
  await never.fill("boots");
  await expect(page.getByRole("option", { name: /Boots/ })).toBeVisible();
  await never.press("Enter");
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(id)).toMatchObject({
    recommendation: { kind: "bought_together", exclude: ["prod_boots"] },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);

  await page.getByRole("button", { name: "Who sees this?" }).click();
  const dialog = page.getByRole("dialog", { name: "Who sees “Goes with it”?" });
  const cart = dialog.getByLabel("Products in the cart");
  await cart.fill("boots");
  await expect(page.getByRole("option", { name: /Boots/ })).toBeVisible();
  await cart.press("Enter");
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByTestId("why")).toContainText("It offers Wax, bought together with Boots in 8 of 20 orders.");
  await page.keyboard.press("Escape");
  await merchant.opens("/upsells");
  await expect(page.getByRole("row", { name: /Goes with it/ })).toContainText("Bought together");

  await merchant.opens(`/upsells/${id}`);
  await page.getByRole("radio", { name: "A fixed product" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(id)).toMatchObject({ recommendation: {} });
});

test("a proposal says what it rests on, and becomes a draft in a click", async ({ page, merchant }) => {
  await has(merchant);
  await merchant.opens("/upsells");
  await page.getByRole("link", { name: "Proposals" }).click();
  await expect(page.getByRole("heading", { name: "No proposals yet" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("at least 5 times, more often than by chance");
  await noBarriers(page);
  await sells(merchant);
  await page.reload();
  const row = page.getByRole("row", { name: /^Wax/ });
  await expect(row).toContainText("in 8 of 20 orders");
  await expect(row).toContainText("cannot be estimated");
  await expect(page.getByRole("main")).toContainText(
    "once 5 of your offers were shown 100 times or more within 90 days",
  );
  await noBarriers(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
  await page.getByRole("link", { name: "Draft an offer: Wax with Boots in the cart" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wax");
  await expect(page.getByLabel("Product offered")).toHaveValue("Wax");
  await page.getByLabel("Value").fill("10");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Wax", level: 1 })).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";
  expect(await merchant.api.find(id)).toMatchObject({
    ...{ name: "Wax", product_id: "prod_wax", trigger_products: ["prod_boots"], status: "draft" },
    discount: { type: "percentage", value: 10 },
  });
});
