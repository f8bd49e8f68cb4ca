import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bundle as bundleTable } from "../../database/schema/checkout.ts";
import { openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let key: string;

const draft = {
  name: "Morning set",
  type: "fixed",
  products: [
    { product_id: "prod_beans", quantity: 2 },
    { product_id: "prod_filter", quantity: 1 },
  ],
  pricing: { type: "percentage_off", value: 10 },
};
const call = (method: string, query = "", sent: Sent = {}) =>
  services.call(method, `/checkout/v1/bundles${query}`, { key, ...sent });
const create = async (more: object = {}) => (await call("POST", "", { body: { ...draft, ...more } })).body;

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
});
beforeEach(() => services.db.delete(bundleTable));
afterAll(() => services.close());

test("a bundle is stored as it was sent and is active by default", async () => {
  const { status, body } = await call("POST", "", { body: draft });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...draft,
    id: expect.stringMatching(/^bun_[0-9a-z]{26}$/),
    status: "active",
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
});

test.each([
  ["no products", { products: [] }, "products", "Add at least one product."],
  ["a quantity of zero", { products: [{ product_id: "a", quantity: 0 }] }, "products.0.quantity", /whole number/],
  ["a product without id", { products: [{ quantity: 1 }] }, "products.0.product_id", "This field is required."],
  ["an unknown type", { type: "mystery" }, "type", /fixed, mix_match, build_a_box/],
  ["a percentage over 100", { pricing: { type: "percentage_off", value: 120 } }, "pricing.value", /between 1 and 100/],
  ["a pricing we cannot do", { pricing: { type: "bogo", value: 1 } }, "pricing.type", /percentage_off, amount_off/],
  ["five decimals", { pricing: { type: "amount_off", value: 1.00005 } }, "pricing.value", /4 decimals/],
  ["an unknown field", { colour: "red" }, "colour", "This is not a known field."],
])("%s is refused at its field", async (_case, more, field, message) => {
  const { status, body } = await call("POST", "", { body: { ...draft, ...more } });
  expect(status).toBe(400);
  expect(body.error.code).toBe("invalid_request");
  expect(unkeyed(body.error.details)).toContainEqual({ field, message: expect.stringMatching(message) });
});

test("the list filters by type and status, counts, and pages in a stable order", async () => {
  for (let n = 0; n < 5; n++) await create({ name: `Fixed ${n}` });
  await create({ name: "Mix", type: "mix_match" });
  await create({ name: "Old", status: "archived" });
  const names = async (query: string) => {
    const { body } = await call("GET", query);
    return { names: body.data.map(({ name }: { name: string }) => name), total: body.pagination.total };
  };
  expect(await names("?type=mix_match")).toEqual({ names: ["Mix"], total: 1 });
  expect(await names("?status=archived")).toEqual({ names: ["Old"], total: 1 });
  expect((await names("?type=fixed&status=active")).total).toBe(5);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => names(`?per_page=2&page=${page}`)));
  const all = pages.flatMap((page) => page.names);
  expect(all).toHaveLength(7);
  expect(new Set(all).size).toBe(7);
  expect(all[0]).toBe("Old");
  expect((await call("GET", "?type=mystery")).body.error.details[0].field).toBe("type");
});

test("a bundle of another store is not listed", async () => {
  await create();
  const { key: stranger } = await services.key({ store: "other-shop" });
  expect((await call("GET", "", { key: stranger })).body.data).toEqual([]);
});

test("a bundle is found by its id, but not from another store", async () => {
  const made = await create();
  expect(await call("GET", `/${made.id}`)).toMatchObject({ status: 200, body: made });
  const { key: stranger } = await services.key({ store: "other-shop" });
  for (const [path, sent] of [
    ["/bun_none", {}],
    [`/${made.id}`, { key: stranger }],
  ] as const) {
    expect(await call("GET", path, sent)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    expect((await call("PUT", path, { body: { name: "Mine" }, ...sent })).status).toBe(404);
  }
  expect((await call("GET", `/${made.id}`)).body).toEqual(made);
});

test("a change affects only the fields that are sent and the time of the last change", async () => {
  const made = await create();
  const change = async (body: object) => (await call("PUT", `/${made.id}`, { body })).body;
  const archived = await change({ status: "archived" });
  expect(archived).toEqual({ ...made, status: "archived", updated_at: expect.any(String) });
  expect(Date.parse(archived.updated_at)).toBeGreaterThan(Date.parse(made.updated_at));
  const more = {
    name: "Evening set",
    type: "mix_match",
    products: [{ product_id: "prod_tea", quantity: 3 }],
    pricing: { type: "fixed_price", value: 24.5 },
  };
  expect(await change(more)).toMatchObject({ ...more, status: "archived" });
  expect((await call("GET", `/${made.id}`)).body).toMatchObject({ ...more, status: "archived" });
});

test.each([
  ["nothing", {}, ""],
  ["an empty name", { name: " " }, "name"],
  ["no products", { products: [] }, "products"],
  ["a status of nobody's", { status: "paused" }, "status"],
  ["a pricing we cannot do", { pricing: { type: "bogo", value: 1 } }, "pricing.type"],
  ["five decimals", { pricing: { type: "amount_off", value: 1.00005 } }, "pricing.value"],
  ["an unknown field", { name: "Red", colour: "red" }, "colour"],
])("a change to %s is refused at its field and changes nothing", async (_case, body, field) => {
  const made = await create();
  const answer = await call("PUT", `/${made.id}`, { body });
  expect([answer.status, answer.body.error.details.map((each: { field: string }) => each.field)]).toEqual([
    400,
    [field],
  ]);
  expect((await call("GET", `/${made.id}`)).body).toEqual(made);
});
