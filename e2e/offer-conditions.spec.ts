import type { Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, test, toasts } from "./fixtures.ts";

const said = (page: Page) => page.getByTestId("conditions");
const open = (page: Page) => page.getByText("Set conditions").click();

test("an offer is limited to shoppers, days and numbers, says so in sentences, and is saved as it was entered", async ({
  page,
  merchant,
}) => {
  const discount = { type: "percentage", value: 15 };
  const draft = { name: "A grinder", product_id: "prod_grinder", discount, placement: "cart", status: "active" };
  const { id } = await merchant.api.create({ ...draft, trigger_products: [] });
  await merchant.opens(`/upsells/${id}`);
  await expect(said(page)).toHaveText("All visitors see it.");
  await open(page);
  await page.getByLabel("Share of visitors").fill("50");
  await page.getByLabel("New or returning").selectOption("Only new visitors");
  await page.getByRole("combobox", { name: "Device", exact: true }).selectOption("Only phones");
  const countries = page.getByLabel("Countries", { exact: true });
  await countries.fill("germ");
  await countries.press("Enter");
  await page.getByLabel("Cart value from").fill("20");
  await page.getByLabel("First day").fill("2030-05-01");
  await page.getByLabel("Last day").fill("2030-05-31");
  await page.getByLabel("Friday").check();
  await page.getByLabel("Daily from").fill("18:00");
  await page.getByLabel("Accepted in all").fill("100");
  await page.getByLabel("Priority").fill("7");
  await expect(said(page)).toHaveText(
    "50% of the new visitors on phones see it if they are in Germany and their cart is worth at least €20.00. " +
      "The first day is May 1, 2030. The last day is May 31, 2030. It is shown on Friday only. " +
      "Days and times are those of Europe/Berlin. It is accepted at most 100 times in all. Its priority is 7 of 100.",
  );
  await noBarriers(page);

  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByLabel("Daily until")).toHaveAccessibleDescription("Enter when the offer ends on each day.");
  await page.getByLabel("Daily until").fill("22:00");
  await save.click();
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(id)).toMatchObject({
    priority: 7,
    share_percent: 50,
    audience: { visitors: "new", device: "mobile", countries: ["DE"], cart_min: 20 },
    schedule: {
      starts_at: "2030-04-30T22:00:00.000Z",
      ends_at: "2030-05-31T22:00:00.000Z",
      weekdays: ["friday"],
      daily_from: "18:00",
      daily_until: "22:00",
    },
    limits: { accepted_in_all: 100 },
  });

  await page.reload();
  await expect(said(page)).toContainText("It is shown from 18:00 to 22:00.");
  await open(page);
  await page.getByRole("combobox", { name: "Device", exact: true }).selectOption("All devices");
  await page.getByLabel("First day").fill("");
  await save.click();
  await expect(toasts(page)).toContainText("Saved");
  const saved = (await merchant.api.find(id)) as Record<string, unknown>;
  expect(saved.audience).toEqual({ visitors: "new", countries: ["DE"], cart_min: 20 });
  expect(saved.schedule).not.toHaveProperty("starts_at");
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
});

test("a merchant asks whether a shopper sees an offer, and reads what keeps it from them", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const products = [
    { id: "prod_grinder", title: "Hand grinder", price: 89 },
    { id: "prod_beans", title: "House blend", price: 12 },
  ];
  await merchant.api.call("PUT", "/products", { products });
  const discount = { type: "percentage", value: 15 };
  const draft = { product_id: "prod_grinder", discount, placement: "cart", status: "active" };
  const limited = { audience: { countries: ["DE"] }, trigger_products: ["prod_beans"], priority: 5 };
  const { id } = await merchant.api.create({ ...draft, ...limited, name: "A grinder" });
  await merchant.api.create({ ...draft, trigger_products: [], name: "For everybody" });

  await merchant.opens(`/upsells/${id}`);
  await page.getByRole("button", { name: "Who sees this?" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Close" }).last()).toHaveText("Close");
  const dialog = page.getByRole("dialog", { name: "Who sees “A grinder”?" });
  const answer = dialog.getByTestId("why");
  const check = dialog.getByRole("button", { name: "Check" });
  await check.click();
  await expect(answer).toContainText("This shopper does not see the offer.");
  await expect(answer).toContainText("The cart contains none of its trigger products. They see For everybody instead.");
  const cart = dialog.getByLabel("Products in the cart");
  await cart.fill("house");
  await expect(page.getByRole("option", { name: /House blend/ })).toBeVisible();
  await cart.press("Enter");
  // The answer was about another shopper.
  await expect(answer).toBeHidden();
  await check.click();
  await expect(answer).toContainText("The country is another one, or unknown.");
  await dialog.getByLabel("Country").selectOption("Germany");
  await check.click();
  await expect(answer).toHaveText("This shopper sees the offer.");
  await noBarriers(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
