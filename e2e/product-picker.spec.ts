import type { Page } from "@playwright/test";
import { expect, rowOf, test, toasts } from "./fixtures.ts";

const offered = (page: Page) => page.getByLabel("Product offered");
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });

const shop = [
  {
    id: "prod_kettle",
    title: "Gooseneck kettle",
    price: 69,
    image_url: "https://shop.example.com/kettle.webp",
    variants: [
      { id: "var_black", title: "Black", price: 69, stock: 4 },
      { id: "var_steel", title: "Steel", price: 79, stock: 3 },
    ],
  },
  { id: "prod_kettle_bag", title: "Bag for a kettle", price: 12 },
  { id: "prod_grinder", title: "Hand grinder", price: 89 },
];

test.beforeEach(async ({ page }) => {
  const picture = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route("https://shop.example.com/**", (route) => route.fulfill(picture));
});

test("the first match is active as one types, and Enter takes it", async ({ page, merchant }) => {
  await merchant.api.call("PUT", "/products", { products: shop });
  await merchant.opens("/upsells/new");
  await offered(page).pressSequentially("kett");
  await expect(option(page, /Gooseneck kettle/)).toContainText("2 variants · 7 in stock · €69.00");
  await expect(page.locator("[role=option]").first()).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("[role=option]").last()).toHaveText("Use “kett” as a product ID");
  await offered(page).pressSequentially("le b");
  await expect(page.locator("[role=option]").first()).not.toContainText("Gooseneck");
  await offered(page).fill("gooseneck k");
  await expect(option(page, /Gooseneck kettle/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(offered(page)).toHaveValue("Gooseneck kettle");
  await expect(offered(page)).toHaveAccessibleDescription("prod_kettle · €69.00");
});

test("a typed word is no product until somebody says so, and is then marked as unknown everywhere", async ({
  page,
  merchant,
}) => {
  await merchant.api.call("PUT", "/products", { products: shop });
  await merchant.opens("/upsells/new");
  await page.getByLabel("Name", { exact: true }).fill("Typed");
  await page.getByLabel("Value").fill("10");
  await offered(page).fill("ketle");
  await expect(option(page, "Use “ketle” as a product ID")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await expect(page.getByText("“ketle” is not chosen yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(offered(page)).toHaveAttribute("aria-invalid", "true");
  await expect(offered(page)).toHaveValue("ketle");
  await offered(page).click();
  await page.keyboard.type("s");
  await page.keyboard.press("Backspace");
  await expect(option(page, "Use “ketle” as a product ID")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(offered(page)).toHaveAccessibleDescription(/has not sent a product with the ID “ketle”/);
  const doctor = page.getByTestId("doctor");
  await expect(doctor).toContainText("has not sent a product with the ID “ketle”");
  await expect(doctor).toContainText("so an accepted offer has no ticket, and your shop cannot charge it.");
  await expect(page.getByTestId("shopper-card")).toContainText("unknown product");
  await page.getByLabel("Trigger products").fill("kettl");
  await expect(option(page, /Gooseneck kettle/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Remove Gooseneck kettle" })).toBeVisible();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Typed", level: 1 })).toBeVisible();
  await merchant.opens("/upsells");
  await expect(rowOf(page, "Typed").getByRole("img", { name: "unknown product" })).toBeVisible();

  await merchant.opens("/upsells/new");
  await offered(page).fill("ketle");
  await expect(option(page, /ketle/)).toContainText("unknown product");
  await expect(page.locator("[role=option][aria-selected=true]")).toHaveCount(0);
});

test("the price that an offer lacks is entered where the check says so", async ({ page, merchant }) => {
  await merchant.api.call("PUT", "/products", { products: [{ id: "prod_kettle", title: "Kettle" }] });
  const { id } = await merchant.api.create({ product_id: "prod_kettle" });
  await merchant.opens("/upsells?problem=any");
  await rowOf(page, "Care kit for boots").getByRole("link").first().click();
  const doctor = page.getByTestId("doctor");
  await expect(doctor).toContainText("The price of Kettle is not known, so an accepted offer has no ticket");
  await doctor.getByRole("button", { name: "Enter price" }).click();
  await page.getByRole("textbox", { name: "Price" }).fill("69");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(doctor).not.toContainText("not known");
  await merchant.opens("/upsells?problem=price_unknown");
  await expect(page.getByRole("link", { name: "Care kit for boots" })).toHaveCount(0);
  expect(await merchant.api.find(id)).toBeDefined();
});

test("an exact ID that somebody types before the list arrives is taken when it arrives", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.api.call("PUT", "/products", { products: shop });
  await merchant.opens("/upsells/new");
  const late = Promise.withResolvers<void>();
  await page.route(/remembered\/product\?/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await offered(page).fill("prod_grinder");
  await page.getByLabel("Value").fill("10");
  await expect(page.getByText("“prod_grinder” is not chosen yet.")).toBeVisible();
  late.resolve();
  await expect(offered(page)).toHaveValue("Hand grinder");
});

test("an ID that no offer mentions any more is not suggested", async ({ page, merchant }) => {
  const { id } = await merchant.api.create({ trigger_products: ["ketle"] });
  await merchant.opens(`/upsells/${id}`);
  const triggers = page.getByLabel("Trigger products");
  await triggers.click();
  await expect(option(page, /prod_care_kit/)).toBeVisible();
  await page.getByRole("button", { name: "Remove ketle" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  await triggers.blur();
  await triggers.click();
  await expect(option(page, /ketle/)).toHaveCount(0);
  await expect(option(page, /prod_care_kit/)).toBeVisible();
});

test("words are found in their order, and what is left in the field for trigger products is not saved without a choice", async ({
  page,
  merchant,
}) => {
  const decaf = { id: "prod_decaf", title: "Decaf, 250 g", price: 9 };
  await merchant.api.call("PUT", "/products", { products: [...shop, decaf] });
  await merchant.opens("/upsells/new");
  const triggers = page.getByLabel("Trigger products");
  await triggers.fill("decaf 250");
  await expect(option(page, /Decaf, 250 g/)).toHaveAttribute("aria-selected", "true");
  await page.getByLabel("Name", { exact: true }).fill("Left");
  await offered(page).fill("decaf");
  await expect(option(page, /Decaf, 250 g/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await page.getByLabel("Value").fill("10");
  await triggers.fill("something else");
  await page.getByLabel("Value").focus();
  await expect(page.getByText("“something else” is not chosen yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(triggers).toBeFocused();
  await expect(triggers).toHaveValue("something else");
  await triggers.fill("something other");
  await expect(option(page, "Use “something other” as a product ID")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "something other" })).toContainText("unknown product");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Left", level: 1 })).toBeVisible();
});

test("several IDs that are pasted become entries, white space that is typed does not", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.api.call("PUT", "/products", { products: shop });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await merchant.opens("/upsells/new");
  const triggers = page.getByLabel("Trigger products");
  const late = Promise.withResolvers<void>();
  await page.route(/remembered\/product\?/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await triggers.pressSequentially("for a kett");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  late.resolve();
  await expect(option(page, /Bag for a kettle/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Bag for a kettle" })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText("prod_grinder sku-77\nprod_kettle"));
  await triggers.press("Control+v");
  for (const name of ["Hand grinder", "sku-77", "Gooseneck kettle"]) {
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await expect(page.getByRole("listitem").filter({ hasText: "sku-77" })).toContainText("unknown product");
});

for (const width of [1440, 390]) {
  test(`the list stays at its field as it becomes shorter and longer, ${width} pixels wide`, { tag: "@long" }, async ({
    page,
    merchant,
  }) => {
    const many = Array.from({ length: 30 }, (_, n) => ({ id: `prod_${n}`, title: `Kettle ${n}`, price: 10 + n }));
    await merchant.api.call("PUT", "/products", { products: many });
    await page.setViewportSize({ width, height: 800 });
    await merchant.opens("/upsells/new");
    const gap = async () => {
      const field = await offered(page).boundingBox();
      const list = await page.getByRole("listbox").boundingBox();
      if (!field || !list) return "no list";
      const below = Math.abs(list.y - (field.y + field.height));
      const above = Math.abs(field.y - (list.y + list.height));
      return Math.min(below, above) <= 6 && list.y >= 0 && list.y + list.height <= 800
        ? "at its field"
        : { field, list };
    };
    for (const at of [120, 400, 740]) {
      await page.evaluate(() => document.body.style.setProperty("padding-block", "800px"));
      await offered(page).evaluate((field, y) => window.scrollBy(0, field.getBoundingClientRect().top - y), at);
      await offered(page).focus();
      for (const text of ["Kettle", "Kettle 2", "Kettle 29", "Kettle 29 x", "Kettle"]) {
        await offered(page).fill(text);
        await expect(page.locator("[role=option]").first()).toBeVisible();
        await expect.poll(gap, `${text}, the field at ${at}`).toBe("at its field");
      }
      await offered(page).fill("");
    }
  });
}
