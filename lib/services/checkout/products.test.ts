import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop, type Shop } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
});
afterAll(() => services.close());

const save = (products: unknown[], { key } = shop) =>
  services.call("PUT", "/checkout/v1/products", { key, body: { products } });
const find = async (query: string, one = shop) => (await one.read(`/products?${query}`)).body;
const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);

test("products are saved one by one: a wrong one is named and does not affect the others", async () => {
  const { status, body } = await save([
    { id: "mug", title: "Stoneware mug", price: 14.9, image_url: "https://shop.test/mug.webp" },
    { id: "kit", title: "Kit", price: 1.005 },
    { id: "was", title: "Was", compare_at_price: 1.005, variants: [{ id: "w", compare_at_price: 1.005 }] },
    { id: "card", title: "Gift card" },
    { id: "bad", title: "Bad", url: "javascript:alert(1)" },
    { id: "secret", title: "Secret", image_url: "https://user:pass@shop.test/mug.webp" },
    "mug",
  ]);
  expect(status).toBe(200);
  expect(unkeyed(body)).toEqual({
    data: [
      { id: "mug", status: "saved" },
      {
        id: "kit",
        status: "rejected",
        errors: [{ field: "price", message: "Must not have more decimals than EUR allows." }],
      },
      {
        id: "was",
        status: "rejected",
        errors: ["compare_at_price", "variants.0.compare_at_price"].map((field) => ({
          field,
          message: "Must not have more decimals than EUR allows.",
        })),
      },
      { id: "card", status: "saved" },
      {
        id: "bad",
        status: "rejected",
        errors: [{ field: "url", message: "Must be an address that begins with https:// or http://." }],
      },
      {
        id: "secret",
        status: "rejected",
        errors: [{ field: "image_url", message: "Must not contain a user name or a password." }],
      },
      { status: "rejected", errors: [{ field: "", message: "Must be an object." }] },
    ],
    saved: 2,
    rejected: 5,
  });
  expect((await find("ids=mug,card,none")).data).toEqual([
    {
      id: "card",
      title: "Gift card",
      price: null,
      compare_at_price: null,
      tax_included: null,
      image_url: null,
      url: null,
      handle: null,
      status: "active",
      categories: [],
      variants: [],
      source: "api",
      updated_at: expect.any(String),
    },
    expect.objectContaining({ id: "mug", price: 14.9, image_url: "https://shop.test/mug.webp" }),
  ]);
});

test("saving a product again replaces it, and an unchanged one keeps its time", async () => {
  const tin = { id: "tin", title: "Tin", price: 12, url: "https://shop.test/tin" };
  await save([tin]);
  const [before] = (await find("ids=tin")).data;
  await save([tin]);
  expect((await find("ids=tin")).data).toEqual([before]);
  await save([tin, { id: "tin", title: "Storage tin" }]);
  const [after] = (await find("ids=tin")).data;
  expect(after).toMatchObject({ title: "Storage tin", price: null, url: null });
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
});

test("a product has its price before and says whether prices contain tax, and neither is known if it is not sent", async () => {
  const variants = [{ id: "cup_s", price: 8, compare_at_price: 9.5 }, { id: "cup_l" }];
  const cup = { id: "cup", title: "Cup", price: 8, compare_at_price: 10, tax_included: false };
  await save([{ ...cup, variants }]);
  expect((await find("ids=cup")).data).toMatchObject([
    { ...cup, variants: [{ compare_at_price: 9.5 }, { compare_at_price: null }] },
  ]);
  await save([{ id: "cup", title: "Cup", price: 8 }]);
  expect((await find("ids=cup")).data).toMatchObject([{ compare_at_price: null, tax_included: null }]);
  const { body } = await save([{ id: "cup", title: "Cup", compare_at_price: -1, tax_included: "yes" }]);
  expect(body.data[0].errors).toMatchObject([
    { field: "compare_at_price", message: "Must be an amount from 0 to 1000000000." },
    { field: "tax_included", message: "Must be true or false." },
  ]);
});

