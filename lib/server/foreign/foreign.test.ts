import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failure, openSecondDesk, type SecondShop } from "../../testing/second-desk.ts";

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let shop: SecondShop;

beforeAll(async () => {
  desk = await openSecondDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});

const read = async (operation: string, sent = {}) => (await shop.perform("checkout", operation, sent)).body;

test.each([
  ["bundles", "73"],
  ["experiments", "301"],
])("a single record of %s is found in the list of an API that cannot get one", async (resource, id) => {
  expect(await read(`${resource}.get`, { params: { id } })).toMatchObject({ id });
  const missing = await failure(read(`${resource}.get`, { params: { id: "nothing" } }));
  expect([missing.status, missing.message]).toEqual([404, expect.stringContaining("is not among the")]);
});

test("the orders of an API that lists none are those that were looked up", async () => {
  expect(await read("orders.list")).toMatchObject({ data: [], pagination: { total: 0 } });
  await read("orders.get", { params: { id: "ord-1" } });
  await read("orders.get", { params: { id: "ord-2" } });
  const seen = { order_id: "ord-1", platform_order_id: "gid://shop/Order/1", first_seen: expect.any(String) };
  expect(await read("orders.list", { query: { search: "Order/1" } })).toMatchObject({
    data: [seen],
    pagination: { page: 1, per_page: 20, total: 1 },
  });
});

test("a parameter of a stand-in is checked as our own service checks it", async () => {
  const refused = await failure(read("orders.list", { query: { per_page: 1000 } }));
  expect(refused).toMatchObject({ status: 400, details: [{ field: "per_page" }] });
});

test("the webhook endpoints of an API that lists none are those that were created here", async () => {
  expect(await read("webhooks.get", { params: { id: "hook-none" } })).toEqual({ id: "hook-none" });
  const body = { url: "https://shop.example.com/hooks", events: ["order.edited"], enabled: true };
  const { id } = (await read("webhooks.create", { body })) as { id: string };
  const endpoint = { id, url: body.url, events: body.events, has_secret: true };
  expect(await read("webhooks.list")).toMatchObject({ data: [endpoint], pagination: { total: 1 } });
  expect(await read("webhooks.get", { params: { id } })).toMatchObject(endpoint);
  const found = (search: string) => read("webhooks.find", { query: { search } });
  expect(await found("evt-2")).toMatchObject({ data: [{ id: "evt-2", deliveries: [{ endpoint_id: id }] }] });
  expect(await found("evt-none")).toMatchObject({ data: [], looked_through: { count: 1 } });
});
