import type { Page } from "@playwright/test";
import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, test, toasts } from "./fixtures.ts";
import { openShopPage, type ShopPage } from "./shop-page.ts";

let shop: ShopPage | undefined;
test.afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const card = (page: Page) => page.getByTestId("shopper-card");

async function sells(merchant: Merchant, more: object = {}) {
  const products = [{ id: "prod_grinder", title: "Hand grinder", price: 89 }];
  await merchant.api.call("PUT", "/products", { products });
  const discount = { type: "percentage", value: 15 };
  const offer = { name: "A grinder", product_id: "prod_grinder", trigger_products: [], discount, placement: "cart" };
  return merchant.api.create({ ...offer, status: "active", ...more });
}

test("a merchant writes an offer in German and English by keyboard, and sees it in the preview", async ({
  page,
  merchant,
}) => {
  const { id } = await sells(merchant);
  await merchant.api.call("PATCH", "/settings", { offers: { texts: { de: { accept: "Dazulegen" } } } });
  await merchant.opens(`/upsells/${id}`);
  await expect(page.getByTestId("texts")).toHaveText(
    "The offer says what all offers of the store say. It shows the product’s picture.",
  );
  await expect(card(page)).toContainText("Goes well with your cart");
  await page.getByText("Change words and picture").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Headline").fill("Today only");
  await expect(page.getByLabel("Headline")).toHaveAccessibleDescription("10 of at most 80 characters");
  await expect(card(page)).toContainText("Today only");

  await page.getByLabel("Language of the words").selectOption("German");
  await expect(page.getByLabel("Headline")).toHaveAttribute("placeholder", "Passt gut zu Ihrem Warenkorb");
  await expect(page.getByLabel("Button that accepts")).toHaveAttribute("placeholder", "Dazulegen");
  await expect(card(page)).toContainText("75,65 €");
  await expect(card(page).getByRole("button")).toHaveText(["Dazulegen", "Nein, danke"]);
  await page.getByLabel("Text below the product").fill("<b>Nur heute</b>");
  await page.getByLabel("Button that declines").fill("Lieber nicht");
  await expect(card(page)).toContainText("<b>Nur heute</b>");
  await expect(card(page).getByRole("button")).toHaveText(["Dazulegen", "Lieber nicht"]);
  await expect(page.getByTestId("texts")).toContainText("The offer has words in English and German.");
  await page.getByRole("radio", { name: "Desktop" }).check({ force: true });
  await noBarriers(page);

  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabel("Address of the picture").fill("http://shop.example/a.jpg");
  await page.getByLabel("Headline").fill("x".repeat(81));
  await page.getByLabel("Language of the words").selectOption("English (with words)");
  await save.click();
  await expect(page.getByLabel("Address of the picture")).toHaveAccessibleDescription(/begins with https:\/\//);
  // The language with the error is shown.
  await expect(page.getByLabel("Headline")).toHaveAccessibleDescription(/Must be at most 80 characters\./);
  await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toContainText("Headline (German)");
  await page.getByLabel("Headline").fill("");
  await page.getByLabel("Address of the picture").fill("");
  await save.click();
  await expect(toasts(page)).toContainText("Saved");
  expect(await merchant.api.find(id)).toMatchObject({
    texts: { en: { headline: "Today only" }, de: { text: "<b>Nur heute</b>", decline: "Lieber nicht" } },
    image_url: null,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await noBarriers(page);
});

test("the editor of words is complete in German and Japanese", { tag: "@long" }, async ({ page, merchant }) => {
  const { id } = await sells(merchant, { texts: { ja: { headline: "本日限り" } } });
  for (const [locale, change, headline] of [
    ["de", "Texte und Bild ändern", "Überschrift"],
    ["ja", "文言と画像を変更", "見出し"],
  ] as const) {
    await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });
    await page.goto(`${merchant.base}/upsells/${id}`);
    await page.getByText(change).click();
    await expect(page.getByLabel(headline)).toHaveValue(locale === "ja" ? "本日限り" : "");
    await expect(card(page)).toContainText(locale === "ja" ? "本日限り" : "Passt gut zu Ihrem Warenkorb");
    await noBarriers(page);
  }
});

test("words of all offers are a setting, written in one language at a time", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.opens("/settings/service");
  await page.getByLabel("Language of the words").selectOption("French");
  await page.getByLabel("Button that accepts").fill("Ajouter");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toasts(page)).toContainText("Saved");
  const { body } = await merchant.api.call<{ offers: object }>("GET", "/settings");
  expect(body.offers).toMatchObject({ texts: { fr: { accept: "Ajouter" } } });
  await noBarriers(page);
});

test("a shopper reads the words in the language of the page, and markup in them does nothing", async ({
  browser,
  merchant,
}) => {
  const attack = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";
  await sells(merchant, {
    texts: { de: { headline: "Nur heute", text: attack, accept: "Her damit" } },
  });
  await merchant.api.call("PATCH", "/settings", { offers: { texts: { de: { decline: "Lieber nicht" } } } });
  shop = await openShopPage(browser, merchant, { lang: "de-AT" });
  const page = await shop.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const shows = () => page.evaluate(() => window.shop.show({ into: "#offer", placement: "cart" }));
  await expect.poll(shows).toBe(true);
  const offer = page.getByRole("region", { name: "Nur heute" });
  await expect(offer).toContainText(attack);
  await expect(offer).toHaveAttribute("lang", "de-at");
  await expect(offer.getByRole("img")).toHaveCount(0);
  await expect(offer.getByRole("button")).toHaveText(["Her damit", "Lieber nicht"]);
  await noBarriers(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Hinzugefügt.");
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(shop.complaints).toEqual([]);
});
