import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nameText } from "../../contract/common.ts";
import { upsell as upsellTable } from "../../database/schema/checkout.ts";
import { dailyUpsell } from "../../database/schema/checkout-sales.ts";
import { addDays } from "../../days.ts";
import { type Answer, openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let key: string;
let strangersKey: string;

const draft = { name: "Care kit", product_id: "prod_1", discount: { type: "percentage", value: 15 } };
const upsells = (path = "") => `/checkout/v1/upsells${path}`;
const call = (method: string, path: string, sent: Sent = {}) => services.call(method, upsells(path), { key, ...sent });
const create = async (more: object = {}) => (await call("POST", "", { body: { ...draft, ...more } })).body;
const names = ({ body }: Answer) => body.data.map(({ name }: { name: string }) => name);

async function storeToday(): Promise<{ tenantId: number; today: string }> {
  const { rows } = await services.db.$client.query(
    `select id as "tenantId", (now() at time zone time_zone)::date::text as today
     from checkout.tenant where store_id = 'shop' and mode = 'live'`,
  );
  return rows[0];
}

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
  ({ key: strangersKey } = await services.key({ store: "other-shop" }));
});
beforeEach(() => services.db.delete(upsellTable));
afterAll(() => services.close());

describe("create", () => {
  test("create fills in the fields that were left out", async () => {
    const { status, body } = await call("POST", "", { body: draft });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...draft,
      id: expect.stringMatching(/^ups_[0-9a-z]{26}$/),
      status: "draft",
      trigger_products: [],
      placement: "post_purchase",
      recommendation: {},
      priority: 0,
      audience: {},
      schedule: {},
      limits: {},
      quantity: {},
      share_percent: 100,
      next_accepted: null,
      next_declined: null,
      texts: {},
      image_url: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    });
    expect(Math.abs(Date.now() - Date.parse(body.created_at))).toBeLessThan(5_000);
  });

  test("create stores every field that was sent, except ids and times", async () => {
    const full = {
      ...draft,
      trigger_products: ["a", "b"],
      placement: "cart",
      status: "active",
      priority: 7,
      quantity: { least: 2, most: 5 },
      share_percent: 40,
      texts: { de: { headline: "Nur heute" } },
      image_url: "https://shop.example/a.jpg",
      recommendation: { kind: "best_seller", category: "Care", exclude: ["prod_a"] },
    };
    expect(await create(full)).toMatchObject(full);
    const { status, body } = await call("POST", "", { body: { ...full, id: "mine", created_at: "2020-01-01" } });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(["created_at", "id"]);
  });

  test.each<[string, object, string, string | RegExp]>([
    [
      "a percentage over 100",
      { discount: { type: "percentage", value: 101 } },
      "discount.value",
      "Must be between 1 and 100.",
    ],
    [
      "a percentage under 1",
      { discount: { type: "percentage", value: 0.5 } },
      "discount.value",
      "Must be between 1 and 100.",
    ],
    ["an amount of nothing", { discount: { type: "fixed_amount", value: 0 } }, "discount.value", /more than 0/],
    ["a negative amount", { discount: { type: "fixed_amount", value: -1 } }, "discount.value", /more than 0/],
    [
      "more decimals than are kept",
      { discount: { type: "fixed_amount", value: 1.00001 } },
      "discount.value",
      /4 decimals/,
    ],
    [
      "an amount that would round to nothing",
      { discount: { type: "fixed_amount", value: 0.00001 } },
      "discount.value",
      /4 decimals/,
    ],
    ["a value as text", { discount: { type: "percentage", value: "15" } }, "discount.value", "Must be a number."],
    ["a discount without a value", { discount: { type: "percentage" } }, "discount.value", "This field is required."],
    ["an unknown discount", { discount: { type: "bogo", value: 1 } }, "discount.type", /^Must be one of percentage/],
    [
      "a field more in the discount",
      { discount: { type: "percentage", value: 5, cap: 1 } },
      "discount.cap",
      "This is not a known field.",
    ],
    ["no pieces", { quantity: { least: 0 } }, "quantity.least", "Must be a whole number from 1 to 100."],
    ["half a piece", { quantity: { most: 1.5 } }, "quantity.most", "Must be a whole number from 1 to 100."],
    [
      "a quantity whose ends are the wrong way round",
      { quantity: { least: 3, most: 2 } },
      "quantity.most",
      "Must not be less than the lowest quantity.",
    ],
    ["an unknown status", { status: "archived" }, "status", /^Must be one of active/],
    ["a name of blanks", { name: "  " }, "name", "Must not be empty."],
    ["a name of control characters", { name: "a\u0000b" }, "name", "Must not contain control characters."],
    ["a long name", { name: "x".repeat(121) }, "name", "Must be at most 120 characters."],
    ["a null name", { name: null }, "name", "Must be a string."],
    ["triggers that are no list", { trigger_products: "a" }, "trigger_products", "Must be an array."],
    ["a trigger that is no text", { trigger_products: ["a", 2] }, "trigger_products.1", "Must be a string."],
    ["an unknown field", { colour: "red" }, "colour", "This is not a known field."],
  ])("create refuses %s and names the field's path", async (_, more, field, message) => {
    const { status, body } = await call("POST", "", { body: { ...draft, ...more } });
    expect(status).toBe(400);
    expect(body.error.code).toBe("invalid_request");
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    expect(unkeyed(body.error.details)).toEqual([{ field, message: expected }]);
    expect((await call("GET", "")).body.pagination.total).toBe(0);
  });

  test("create names all faults in one response", async () => {
    const { body } = await call("POST", "", { body: { discount: { type: "percentage", value: 500 }, extra: 1 } });
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["discount.value", "extra", "name", "product_id"]);
  });

  test("any accepted offer reads back unchanged", { timeout: 60_000 }, async () => {
    const words = (max: number) =>
      fc.string({ unit: "grapheme", minLength: 1, maxLength: max }).filter((text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what the contract refuses
        return text.trim() !== "" && text.trim().length <= max && !/[\u0000-\u001f\u007f]/.test(text);
      });
    const value = (min: number, max: number) =>
      fc.integer({ min: min * 10_000, max: max * 10_000 }).map((n) => n / 10_000);
    const body = fc.record({
      name: words(40).filter((text) => nameText(40).safeParse(text).success),
      product_id: words(60),
      trigger_products: fc.array(words(20), { maxLength: 5 }),
      discount: fc.oneof(
        fc.record({ type: fc.constant("percentage"), value: value(1, 100) }),
        fc.record({ type: fc.constant("fixed_amount"), value: value(0.0001, 1_000_000) }),
      ),
      placement: fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/),
      status: fc.constantFrom("active", "inactive", "draft"),
    });
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const created = await call("POST", "", { body: sent });
        expect(created.status).toBe(201);
        const read = await call("GET", `/${created.body.id}`);
        expect(read.body).toEqual(created.body);
        const trimmed = {
          ...sent,
          name: sent.name.trim(),
          product_id: sent.product_id.trim(),
          trigger_products: sent.trigger_products.map((id) => id.trim()),
        };
        expect(read.body).toMatchObject(trimmed);
        const list = await call("GET", `?search=${encodeURIComponent(created.body.id)}`);
        const { discount, ...rest } = created.body;
        expect(list.body.data).toEqual([{ ...rest, discount_type: discount.type, discount_value: discount.value }]);
      }),
      { numRuns: 150 },
    );
  });
});

