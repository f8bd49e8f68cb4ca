import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { experiment as table } from "../../database/schema/checkout.ts";
import { openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";
import { winnerOf } from "./verdict.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  await services.db.delete(table);
  shop = await openShop(services);
  await services.db.delete(table);
});
afterAll(() => services.close());

const two = [
  { name: "control", weight: 1 },
  { name: "b", weight: 1 },
];
const call = (method: string, path = "", sent: Sent = {}) =>
  services.call(method, `/checkout/v1/experiments${path}`, { key: shop.key, ...sent });
const create = async (more: object = {}) =>
  (await call("POST", "", { body: { name: "A", variants: two, ...more } })).body;
const change = (id: string, body: object) => call("PATCH", `/${id}`, { body });

test("an experiment is a draft until it is started, and runs until it is stopped", async () => {
  const { status, body } = await call("POST", "", {
    body: { name: "A", variants: [{ name: "x" }, { name: "y", weight: 3 }] },
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^exp_/),
    name: "A",
    status: "draft",
    variants: [
      { name: "x", weight: 1 },
      { name: "y", weight: 3 },
    ],
    created_at: expect.any(String),
  });
  expect((await change(body.id, { status: "completed" })).status).toBe(409);
  expect((await change(body.id, { variants: two })).body.variants).toEqual(two);
  const started = (await change(body.id, { status: "running" })).body;
  expect(started).toMatchObject({ status: "running", started_at: expect.any(String) });
  expect((await change(body.id, { status: "running", name: "B" })).body).toEqual({ ...started, name: "B" });
  expect((await change(body.id, { variants: two })).status).toBe(409);
  const stopped = (await change(body.id, { status: "completed" })).body;
  expect(stopped).toMatchObject({ status: "completed", ended_at: expect.any(String) });
  expect((await change(body.id, { status: "running" })).status).toBe(409);
  expect((await call("GET", `/${body.id}`)).body).toEqual(stopped);
});

