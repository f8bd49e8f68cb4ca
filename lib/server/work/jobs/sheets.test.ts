import { expect, test } from "vitest";
import type * as z from "zod";
import { exportedResources } from "../../../contract/desk/jobs.ts";
import { recordNames } from "../../../contract/record-words.ts";
import { toCsvLine } from "../../../csv.ts";
import { operationOf } from "../../wire/contracts.ts";
import { parseCsv } from "../csv.ts";
import { apiOf, leftOut, listOf, sheetOf, toBody, toCells } from "./sheets.ts";

// A field that an API shows, and its file does not, would be lost when the file is imported elsewhere.

function inner(schema: unknown): { def: Record<string, unknown> & { type: string } } {
  const { def } = schema as { def: Record<string, unknown> & { type: string } };
  const next = def.innerType ?? (def.type === "pipe" ? def.out : undefined);
  return next ? inner(next) : (schema as never);
}

/** The names of a record's fields, with those of a record inside it, such as `discount.type`. */
function pathsOf(schema: unknown, before = ""): string[] {
  return Object.entries((inner(schema) as unknown as z.ZodObject).shape).flatMap(([name, field]) => {
    const { def } = inner(field);
    return def.type === "object" ? pathsOf(inner(field), `${before}${name}.`) : [`${before}${name}`];
  });
}

const recordOf = (schema: z.ZodType) => {
  const list = inner(schema) as unknown as z.ZodObject;
  return (inner(list.shape.data) as unknown as z.ZodArray).element;
};

const files = exportedResources.filter((resource) => resource !== "audit");

test.each(files)("a file of %s has every field that the API shows, except those named as exceptions", (resource) => {
  const shown = pathsOf(recordOf(operationOf(listOf(resource)).response));
  const columns = sheetOf(resource).map(({ path }) => path);
  const has = (path: string) => columns.some((column) => column === path || path.startsWith(`${column}.`));
  const exceptions = Object.keys(leftOut[resource] ?? {});
  const isOf = (path: string) => (name: string) => path === name || path.startsWith(`${name}.`);
  expect(shown.filter((path) => !has(path) && !exceptions.some(isOf(path)))).toEqual([]);
  expect(exceptions.filter((name) => has(name) || !shown.some((path) => isOf(path)(name)))).toEqual([]);
  const names = sheetOf(resource).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test.each(recordNames)("a file of %s brings back every field that creating one takes", (resource) => {
  const taken = pathsOf(operationOf({ api: apiOf(resource), resource, operation: "create" }).body);
  const read = sheetOf(resource)
    .filter(({ form }) => form)
    .map(({ path }) => path);
  expect(taken.filter((path) => !read.some((column) => column === path || path.startsWith(`${column}.`)))).toEqual([]);
});

test.each([
  ["upsells", { name: "Kit", priority: 7, discount: { type: "percentage", value: 5 }, trigger_products: ["a|b"] }],
  [
    "upsells",
    {
      audience: { countries: ["AT", "DE"], cart_min: 20.5, affiliate: false },
      schedule: { starts_at: "2026-12-01T00:00:00Z", weekdays: ["monday", "friday"], daily_from: "18:00" },
      limits: { accepted_in_all: 5 },
      quantity: { least: 2, most: 4 },
      recommendation: { kind: "best_seller", category: "Tea, green", exclude: ["a|b", "c"] },
      share_percent: 40,
      next_accepted: "ups_1",
    },
  ],
  [
    "upsells",
    {
      texts: { de: { headline: "Passt | dazu", text: "a=b; \\ <b>" }, "pt-BR": { accept: "Sim", decline: "Não" } },
      image_url: "https://shop.example/a.jpg?b=1|2",
    },
  ],
  [
    "affiliates",
    { email: "a@b.example", own_rate: false, commission_rate: 12.5, metadata: { a: "x;=1", b: 2, c: null } },
  ],
  ["affiliates", { own_rate: true, metadata: {}, notes: "- one\n- two" }],
  ["links", { affiliate_id: "aff_1", destination_url: "https://shop.example/?a=1;b=2", utm_source: "'=x" }],
])("what a file of %s says is read back as it was: %j", (resource, record) => {
  const { rows } = parseCsv(`${sheetOf(resource).map(({ name }) => name)}\r\n${toCsvLine(toCells(resource, record))}`);
  expect(toBody(sheetOf(resource), rows[1]?.cells ?? [])).toEqual(record);
});
