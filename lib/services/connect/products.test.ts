import { afterAll, beforeAll, expect, test } from "vitest";
import { openConnected, type Payload } from "../../testing/connect.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const at = (minute: number) => new Date(Date.parse("2025-10-10T08:00:00Z") + minute * 60_000).toJSON();

const variants = [
  {
    id: 501,
    title: "Small / White",
    price: "20.00",
    compare_at_price: "25.00",
    image_id: 91,
    inventory_management: "shopify",
    inventory_quantity: 3,
  },
  {
    id: 502,
    title: "Large / White",
    price: "24.50",
    image_id: null,
    inventory_management: "shopify",
    inventory_quantity: -2,
  },
  {
    id: 503,
    title: "Made to order",
    price: "60.00",
    image_id: null,
    inventory_management: null,
    inventory_quantity: 0,
  },
];
/** In the shape of the public documentation, without the fields that Cartwright does not read. */
const mug = (minute: number, more: Payload = {}): Payload => ({
  id: 71,
  title: "Mug",
  handle: "stoneware-mug",
  status: "active",
  product_type: "Tableware",
  updated_at: at(minute),
  variants,
  images: [
    { id: 90, src: "https://cdn.test/mug.png" },
    { id: 91, src: "https://cdn.test/mug-small.png" },
  ],
  image: { id: 90, src: "https://cdn.test/mug.png" },
  ...more,
});
const cup = (more: Payload = {}): Payload => ({
  id: 93,
  name: "Cup",
  slug: "cup",
  price: "9.5",
  images: [],
  categories: [
    { id: 9, name: "Kitchen", slug: "kitchen" },
    { id: 12, name: "Tea &amp; coffee", slug: "tea-coffee" },
  ],
  date_modified_gmt: "2025-10-10T08:00:00",
  status: "publish",
  type: "simple",
  variations: [],
  manage_stock: false,
  stock_quantity: null,
  ...more,
});

async function openOffering() {
  const shop = await openConnected(services);
  const create = async (product_id: string) =>
    (
      await shop.api("POST", "/upsells", {
        name: product_id,
        product_id,
        trigger_products: [],
        placement: "cart",
        status: "active",
        discount: { type: "percentage", value: 10 },
      })
    ).body.id as string;
  const offered = async () => {
    const { body } = await services.call("GET", "/checkout/storefront/v1/offers", { key: shop.pub });
    return body.offers.map(({ product_id }: Payload) => product_id).filter((id: string) => id !== "p");
  };
  return { ...shop, create, offered };
}

test("a product of Shopify is kept with its handle, its status and all its variants", async () => {
  const shop = await openConnected(services);
  await shop.deliver("shopify", "products/create", mug(1));
  const { body } = await shop.read("/products");
  expect(body.data).toMatchObject([
    {
      id: "71",
      title: "Mug",
      price: 20,
      compare_at_price: 25,
      tax_included: null,
      image_url: "https://cdn.test/mug.png",
      handle: "stoneware-mug",
      status: "active",
      categories: ["Tableware"],
      source: "shopify",
      variants: [
        {
          id: "501",
          title: "Small / White",
          price: 20,
          compare_at_price: 25,
          stock: 3,
          image_url: "https://cdn.test/mug-small.png",
        },
        { id: "502", title: "Large / White", price: 24.5, compare_at_price: null, stock: -2, image_url: null },
        { id: "503", title: "Made to order", price: 60, stock: null, image_url: null },
      ],
    },
  ]);
});

test("whether prices contain tax stays known, although no webhook of a product says it", async () => {
  const shop = await openConnected(services);
  await shop.deliver("shopify", "products/create", mug(1, { taxes_included: true }));
  await shop.deliver("shopify", "products/update", mug(2, { title: "Cup" }));
  expect((await shop.read("/products")).body.data).toMatchObject([{ title: "Cup", tax_included: true }]);
});

test("a product on sale in WooCommerce has its regular price as well", async () => {
  const shop = await openConnected(services);
  await shop.deliver("woocommerce", "product.created", cup({ regular_price: "12.00", on_sale: true }));
  const { data } = (await shop.read("/products")).body;
  expect(data).toMatchObject([{ id: "93", price: 9.5, compare_at_price: 12 }]);
  await shop.deliver("woocommerce", "product.updated", cup({ regular_price: "9.50", on_sale: false }));
  expect((await shop.read("/products")).body.data).toMatchObject([{ compare_at_price: null }]);
});