test.each<[object, string]>([
  [{ variants: [{ name: "a" }] }, "variants"],
  [{ variants: [{ name: "a" }, { name: "a" }] }, "variants"],
  [{ variants: [{ name: "a", weight: 0 }, { name: "b" }] }, "variants.0.weight"],
  [{ variants: [{ name: "a", weight: 1.5 }, { name: "b" }] }, "variants.0.weight"],
  [{ name: "" }, "name"],
  [{ winner: "a" }, "winner"],
])("%j is refused by %s", async (more, field) => {
  const { status, body } = await call("POST", "", { body: { name: "A", variants: two, ...more } });
  expect(status).toBe(400);
  expect(body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
});

test("an unknown experiment is not found, and neither is another store's", async () => {
  const { id } = await create();
  const other = await openShop(services);
  for (const path of [`/${id}`, `/${id}/results`]) {
    expect((await call("GET", path, { key: other.key })).status).toBe(404);
    expect((await call("GET", path)).status).toBe(200);
  }
  expect((await call("PATCH", `/${id}`, { key: other.key, body: { status: "running" } })).status).toBe(404);
});

describe("the list", () => {
  const names = async (query: string) => {
    const { status, body } = await call("GET", query);
    expect(status, query).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };

  test("the list filters, searches, sorts and pages", async () => {
    for (const [name, statuses] of [
      ["Cart", []],
      ["bundle", ["running"]],
      ["Price", ["running", "completed"]],
    ] as const) {
      const { id } = await create({ name });
      for (const status of statuses) await change(id, { status });
    }
    expect(await names("")).toEqual(["Price", "bundle", "Cart"]);
    expect(await names("?status=running")).toEqual(["bundle"]);
    expect(await names("?status=completed")).toEqual(["Price"]);
    expect(await names("?status=draft")).toEqual(["Cart"]);
    expect(await names("?search=R")).toEqual(["Price", "Cart"]);
    expect(await names("?sort=name")).toEqual(["bundle", "Cart", "Price"]);
    expect(await names("?sort=name&order=desc&per_page=2&page=2")).toEqual(["bundle"]);
    expect((await call("GET", "?per_page=1&page=2")).body.pagination).toEqual({ page: 2, per_page: 1, total: 3 });
    expect((await call("GET", "?status=paused")).status).toBe(400);
  });
});

describe("results", () => {
  test("results have a rate of 0 without visitors, leave out lift and p-value, and have a status without a winner", async () => {
    const { id } = await create();
    expect((await call("GET", `/${id}/results`)).body).toEqual({
      experiment_id: id,
      status: "collecting",
      variants: [
        { name: "control", visitors: 0, conversions: 0, conversion_rate: 0 },
        { name: "b", visitors: 0, conversions: 0, conversion_rate: 0 },
      ],
    });
    const of = { experiment_id: id };
    expect((await shop.send([make.exposed("e0", "v0", "b", of)])).body.rejected).toBe(1);
    await change(id, { status: "running" });
    await shop.send([
      make.converted("c1", "v1", of),
      make.exposed("e1", "v1", "control", of),
      make.exposed("e2", "v2", "control", of),
      make.exposed("e3", "v3", "b", of),
      make.exposed("e4", "v3", "b", of),
      // This variant was seen first, although it was reported last.
      make.exposed("e5", "v2", "b", { ...of, occurred_at: "2025-06-09T10:00:00Z" }),
    ]);
    expect((await call("GET", `/${id}/results`)).body.variants).toEqual([
      { name: "control", visitors: 1, conversions: 1, conversion_rate: 1 },
      { name: "b", visitors: 2, conversions: 0, conversion_rate: 0, lift: -1, p_value: expect.closeTo(0.0832645, 6) },
    ]);
    await change(id, { status: "completed" });
    expect((await call("GET", `/${id}/results`)).body.status).toBe("not_significant");
  });
});

describe("the verdict", () => {
  const weights = (...names: string[]) => names.map((name) => ({ name, weight: 1 }));
  const counts = (arms: Record<string, [number, number]>) =>
    Object.entries(arms).map(([variant, [visitors, conversions]]) => ({ variant, visitors, conversions }));
  type Case = [string, Record<string, [number, number]>, string | null];

  test.each<Case>([
    ["a clear winner", { control: [1000, 100], b: [1000, 200] }, "b"],
    ["a clear loser", { control: [1000, 200], b: [1000, 100] }, "control"],
    ["a difference that a fixed test would call", { control: [1000, 100], b: [1000, 130] }, null],
    ["49 conversions in an arm", { control: [1000, 49], b: [1000, 300] }, null],
    ["a split that went wrong", { control: [1000, 100], b: [1300, 260] }, null],
    ["the better of two", { control: [1000, 100], b: [1000, 220], c: [1000, 250] }, "c"],
    ["one worse and one undecided", { control: [1000, 200], b: [1000, 90], c: [1000, 205] }, null],
    ["all worse", { control: [1000, 250], b: [1000, 90], c: [1000, 100] }, "control"],
    ["no visitors", { control: [0, 0], b: [0, 0] }, null],
  ])("%s", (_, arms, winner) => {
    expect(winnerOf(weights(...Object.keys(arms)), counts(arms))).toBe(winner);
  });

  test("the verdict takes the first variant for the control if none is named control", () => {
    expect(winnerOf(weights("a", "b"), counts({ a: [1000, 200], b: [1000, 100] }))).toBe("a");
  });

  test("the verdict needs stronger evidence with more variants", () => {
    // The p-value of b is between .025 and .05: enough for one comparison, not for the smaller of two.
    const arms: Record<string, [number, number]> = { control: [1000, 100], b: [1000, 150] };
    expect(winnerOf(weights("control", "b"), counts(arms))).toBe("b");
    expect(winnerOf(weights("control", "b", "c"), counts({ ...arms, c: [1000, 100] }))).toBeNull();
  });
});
