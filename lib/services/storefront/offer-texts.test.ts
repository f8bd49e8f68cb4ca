import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inGerman } from "../../testing/in-german.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event } from "../../testing/shop.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";

let services: TestServices;
let shop: Stock;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openStock(services);
});

async function ask(query: string) {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  return (await services.call("GET", `/checkout/storefront/v1/offers?placement=cart&${query}`, sent)).body;
}
const offerIn = async (query: string) => (await ask(query)).offers.find(({ id }: Event) => id === "ups_a");
const write = (body: object) => shop.manage("PUT", "/upsells/ups_a", body);
const said = async (language: string) => {
  const { offers, words } = await ask(`language=${language}`);
  const own = offers.find(({ id }: Event) => id === "ups_a").words ?? {};
  return [own.headline ?? words.cart, own.text ?? words.text, own.accept ?? words.accept, own.decline ?? words.decline];
};

test("an offer says its own words in the language of the page, else those of the store, else Cartwright’s", async () => {
  const builtIn = ["Passt gut zu Ihrem Warenkorb", undefined, "Zur Bestellung hinzufügen", "Nein, danke"];
  expect(await said("de")).toEqual(builtIn);
  await shop.manage("PATCH", "/settings", {
    offers: { texts: { de: { decline: "Lieber nicht", text: "Heute versandt" }, "de-AT": { decline: "Na" } } },
  });
  expect(await said("de")).toEqual([builtIn[0], "Heute versandt", builtIn[2], "Lieber nicht"]);
  await write({ texts: { de: { headline: "Nur heute", accept: "Her damit" }, "de-AT": { accept: "Passt" } } });
  expect(await said("de-CH")).toEqual(["Nur heute", "Heute versandt", "Her damit", "Lieber nicht"]);
  expect(await said("de-at")).toEqual(["Nur heute", "Heute versandt", "Passt", "Na"]);
  expect(await said("en")).toEqual(["Goes well with your cart", undefined, "Add to order", "No, thank you"]);
  expect((await offerIn("language=de-AT")).words).toEqual({
    language: "de-at",
    headline: "Nur heute",
    accept: "Passt",
  });
});

test("an offer in a language that Cartwright does not speak says which one its words are in", async () => {
  await write({ texts: { fr: { accept: "Ajouter" }, "zh-TW": { accept: "加入" } } });
  expect((await offerIn("language=fr-CA")).words).toEqual({ language: "fr-ca", accept: "Ajouter" });
  expect((await offerIn("language=zh-TW")).words).toEqual({ language: "zh-tw", accept: "加入" });
  for (const other of ["zh", "f", "fra", "constructor"])
    expect(await offerIn(`language=${other}`)).not.toHaveProperty("words");
  expect((await ask("language=fr")).language).toBe("en");
  await shop.manage("PATCH", "/settings", { offers: { texts: { fr: { headline: "Avec ceci" } } } });
  expect(await ask("language=fr")).toMatchObject({
    language: "fr",
    words: { cart: "Avec ceci", accept: "Add to order" },
  });
  expect(await ask("language=en")).toMatchObject({ words: { cart: "Goes well with your cart" } });
});

test("offers without own words have none in the answer, and neither has a question without a language", async () => {
  expect(await offerIn("language=de")).not.toHaveProperty("words");
  await write({ texts: { de: { headline: "Nur heute" } } });
  expect(await offerIn("")).not.toHaveProperty("words");
  await write({ texts: {} });
  expect(await offerIn("language=de")).not.toHaveProperty("words");
});

test("an offer shows its own picture, and that of the product once it has none", async () => {
  const product = { id: "p", title: "Product", price: 19.99, image_url: "https://shop.example/p.jpg" };
  await shop.manage("PUT", "/products", { products: [product] });
  const picture = async () => (await offerIn("")).product.image_url;
  await write({ image_url: "https://shop.example/offer.jpg" });
  expect(await picture()).toBe("https://shop.example/offer.jpg");
  await write({ image_url: null });
  expect(await picture()).toBe("https://shop.example/p.jpg");
});

