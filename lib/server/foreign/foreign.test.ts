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
