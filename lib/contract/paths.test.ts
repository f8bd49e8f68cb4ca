import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { affiliate } from "./affiliate/index.ts";
import { checkout } from "./checkout/index.ts";
import { ApiError } from "./errors.ts";
import { buildPath, createMatcher, isIdentifier } from "./paths.ts";

const match = createMatcher(checkout);

const hostile = [
  "",
  ".",
  "..",
  "...",
  "..%2Fsettings",
  "%2e%2e",
  "../settings",
  "a/b",
  "a\\b",
  "a;b",
  "a\0",
  "a\r\nX: y",
  " a",
  "a?b",
  "a#b",
  "a%2Fb",
  "a..b",
  ".a",
  "a.",
  ":a",
  "a:",
  "ä",
  "a\u2028",
  "\ud800",
  "a".repeat(65),
];

describe("matching", () => {
  test("matching finds an operation and its parameters", () => {
    const result = match("PUT", ["upsells", "ups_1"]);
    expect(result.found?.operation).toBe(checkout.upsells.update);
    expect(result).toMatchObject({ found: { resource: "upsells", name: "update" }, params: { id: "ups_1" } });
  });

  test("matching prefers a fixed segment to a parameter", () => {
    const contract = {
      things: {
        one: { ...checkout.upsells.get, path: "/things/:id" },
        all: { ...checkout.upsells.get, path: "/things/all" },
      },
    } as const;
    expect(createMatcher(contract)("GET", ["things", "all"]).found?.name).toBe("all");
  });

  test("matching reports the allowed methods of a path", () => {
    expect(match("PATCH", ["upsells", "ups_1"])).toEqual({ found: null, allowed: ["GET", "PUT", "DELETE"] });
    expect(match("POST", ["settings"])).toEqual({ found: null, allowed: ["GET", "PATCH"] });
  });

  test("matching finds no operation for an unknown path", () => {
    for (const segments of [
      [],
      [""],
      ["Upsells"],
      ["upsells", "1", "2"],
      ["reports"],
      ["v1", "upsells"],
      ["constructor"],
    ]) {
      expect(match("GET", segments)).toEqual({ found: null, allowed: [] });
    }
  });

  test.each(hostile)("matching refuses %j as an id", (id) => {
    expect(match("GET", ["upsells", id])).toEqual({ found: null, allowed: [] });
    expect(match("POST", ["webhooks", id, "test"]).found).toBeNull();
  });

  test.each(["ups_1", "gid:order:1001", "a.b", "1", "-", "_", "A".repeat(64)])("matching takes %j as an id", (id) => {
    expect(match("GET", ["upsells", id])).toMatchObject({ params: { id } });
  });
});

describe("arbitrary segments", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[./\\;\0%a-c:]{0,6}$/),
    fc.constantFrom(...hostile, "upsells", "orders", "results", "attribute"),
  );

  test("arbitrary segments never match with an id that could change a path", () => {
    const methods = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
    for (const contract of [checkout, affiliate]) {
      const find = createMatcher(contract);
      const shapes = fc.oneof(
        fc.array(nasty, { maxLength: 4 }),
        nasty.map((id) => ["orders", id]),
        nasty.map((id) => ["commissions", id, "approve"]),
        nasty.map((id) => ["analytics", "reports", id]),
      );
      fc.assert(
        fc.property(methods, shapes, (method, segments) => {
          const result = find(method, segments);
          if (!result.found) return;
          for (const value of Object.values(result.params)) {
            expect(value).not.toMatch(/[/\\;%?#\s\p{C}]|^\.|\.$|\.\./u);
            expect(value.length).toBeGreaterThan(0);
          }
          const url = new URL(`https://api.test/v1${buildPath(result.found.operation.path, result.params)}`);
          expect(decodeURIComponent(url.pathname).split("/").slice(2)).toEqual(segments);
        }),
        { numRuns: 3000 },
      );
    }
  });

  test("arbitrary segments are built into a path or refused, never reshaped", () => {
    fc.assert(
      fc.property(nasty, (id) => {
        if (isIdentifier(id)) expect(buildPath("/orders/:id", { id })).toBe(`/orders/${encodeURIComponent(id)}`);
        else expect(() => buildPath("/orders/:id", { id })).toThrow(ApiError);
      }),
    );
  });
});

describe("building", () => {
  test("building fills every parameter", () => {
    expect(buildPath("/settings")).toBe("/settings");
    expect(buildPath("/webhooks/:id/test", { id: "a:b" })).toBe("/webhooks/a%3Ab/test");
  });

  test("building names the parameter that is missing or no id", () => {
    expect(() => buildPath("/upsells/:id")).toThrow('"id" is missing');
    expect(() => buildPath("/upsells/:id", { id: ".." })).toThrow("id: Must be an ID");
  });
});