test("a variant whose price cannot be read is named, and the product stays as it was", async () => {
  const shop = await openConnected(services);
  await shop.deliver("shopify", "products/create", mug(1));
  const wrong = mug(2, { title: "Cup", variants: [variants[0], { ...variants[1], price: "24.505" }] });
  expect(await shop.deliver("shopify", "products/update", wrong)).toMatchObject({
    status: "refused",
    outcome: { product_id: "71", reason: "unreadable", field: "variants.1.price" },
  });
  expect((await shop.read("/products")).body.data).toMatchObject([{ title: "Mug" }]);
});

test("a product of Shopify is offered while it is active, and not as a draft, archived or deleted", async () => {
  const shop = await openOffering();
  await shop.create("71");
  const steps: [string, Payload, string[]][] = [
    ["products/create", mug(1, { status: "draft" }), []],
    ["products/update", mug(2), ["71"]],
    ["products/update", mug(3, { status: "archived" }), []],
    ["products/update", mug(2, { title: "Late" }), []],
    ["products/update", mug(4), ["71"]],
    ["products/delete", { id: 71 }, []],
    ["products/update", mug(5, { title: "Sent before the product was deleted" }), []],
  ];
  for (const [topic, payload, offered] of steps) {
    await shop.deliver("shopify", topic, payload);
    await expect.poll(shop.offered, { timeout: 10_000, message: JSON.stringify(payload) }).toEqual(offered);
  }
  expect((await shop.read("/products")).body.data).toEqual([]);
});

test("a product that the shop deleted before Cartwright knew it is not offered", async () => {
  const shop = await openOffering();
  await shop.create("71");
  expect(await shop.deliver("shopify", "products/delete", { id: 71 })).toMatchObject({ status: "applied" });
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual([]);
});

test("a name that a person entered does not keep a product that the shop deletes", async () => {
  const shop = await openOffering();
  await shop.create("71");
  await shop.deliver("shopify", "products/create", mug(1));
  await services.db.$client.query("update checkout.product set source = 'dashboard' where tenant_id = $1", [
    shop.tenantId,
  ]);
  await shop.deliver("shopify", "products/delete", { id: 71 });
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual([]);
});

test.each<[Payload, string[]]>([
  [{ status: "publish" }, ["93"]],
  [{ status: "draft" }, []],
  [{ status: "pending" }, []],
  [{ status: "private" }, []],
  [{ status: "future" }, []],
  [{ status: "trash" }, []],
])("WooCommerce: whether a product is offered that has %j", async (state, offered) => {
  const shop = await openOffering();
  await shop.create("93");
  await shop.deliver("woocommerce", "product.updated", cup(state));
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual(offered);
});

test("a product of WooCommerce in the trash is offered again once it is restored and published", async () => {
  const shop = await openOffering();
  await shop.create("93");
  await shop.deliver("woocommerce", "product.created", cup());
  await shop.deliver("woocommerce", "product.deleted", { id: 93 });
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual([]);
  await shop.deliver("woocommerce", "product.restored", cup());
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual(["93"]);
});

test("of a product of WooCommerce, the IDs of its variations are known, and its stock where it is counted", async () => {
  const shop = await openConnected(services);
  await shop.deliver("woocommerce", "product.updated", cup({ type: "variable", variations: [94, 95] }));
  await shop.deliver("woocommerce", "product.updated", cup({ id: 96, manage_stock: true, stock_quantity: 7 }));
  const unknown = { title: null, price: null, stock: null, image_url: null };
  expect((await shop.read("/products")).body.data).toMatchObject([
    {
      id: "93",
      handle: "cup",
      status: "active",
      categories: ["Kitchen", "Tea & coffee"],
      variants: [
        { id: "94", ...unknown },
        { id: "95", ...unknown },
      ],
    },
    { id: "96", variants: [{ id: "96", title: null, price: 9.5, stock: 7, image_url: null }] },
  ]);
});

test("a product that is archived at Stripe is not offered", async () => {
  const shop = await openOffering();
  await shop.create("prod_1");
  await shop.deliver("stripe", "product.updated", { id: "prod_1", name: "Tea", active: false });
  await expect.poll(shop.offered, { timeout: 10_000 }).toEqual([]);
  expect((await shop.read("/products")).body.data).toMatchObject([{ id: "prod_1", status: "archived" }]);
});