test("a product has its handle, its status and its variants, and a wrong one of them is named", async () => {
  const kit = { id: "lamp", title: "Lamp", handle: "desk-lamp", status: "draft" };
  const variants = [
    { id: "lamp_s", title: "Small", price: 12.5, stock: 0, image_url: "https://shop.test/small.webp" },
    { id: "lamp_l" },
  ];
  const { body } = await save([
    { ...kit, variants },
    { id: "a", title: "A", status: "sold out" },
    { id: "b", title: "B", variants: [variants[0], { id: "b_l", price: 1.005 }] },
    { id: "c", title: "C", variants: [{ id: "c_s", stock: 1.5 }] },
    { id: "d", title: "D", variants: [variants[1], variants[1]] },
    { id: "e", title: "E", status: "deleted" },
  ]);
  expect(unkeyed(body.data.map(({ errors }: { errors?: object[] }) => errors?.[0] ?? null))).toEqual([
    null,
    { field: "status", message: "Must be one of active, draft, archived." },
    { field: "variants.1.price", message: "Must not have more decimals than EUR allows." },
    { field: "variants.0.stock", message: "Must be a whole number from -1000000000 to 1000000000." },
    { field: "variants", message: "Add each variant once." },
    { field: "status", message: "Must be one of active, draft, archived." },
  ]);
  const unknown = { title: null, price: null, stock: null, image_url: null };
  expect((await find("ids=lamp")).data).toMatchObject([
    { ...kit, variants: [variants[0], { id: "lamp_l", ...unknown }] },
  ]);
  await save([{ id: "lamp", title: "Lamp" }]);
  expect((await find("ids=lamp")).data).toMatchObject([{ handle: null, status: "active", variants: [] }]);
});

test("a product has its categories, each once, and a wrong one of them is named", async () => {
  const shelf = { id: "shelf", title: "Shelf", categories: ["Living room", " Shelves ", "Shelves"] };
  const { body } = await save([
    shelf,
    { id: "a", title: "A", categories: "Shelves" },
    { id: "b", title: "B", categories: ["Shelves", " "] },
    { id: "c", title: "C", categories: ["x".repeat(61)] },
    { id: "d", title: "D", categories: Array.from({ length: 21 }, (_, n) => `Category ${n}`) },
  ]);
  expect(unkeyed(body.data.map(({ errors }: { errors?: object[] }) => errors?.[0] ?? null))).toEqual([
    null,
    { field: "categories", message: "Must be an array." },
    { field: "categories.1", message: "Must not be empty." },
    { field: "categories.0", message: "Must be at most 60 characters." },
    { field: "categories", message: "Add at most 20 categories." },
  ]);
  expect((await find("ids=shelf")).data).toMatchObject([{ categories: ["Living room", "Shelves"] }]);
  await save([{ id: "shelf", title: "Shelf" }]);
  expect((await find("ids=shelf")).data).toMatchObject([{ categories: [] }]);
});

test("products are found by part of their title or their complete id, page by page", async () => {
  const own = await openShop(services, { currency: "JPY" });
  await save(
    [3, 1, 2].map((n) => ({ id: `p${n}`, title: `50%_off ${n}`, price: n })),
    own,
  );
  expect(ids(await find("search=%25_OFF&per_page=2", own))).toEqual(["p1", "p2"]);
  expect(await find("search=%25_off&per_page=2&page=2", own)).toMatchObject({
    data: [{ id: "p3", price: 3 }],
    pagination: { page: 2, per_page: 2, total: 3 },
  });
  expect(ids(await find("search=50+OFF+2", own))).toEqual(["p2"]);
  expect(ids(await find("search=2+off", own))).toEqual([]);
  expect(ids(await find("search=p2", own))).toEqual(["p2"]);
  expect(ids(await find("search=p2"))).toEqual([]);
});

test("a batch has at most 500 products", async () => {
  const { status, body } = await save(Array(501).fill({ id: "p", title: "P" }));
  expect(status).toBe(400);
  expect(body.error.message).toBe("Products must contain 1 to 500 products.");
});
