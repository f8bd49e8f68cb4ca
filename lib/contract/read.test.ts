import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { checkout } from "./checkout/index.ts";
import type { Upsell } from "./checkout/upsells.ts";
import type { Page } from "./common.ts";
import type { Result } from "./define.ts";
import { readFlag, readList, readNested, readNumber, readRecord, withTotal } from "./read.ts";
import { readAs } from "./read-as.ts";

test("only numbers and numeric texts are read as numbers", () => {
  expect(["1", "12.50", " -3 ", 0, 4.5].map(readNumber)).toEqual([1, 12.5, -3, 0, 4.5]);
  for (const value of ["", "1,234", "1e3", "0x10", "12 EUR", null, true, [], {}, Number.NaN, Infinity]) {
    expect(readNumber(value)).toBeUndefined();
  }
  expect(["true", 1, "0", false, "yes", null].map(readFlag)).toEqual([true, true, false, false, undefined, undefined]);
});

test("a record may be bare, under `data` or under its own name", () => {
  const record = { id: "1", name: "x" };
  for (const body of [record, { data: record }, { upsell: record }, { success: true, data: record }]) {
    expect(readRecord(body, "upsell")).toEqual(record);
  }
  const event = { id: "evt_1", data: { upsell_id: "1" } };
  expect(readRecord(event)).toBe(event);
  expect([null, "", [], 3].map((body) => readRecord(body))).toEqual([{}, {}, {}, {}]);
});

describe("lists", () => {
  const rows = [{ id: "1" }, { id: "2" }];
  const read = (body: unknown) => readList(body, "upsells", ({ id }) => id);

  test.each([
    { body: { data: rows, pagination: { page: 2, per_page: 20, total: 42 } }, page: [2, 20, 42] },
    { body: { data: rows, meta: { current_page: "2", per_page: "20", total: "42" } }, page: [2, 20, 42] },
    { body: { data: rows, page: 2, limit: 20, total_count: 42 }, page: [2, 20, 42] },
    { body: { data: rows, page: 1, totalCount: 42 }, page: [1, 2, 42] },
    { body: { data: rows, meta: { page: 2, limit: 20 }, totalCount: "42" }, page: [2, 20, 42] },
    { body: { data: { upsells: rows, count: 42 } }, page: [1, 2, 42] },
    { body: { data: rows, count: 42 }, page: [1, 2, 42] },
    { body: { data: rows, limit: 20, count: 2 }, page: [1, 20, 2] },
    // A count that equals the number of rows may be the count of this page only.
    { body: { data: rows, count: 2 }, page: [1, 2, null] },
    { body: { data: rows, limit: 2, count: 2 }, page: [1, 2, null] },
    { body: { data: rows, meta: { page: 3, limit: 20, count: 2 } }, page: [3, 20, null] },
    { body: { data: rows, total: "18.50" }, page: [1, 2, null] },
    { body: { data: rows }, page: [1, 2, null] },
    { body: rows, page: [1, 2, null] },
    { body: { upsells: rows }, page: [1, 2, null] },
    { body: { data: { upsells: rows } }, page: [1, 2, null] },
    { body: { items: rows, total: 0 }, page: [1, 2, 0] },
  ])("lists are read from %j", ({ body, page: [page, per_page, total] }) => {
    expect(read(body)).toEqual({ data: ["1", "2"], pagination: { page, per_page, total } });
  });

  test("lists take their total from X-Total-Count if the body has none", () => {
    const total = (body: unknown, header: string | null) => withTotal(read(body), header).pagination.total;
    expect(total(rows, "42")).toBe(42);
    expect(total({ data: rows, total: 41 }, "42")).toBe(41);
    expect([null, "", "many", "-1", "1.5"].map((header) => total(rows, header))).toEqual(Array(5).fill(null));
    // A single record has no total.
    const record = { id: "1" };
    expect(withTotal(record, "42")).toBe(record);
  });

  test("lists are empty if the body has no list, and tell an empty list from a missing one", () => {
    for (const body of [null, "", {}, { data: null }, { message: "Hello" }]) {
      expect(read(body)).toMatchObject({ data: [], listed: false });
    }
    for (const body of [[], { data: [] }, { data: [1, null] }, { data: { upsells: [] } }]) {
      expect(read(body).data).toEqual([]);
      expect(read(body)).not.toHaveProperty("listed");
    }
  });
});

describe("reading by a schema", () => {
  const schema = z.looseObject({
    id: z.string(),
    amount: z.number().optional(),
    ids: z.array(z.string()).optional(),
    on: z.boolean().nullish(),
    inner: z.looseObject({ n: z.number().int().optional() }).optional(),
    rows: z.array(z.looseObject({ n: z.number() })).optional(),
    free: z.unknown(),
  });

  test("reading by a schema accepts each declared type in any spelling and keeps undeclared fields", () => {
    const raw = {
      id: 7,
      amount: "1.5",
      ids: [1, { id: "b" }],
      on: "true",
      inner: { n: "3", x: 1 },
      rows: [{ n: "1" }, 9],
    };
    expect(readAs(schema, { ...raw, free: { a: null }, other: "12" })).toEqual({
      id: "7",
      amount: 1.5,
      ids: ["1", "b"],
      on: true,
      inner: { n: 3, x: 1 },
      rows: [{ n: 1 }],
      free: { a: null },
      other: "12",
    });
  });

  test("reading by a schema leaves out absent, null and unreadable values", () => {
    expect(Object.keys(readAs(schema, { amount: null, ids: "a,b", on: "maybe", inner: [] }))).toEqual(["id"]);
    expect(readAs(schema, {})).toEqual({ id: "" });
  });

  test("reading by a schema keeps a key named __proto__ from becoming a prototype", () => {
    const read = readAs(schema, JSON.parse('{"id":"1","__proto__":{"amount":5}}'));
    expect(read.amount).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });
});

test("nested objects can come as flat fields", () => {
  const flat = { type: "discount_type", value: "discount_value" };
  expect(readNested({ discount_type: "percentage", discount_value: 0 }, "discount", flat)).toEqual({
    type: "percentage",
    value: 0,
  });
  expect(readNested({ discount: { type: "a", note: 1 }, discount_type: "b" }, "discount", flat)).toEqual({
    type: "a",
    note: 1,
  });
  expect(readNested({ discount: null, discount_type: null }, "discount", flat)).toBeUndefined();
});

test("a screen receives the normaliser's type, or else the type of the response", () => {
  expectTypeOf<Result<typeof checkout.upsells.list>>().toEqualTypeOf<Page<Upsell>>();
  expectTypeOf<Result<typeof checkout.upsells.get>>().toEqualTypeOf<Upsell>();
  expectTypeOf<Result<typeof checkout.upsells.delete>>().toHaveProperty("deleted");
  expect(checkout.upsells.list.normalize([])).toMatchObject({ data: [] });
});
