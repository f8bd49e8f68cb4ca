import { noBarriers } from "./barriers.ts";
import { expect, test, toasts } from "./fixtures.ts";

test("an offer of several pieces is set up by keyboard, previewed with its total, and a wrong entry is said at its field", async ({
  page,
  merchant,
}) => {
  await merchant.api.call("PUT", "/products", { products: [{ id: "prod_cup", title: "Cup", price: 3.35 }] });
  const discount = { type: "percentage", value: 10 };
  const draft = { name: "Cups", product_id: "prod_cup", discount, placement: "cart", status: "active" };
  const { id } = await merchant.api.create({ ...draft, trigger_products: [] });
  await merchant.opens(`/upsells/${id}`);
  const card = page.getByTestId("shopper-card");
  await expect(card).toContainText("Cup€3.35€3.02");
  await page.getByLabel("Pieces offered").focus();
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Most pieces")).toHaveAccessibleDescription(
    /Must not be less than the lowest quantity\./,
  );
  await page.getByLabel("Most pieces").fill("5");
  await expect(card).toContainText("3–5 × Cup€10.05€9.06");
  await expect(page.getByTestId("sentence")).toContainText("offer 3–5 × Cup at 10% off");
  await noBarriers(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(id)).toMatchObject({ quantity: { least: 3, most: 5 } });
  await page.reload();
  await expect(page.getByLabel("Most pieces")).toHaveValue("5");
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
});

test("the offers of a product that is sold out are found, and the check says why they are not shown", async ({
  page,
  merchant,
}) => {
  const variants = [{ id: "s", stock: 0 }];
  await merchant.api.call("PUT", "/products", { products: [{ id: "prod_cup", title: "Cup", price: 3, variants }] });
  const discount = { type: "percentage", value: 10 };
  const draft = { name: "Cups", product_id: "prod_cup", discount, placement: "cart", status: "active" };
  await merchant.api.create({ ...draft, trigger_products: [] });
  const schedule = { ends_at: "2026-01-01T00:00:00.000Z" };
  const over = await merchant.api.create({ ...draft, name: "Over", product_id: "prod_tin", trigger_products: ["x"] });
  await merchant.api.call("PUT", `/upsells/${over.id}`, { schedule });
  await merchant.opens("/upsells?problem=over");
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveText([/Over/]);
  await merchant.opens("/upsells?problem=sold_out");
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveText([/Cups/]);
  await page.getByRole("link", { name: "Cups" }).click();
  await expect(page.getByTestId("doctor")).toContainText("Cup is sold out, so the offer is not shown.");
});

test("the list of products shows what they cost before and whether prices contain tax, also from a file", async ({
  page,
  merchant,
}) => {
  const csv = "id,name,price,compare_at_price,tax_included,currency\nprod_mug,Mug,12.50,15.00,true,EUR";
  await merchant.opens("/upsells/products/import");
  await page.getByLabel("Or paste the contents").fill(csv);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(toasts(page)).toContainText("1 product was imported.");
  const row = page.getByRole("row", { name: /Mug/ });
  await expect(row).toContainText("€15.00€12.50incl. tax");
  // Editing the name keeps what the dialog does not show.
  await row.getByRole("button", { name: "Mug", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Large mug");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Large mug/ })).toContainText("€15.00€12.50incl. tax");
});
