import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connected, openConnected } from "../../testing/connect.ts";
import { shopify } from "../../testing/connect-payloads.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let shop: Connected;
beforeAll(async () => {
  services = await openTestServices();
  shop = await openConnected(services);
});
afterAll(() => services.close());

const query = async (text: string) => (await services.db.$client.query(text)).rows;
const customer = { id: 4_711_471_147, email: "Mira@Example.com", phone: null };
const asked = { shop_id: 1, shop_domain: "blue-bottle.myshopify.com", customer };

const bodies = async () =>
  (await query("select topic, convert_from(body, 'UTF8') as body from checkout.shop_delivery order by id")).map(
    ({ topic, body }) => [topic, body === "" ? "empty" : "kept"],
  );

test("Shopify's request for a customer's data changes nothing and says what to do", async () => {
  expect(await shop.deliver("shopify", "customers/data_request", { ...asked, orders_requested: [1] })).toMatchObject({
    status: "ignored",
    outcome: { reason: "data_request" },
  });
});

test("a customer whom Shopify asks to erase stands in no delivery, no order and nowhere in the dashboard any more", async () => {
  await shop.deliver("shopify", "orders/create", shopify.order({ customer, email: customer.email }));
  const { storeId } = shop;
  await query(`insert into desk.store (id, name, currency, time_zone) values ('${storeId}', 'Shop', 'USD', 'UTC')`);
  await query(`insert into desk."user" (id, name, email) values ('ann', 'Ann', 'ann@shop.test')`);
  const [order] = await query('select id from checkout."order"');
  const place = `'${storeId}', 'live'`;
  await query(`insert into desk.remembered (store_id, mode, kind, id) values (${place}, 'customer', '${customer.id}')`);
  await query(`insert into desk.personal (user_id, store_id, mode, kind, id)
    values ('ann', ${place}, 'recent_order', '${order?.id}')`);
  await query(`insert into desk.seen_event (store_id, mode, id, type, order_id, data)
    values (${place}, 'evt_1', 'order.edited', '${order?.id}', '{"customer_id":"${customer.id}"}')`);
  const total = 'select sum(total)::text as total, count(*)::int as orders from checkout."order"';
  const before = await query(total);
  expect(await shop.deliver("shopify", "customers/redact", { ...asked, orders_to_redact: [1] })).toMatchObject({
    status: "applied",
  });
  expect(await query(total)).toEqual(before);
  for (const name of [
    'checkout."order"',
    "checkout.shop_order",
    "checkout.storefront_event",
    "checkout.event",
    'affiliate."order"',
    "desk.remembered",
    "desk.seen_event",
  ]) {
    const rows = JSON.stringify(await query(`select * from ${name}`));
    expect(rows, name).not.toMatch(/mira@example|4711471147/i);
  }
  expect(await query("select from desk.personal"), "which orders people opened").toEqual([]);
  expect(await bodies()).toEqual([
    ["customers/data_request", "empty"],
    ["orders/create", "empty"],
    ["customers/redact", "empty"],
  ]);
});

test("a request to erase nobody is refused", async () => {
  expect(await shop.deliver("shopify", "customers/redact", { shop_id: 1 })).toMatchObject({
    status: "refused",
    outcome: { field: "customer" },
  });
});

test("after Shopify's shop/redact, nothing that Shopify sent is kept, and the orders stay", async () => {
  await shop.deliver("shopify", "orders/create", shopify.order({ id: 77, email: "jon@example.com" }));
  const orders = await query('select id from checkout."order"');
  await shop.deliver("shopify", "shop/redact", { shop_id: 1, shop_domain: "blue-bottle.myshopify.com" });
  expect((await bodies()).filter(([, body]) => body === "kept")).toEqual([["shop/redact", "kept"]]);
  expect(await query("select from checkout.shop_order where platform = 'shopify'")).toEqual([]);
  expect(await query('select id from checkout."order"')).toEqual(orders);
});