test("markup is text like any other", async () => {
  const headline = '<img src=x onerror="alert(1)">&amp;';
  await write({ texts: { en: { headline } } });
  expect((await offerIn("language=en")).words.headline).toBe(headline);
});

test("a preview shows the picture and the words of one language in a page of any language", async () => {
  const draft = {
    ...{ name: "X", product_id: "p", discount: { type: "percentage", value: 5 }, placement: "cart" },
    ...{
      texts: { de: { headline: "Nur heute" }, ja: { headline: "本日限り" } },
      image_url: "https://shop.example/o.jpg",
    },
  };
  const open = async (more: object) => {
    const { token } = await shop.manage("POST", "/shop/previews", { ...draft, ...more });
    return (await ask(`preview=${token}&language=en`)).offers[0];
  };
  expect(await open({ language: "ja" })).toMatchObject({
    words: { language: "ja", headline: "本日限り" },
    product: { image_url: draft.image_url },
  });
  expect(await open({ language: "fr" })).not.toHaveProperty("words");
  const longest = {
    headline: "東".repeat(80),
    text: "東".repeat(240),
    accept: "東".repeat(30),
    decline: "東".repeat(30),
  };
  const image_url = `https://shop.example/${"a".repeat(979)}`;
  expect(await open({ texts: { ja: longest }, image_url, product_id: "i".repeat(200), language: "ja" })).toMatchObject({
    words: longest,
  });
});

test.each<[string, object, string, string, string]>([
  [
    "a headline that is too long",
    { texts: { de: { headline: "x".repeat(81) } } },
    "texts.de.headline",
    "Must be at most 80 characters.",
    "Darf höchstens 80 Zeichen lang sein.",
  ],
  ["a word that is unknown", { texts: { de: { title: "x" } } }, "texts.de.title", "This is not a known field.", ""],
  [
    "a language that is none",
    { texts: { German: { text: "x" } } },
    "texts.German",
    "Must be a language such as de or pt-BR.",
    "Muss eine Sprache wie de oder pt-BR sein.",
  ],
  [
    "too many languages",
    { texts: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${String.fromCharCode(97 + at)}`, {}])) },
    "texts",
    "Add at most 20 languages.",
    "Fügen Sie höchstens 20 Einträge hinzu.",
  ],
  [
    "a picture that is not encrypted",
    { image_url: "http://shop.example/a.jpg" },
    "image_url",
    "Must be an address that begins with https://, or with http://localhost.",
    "",
  ],
])("%s is refused at its field", async (_, body, field, message, german) => {
  const answer = await services.call("PUT", "/checkout/v1/upsells/ups_a", { key: shop.key, body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toMatchObject([{ field, message }]);
  if (german) expect(inGerman(answer.body.error.details[0])).toBe(german);
});

test("the words of the store are one setting, of which a change replaces all", async () => {
  await shop.manage("PATCH", "/settings", { offers: { texts: { de: { accept: "Ja" }, en: { accept: "Yes" } } } });
  await shop.manage("PATCH", "/settings", { offers: { cooldown_hours: 2 } });
  const { offers } = await shop.manage("PATCH", "/settings", { offers: { texts: { en: { accept: "Sure" } } } });
  expect(offers).toEqual({ cooldown_hours: 2, texts: { en: { accept: "Sure" } } });
  expect((await shop.manage("PATCH", "/settings", { offers: { texts: {} } })).offers.texts).toEqual({});
  const body = { offers: { texts: { en: { accept: "x".repeat(31) } } } };
  const refused = await services.call("PATCH", "/checkout/v1/settings", { key: shop.key, body });
  expect(refused.body.error.details).toMatchObject([{ field: "offers.texts.en.accept" }]);
});
