import { describe, expect, test } from "vitest";
import { affiliate } from "./affiliate/index.ts";
import { checkout } from "./checkout/index.ts";
import { type Contract, operationsOf, takesKey } from "./define.ts";
import { envelopeOf, eventMeanings, eventTypes, exampleOf } from "./events.ts";
import type { JsonSchema } from "./json-schema.ts";
import { openapi } from "./openapi.ts";

const about = { title: "Test", version: "1", description: "Test", serverUrl: "https://api.test/v1" };
const events = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    { summary: eventMeanings[type], schema: envelopeOf(type), example: exampleOf(type) },
  ]),
);
const apis = [
  { api: "checkout", contract: checkout as Contract, options: { ...about, events } },
  { api: "affiliate", contract: affiliate as Contract, options: about },
];

function at(document: unknown, ...keys: (string | number)[]): JsonSchema {
  return keys.reduce((value, key) => (value as JsonSchema)[key] as JsonSchema, document as JsonSchema);
}

describe.each(apis)("the $api document", ({ contract, options }) => {
  const document = openapi(contract, options);

  test("a document is the same text at every call and survives JSON", () => {
    expect(JSON.stringify(openapi(contract, options))).toBe(JSON.stringify(document));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("a document has every operation, with its scope, its errors and its rate-limit headers", () => {
    for (const { resource, name, operation } of operationsOf(contract)) {
      const path = operation.path.replace(/:(\w+)/g, "{$1}");
      const entry = at(document, "paths", path, operation.method.toLowerCase());
      expect(entry).toMatchObject({ operationId: `${resource}_${name}`, "x-required-scope": operation.scope });
      const ok = String(operation.status ?? 200);
      const reused = takesKey(operation) ? [409] : [];
      const own = [...new Set([...(operation.errors ?? []), ...reused, ...(operation.body ? [413, 415] : [])])].map(
        String,
      );
      const statuses = [ok, "400", "401", "403", "404", "429", "500", ...own];
      expect(Object.keys(at(entry, "responses")).toSorted()).toEqual(statuses.toSorted());
      expect(Object.keys(at(entry, "responses", ok, "headers"))).toContain("X-RateLimit-Remaining");
      if (operation.body) {
        expect(at(entry, "requestBody", "content", "application/json", "example")).toEqual(operation.example);
      }
    }
    expect(JSON.stringify(document)).not.toContain('"extension"');
  });

  test("refers only to components that it contains", () => {
    for (const [, reference = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      expect(at(document, ...reference.split("/")), reference).toBeDefined();
    }
  });
});

test("the document marks extensions", () => {
  const document = openapi(
    { things: { list: { ...checkout.upsells.list, path: "/things", extension: true } } } as Contract,
    about,
  );
  const list = at(document, "paths", "/things", "get");
  expect(list["x-extension"]).toBe(true);
  const parameters = list.parameters as JsonSchema[];
  expect(parameters.map((parameter) => [parameter.name, parameter["x-extension"] === true])).toEqual([
    ["page", false],
    ["per_page", false],
    ["status", true],
    ["placement", true],
    ["product_id", true],
    ["trigger_product", true],
    ["discount_type", true],
    ["discount_min", true],
    ["revenue_min", true],
    ["problem", true],
    ["leads_to", true],
    ["search", true],
    ["sort", true],
    ["order", true],
  ]);
  expect(JSON.stringify(at(list, "responses", "200"))).toContain('"x-extension":true');
});

test("the document shows path parameters with their values, headers, and which bodies are optional", () => {
  const report = at(openapi(checkout, about), "paths", "/analytics/reports/{type}", "get", "parameters", 0);
  expect(report).toMatchObject({
    name: "type",
    required: true,
    schema: { enum: expect.arrayContaining(["conversion_funnel"]) },
  });
  const paths = at(openapi(affiliate, about), "paths");
  expect(at(paths, "/payouts", "post", "parameters", 0)).toMatchObject({ name: "Idempotency-Key", in: "header" });
  expect(at(paths, "/commissions/{id}/reject", "put", "requestBody").required).toBe(false);
  expect(at(paths, "/payouts", "post", "requestBody").required).toBe(true);
});