describe("list", () => {
  test("list has each offer on one page and the total on every page", async () => {
    for (let n = 1; n <= 7; n++) await create({ name: `Offer ${n}` });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => call("GET", `?page=${page}&per_page=3`)));
    expect(pages.map(({ body }) => body.data.length)).toEqual([3, 3, 1, 0]);
    expect(pages.map(({ body }) => body.pagination)).toEqual(
      [1, 2, 3, 4].map((page) => ({ page, per_page: 3, total: 7 })),
    );
    expect(new Set(pages.flatMap(names)).size).toBe(7);
    expect((await call("GET", "?per_page=7")).body.pagination.total).toBe(7);
  });

  test("list has the newest twenty offers by default", async () => {
    for (let n = 1; n <= 22; n++) await create({ name: `Offer ${n}` });
    const { body } = await call("GET", "");
    expect(body.pagination).toEqual({ page: 1, per_page: 20, total: 22 });
    expect(names({ body } as Answer).slice(0, 2)).toEqual(["Offer 22", "Offer 21"]);
  });

  test("an empty store has an empty first page", async () => {
    expect((await call("GET", "")).body).toEqual({ data: [], pagination: { page: 1, per_page: 20, total: 0 } });
  });

  test("list has the flat discount of the specification", async () => {
    const { discount: _, ...created } = await create();
    const { body } = await call("GET", "");
    expect(body.data).toEqual([{ ...created, discount_type: "percentage", discount_value: 15 }]);
  });

  test.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=1e99",
    "per_page=0",
    "per_page=101",
    "sort=id",
    "order=up",
  ])("list refuses %s", async (query) => {
    const { status, body } = await call("GET", `?${query}`);
    expect(status).toBe(400);
    expect(body.error.details[0].field).toBe(query.split("=")[0]);
  });

  test("list filters by status, and counts the matches", async () => {
    for (const status of ["active", "draft", "active", "inactive"]) await create({ status });
    const { body } = await call("GET", "?status=active&per_page=1");
    expect(body.pagination.total).toBe(2);
    expect(body.data[0].status).toBe("active");
    expect((await call("GET", "?status=unknown")).body.data).toEqual([]);
  });

  test("list finds a part of a name or product in any case of letters, and a whole id", async () => {
    const mug = await create({ name: "Stoneware MUG", product_id: "prod_7" });
    await create({ name: "Kettle", product_id: "mug-handle" });
    await create({ name: "Grinder" });
    expect(names(await call("GET", "?search=mug")).sort()).toEqual(["Kettle", "Stoneware MUG"]);
    expect(names(await call("GET", `?search=${mug.id}`))).toEqual(["Stoneware MUG"]);
    expect(names(await call("GET", `?search=${mug.id.slice(0, -1)}`))).toEqual([]);
  });

  test.each([
    ["%", "50% off"],
    ["_", "snake_case"],
    ["\\", "back\\slash"],
    ["\\%", "both\\%"],
    ["'", "it's"],
    ["%' or 1=1 --", "none"],
  ])("list takes %s in a search literally", async (search, name) => {
    const all = ["50% off", "snake_case", "back\\slash", "both\\%", "it's", "plain"];
    for (const one of all) await create({ name: one, product_id: "p" });
    const found = names(await call("GET", `?search=${encodeURIComponent(search)}`));
    expect(found.sort()).toEqual(all.filter((one) => one.includes(search)).sort());
    if (name !== "none") expect(found).toContain(name);
  });

  test.each([
    ["placement=cart", ["B"]],
    ["product_id=mug", ["A", "C"]],
    ["trigger_product=dripper", ["B", "C"]],
    ["discount_type=fixed_amount", ["C"]],
    ["discount_min=15", ["A", "B"]],
    ["product_id=mug&trigger_product=dripper", ["C"]],
    ["placement=nowhere", []],
  ])("list filters by %s, and counts the matches", async (query, expected) => {
    await create({ name: "A", product_id: "mug" });
    await create({ name: "B", product_id: "kettle", trigger_products: ["x", "dripper"], placement: "cart" });
    const discount = { type: "fixed_amount", value: 2.5 };
    await create({ name: "C", product_id: "mug", trigger_products: ["dripper"], discount });
    const answer = await call("GET", `?${query}&sort=name`);
    expect(names(answer)).toEqual(expected);
    expect(answer.body.pagination.total).toBe(expected.length);
  });

  test.each(["discount_min=x", "revenue_min=-1", "revenue_min=2e9", "problem=none"])(
    "list refuses %s",
    async (query) => {
      const { status, body } = await call("GET", `?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].field).toBe(query.split("=")[0]);
    },
  );

  test("list filters by the revenue of the last thirty days, in the store's currency", async () => {
    const { tenantId, today } = await storeToday();
    for (const [name, ago, revenue] of [
      ["Exactly", 29, 12_34],
      ["Less", 0, 12_33],
      ["Long ago", 30, 99_99],
    ] as const) {
      const { id: upsellId } = await create({ name });
      await services.db.insert(dailyUpsell).values({ tenantId, day: addDays(today, -ago), upsellId, revenue });
    }
    await create({ name: "Never sold" });
    expect(names(await call("GET", "?revenue_min=12.34"))).toEqual(["Exactly"]);
    expect(names(await call("GET", "?revenue_min=0&sort=name"))).toHaveLength(4);
  });

  test("list sorts by what offers brought in the last thirty days of the store", async () => {
    const { tenantId, today } = await storeToday();
    const sold: Record<string, [daysAgo: number, shown: number, accepted: number, revenue: number][]> = {
      "Often accepted": [[0, 10, 5, 100]],
      "Much revenue": [
        [29, 100, 10, 900],
        [1, 100, 10, 900],
      ],
      "Long ago": [[30, 10, 10, 9_999]],
      "Never shown": [],
    };
    for (const [name, days] of Object.entries(sold)) {
      const { id: upsellId } = await create({ name, product_id: "p" });
      for (const [ago, shown, accepted, revenue] of days) {
        const sums = { upsellId, shown, accepted, declined: 0, revenue };
        await services.db.insert(dailyUpsell).values({ tenantId, day: addDays(today, -ago), ...sums });
      }
    }
    const sorted = async (query: string) => names(await call("GET", `?${query}`));
    expect((await sorted("sort=revenue&order=desc")).slice(0, 2)).toEqual(["Much revenue", "Often accepted"]);
    expect((await sorted("sort=acceptance_rate&order=desc")).slice(0, 2)).toEqual(["Often accepted", "Much revenue"]);
    expect((await sorted("sort=acceptance_rate&order=asc")).slice(2)).toEqual(["Much revenue", "Often accepted"]);
  });

  type Row = { id: string; name: string; status: string; discount_value: number; created_at: string };
  const sorts: [string, (row: Row) => string | number][] = [
    ["name", ({ name }) => name.toLowerCase()],
    ["status", ({ status }) => status],
    ["discount_value", ({ discount_value }) => discount_value],
    ["created_at", ({ created_at }) => created_at],
  ];

  test.each(sorts.flatMap(([sort, value]) => (["asc", "desc"] as const).map((order) => ({ sort, order, value }))))(
    "list sorts by $sort $order, with ties in the same place on every page",
    async ({ sort, order, value }) => {
      const at = new Date("2026-03-01T10:00:00Z");
      const { rows } = await services.db.$client.query(
        "select id from checkout.tenant where store_id = 'shop' and mode = 'live'",
      );
      await services.db.insert(upsellTable).values(
        Array.from({ length: 24 }, (_, n) => ({
          tenantId: rows[0].id,
          id: `ups_${(n * 7) % 24}`,
          name: ["apple", "Apple", "banana"][n % 3] as string,
          status: ["active", "draft"][n % 2] as string,
          productId: "p",
          triggerProducts: [],
          discountType: "percentage",
          discountValue: [9, 10, 100][n % 3] as number,
          placement: "cart",
          createdAt: new Date(at.getTime() + (n % 3) * 1000),
        })),
      );
      const query = `?sort=${sort}&order=${order}`;
      const whole: Row[] = (await call("GET", `${query}&per_page=100`)).body.data;
      const paged: Row[] = [];
      for (let page = 1; page <= 5; page++)
        paged.push(...(await call("GET", `${query}&per_page=5&page=${page}`)).body.data);
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
      expect(new Set(whole.map(({ id }) => id)).size).toBe(24);
      const values = whole.map(value);
      const ordered = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(order === "asc" ? ordered : ordered.reverse());
      expect(new Set(values).size).toBeGreaterThan(1);
    },
  );
});

describe("update", () => {
  test("update changes only the fields that are sent", async () => {
    const before = await create({ trigger_products: ["a"], placement: "cart", status: "active" });
    const { status, body } = await call("PUT", `/${before.id}`, {
      body: { discount: { type: "fixed_amount", value: 2.5 } },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, discount: { type: "fixed_amount", value: 2.5 }, updated_at: body.updated_at });
    expect(body.updated_at >= before.updated_at).toBe(true);
    const renamed = await call("PUT", `/${before.id}`, { body: { name: "New", trigger_products: [] } });
    expect(renamed.body).toEqual({ ...body, name: "New", trigger_products: [], updated_at: renamed.body.updated_at });
    expect((await call("GET", `/${before.id}`)).body).toEqual(renamed.body);
  });

  test.each<[string, object, string]>([
    ["nothing", {}, ""],
    ["an unknown field", { name: "New", colour: "red" }, "colour"],
    ["an id", { name: "New", id: "ups_other" }, "id"],
    ["a discount out of bounds", { discount: { type: "percentage", value: 0 } }, "discount.value"],
    ["half a discount", { discount: { value: 10 } }, "discount.type"],
    ["a null", { status: null }, "status"],
  ])("update refuses %s and changes nothing", async (_, body, field) => {
    const before = await create();
    const answer = await call("PUT", `/${before.id}`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    expect((await call("GET", `/${before.id}`)).body).toEqual(before);
  });
});

test("delete removes one offer, and a second delete is 404", async () => {
  const [gone, kept] = [await create({ name: "Gone" }), await create({ name: "Kept" })];
  expect(await call("DELETE", `/${gone.id}`)).toMatchObject({ status: 200, body: { id: gone.id, deleted: true } });
  expect((await call("DELETE", `/${gone.id}`)).status).toBe(404);
  expect((await call("GET", `/${gone.id}`)).status).toBe(404);
  expect(names(await call("GET", ""))).toEqual([kept.name]);
});

test("an unknown id is 404 with a message", async () => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    const { status, body } = await call(method, "/ups_none", method === "PUT" ? { body: { name: "x" } } : {});
    expect(status).toBe(404);
    expect(unkeyed(body.error)).toEqual({ code: "not_found", message: "Upsell ups_none does not exist." });
  }
});

test("another store's offer is not found and stays unchanged", async () => {
  const mine = await create({ name: "Mine" });
  const stranger = (method: string, path: string, sent: Sent = {}) =>
    services.call(method, upsells(path), { key: strangersKey, ...sent });
  const missing = (await stranger("GET", "/ups_none")).body.error.message.replace("ups_none", mine.id);
  for (const [method, body] of [["GET"], ["PUT", { name: "Theirs" }], ["DELETE"]] as const) {
    const answer = await stranger(method, `/${mine.id}`, body ? { body } : {});
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe(missing);
  }
  expect((await stranger("GET", `?search=${mine.id}`)).body).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await call("GET", `/${mine.id}`)).body).toEqual(mine);
});
