import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { affiliate } from "./affiliate/index.ts";
import { checkout } from "./checkout/index.ts";
import { type Contract, type Operation, operationsOf, type Role } from "./define.ts";
import { scopesOf } from "./scopes.ts";

// Copied from the tables in section 4 of each specification.
const specified: Record<string, string[]> = {
  checkout: [
    "GET /upsells",
    "POST /upsells",
    "GET /upsells/:id",
    "PUT /upsells/:id",
    "DELETE /upsells/:id",
    "GET /bundles",
    "POST /bundles",
    "GET /analytics/metrics",
    "GET /analytics/reports/:type",
    "GET /experiments",
    "GET /experiments/:id/results",
    "GET /orders/:id",
    "GET /settings",
    "PATCH /settings",
    "POST /webhooks",
    "POST /webhooks/:id/test",
    "GET /webhooks/:id/logs",
  ],
  affiliate: [
    "GET /affiliates",
    "GET /affiliates/:id",
    "POST /affiliates",
    "PUT /affiliates/:id",
    "DELETE /affiliates/:id",
    "GET /orders",
    "GET /orders/:id",
    "POST /orders/:id/attribute",
    "GET /commissions",
    "GET /commissions/:id",
    "PUT /commissions/:id/approve",
    "PUT /commissions/:id/reject",
    "GET /payouts",
    "GET /payouts/:id",
    "POST /payouts",
    "GET /links",
    "GET /links/:id",
    "POST /links",
    "DELETE /links/:id",
    "GET /analytics/summary",
    "GET /analytics/affiliates",
    "GET /analytics/products",
    "GET /analytics/clicks",
  ],
};

const addressOf = ({ method, path }: Operation) => `${method} ${path}`;

const isOurs = (field: unknown) => (field as z.ZodType | undefined)?.meta()?.extension === true;

const apis = [
  { api: "checkout", contract: checkout as Contract, count: 17, writers: ["owner", "merchant"] },
  { api: "affiliate", contract: affiliate as Contract, count: 23, writers: ["owner", "affiliate_manager"] },
] as const;

/** Who knows a secret of the shop can invent orders, so only owners set one. */
const ofOwners: string[] = ["/shop/sources/:platform", "/shop/shopify"];

describe.each(apis)("the $api contract", ({ api, contract, count, writers }) => {
  const operations = operationsOf(contract);

  test("a contract contains the whole specification and marks every other operation as an extension", () => {
    const ours = operations.filter(({ operation }) => operation.extension);
    const declared = operations.filter((one) => !ours.includes(one)).map(({ operation }) => addressOf(operation));
    expect(declared).toHaveLength(count);
    expect(declared.toSorted()).toEqual(specified[api]?.toSorted());
    for (const { operation } of ours) expect(declared).not.toContain(addressOf(operation));
  });

  test("requires for every operation a scope that a key can have", () => {
    for (const { operation } of operations) {
      expect(Object.keys(scopesOf[api])).toContain(operation.scope);
      const reads = operation.method === "GET" && operation.scope !== "webhooks:manage";
      expect(operation.scope?.startsWith("read:"), operation.path).toBe(reads);
    }
  });

  test("a contract allows analysts to read only, and other roles to use only their own side", () => {
    for (const { operation } of operations) {
      const writing: Role[] = ofOwners.includes(operation.path) ? ["owner"] : [...writers];
      const expected: Role[] = operation.method === "GET" ? [...writers, "analyst"] : writing;
      expect(operation.roles.toSorted(), `${operation.method} ${operation.path}`).toEqual(expected.toSorted());
    }
  });

  test("a contract has a valid example for every body", () => {
    for (const { operation } of operations) {
      expect(operation.example !== undefined, operation.path).toBe(operation.body !== undefined);
      if (operation.body) expect(operation.body.safeParse(operation.example).error).toBeUndefined();
    }
  });

  test("a contract refuses unknown fields in every body except that of settings", () => {
    for (const { operation } of operations.filter(({ resource }) => resource !== "settings")) {
      if (!operation.body) continue;
      const result = operation.body.safeParse({ ...operation.example, surprise: 1 });
      expect(result.error?.issues[0]?.code, operation.path).toBe("unrecognized_keys");
    }
  });

  test("a contract names as `before` an operation that reads the same record", () => {
    for (const { resource, operation } of operations) {
      if (operation.before === undefined) continue;
      const before = contract[resource]?.[operation.before];
      expect(before?.method).toBe("GET");
      expect(operation.path.startsWith(before?.path ?? "?")).toBe(true);
      expect(before?.path.includes(":")).toBe(operation.path.includes(":"));
    }
  });

  test("a contract describes every query parameter", () => {
    for (const { operation } of operations) {
      for (const field of Object.values(operation.query?.shape ?? {})) {
        expect((field as z.ZodType).description, operation.path).toBeTruthy();
      }
    }
  });

  test("a contract keeps the page size of its specification", () => {
    const lists = operations.filter(({ operation }) => operation.query && "per_page" in operation.query.shape);
    const shown = lists.filter(({ operation }) => !operation.extension && !isOurs(operation.query?.shape.per_page));
    expect(shown).toHaveLength(api === "checkout" ? 3 : 8);
    for (const { operation } of lists) {
      const query = operation.query as z.ZodObject;
      expect(query.parse({})).toEqual({ page: 1, per_page: api === "checkout" ? 20 : 25 });
      expect(query.parse({ page: "3", per_page: "100" })).toEqual({ page: 3, per_page: 100 });
      for (const bad of [{ per_page: "101" }, { per_page: "0" }, { page: "0" }, { page: "1.5" }, { page: "x" }]) {
        expect(query.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
      }
    }
  });
});

test("lists of the affiliate API have the specified parameters and name an unknown value in the refusal", () => {
  for (const resource of ["affiliates", "orders", "commissions", "payouts", "links"] as const) {
    const query: z.ZodObject = affiliate[resource].list.query;
    const specified = Object.keys(query.shape).filter((name) => !isOurs(query.shape[name]));
    expect(specified).toEqual(["page", "per_page", "status", "created_after", "sort", "order"]);
    expect(query.safeParse({ created_after: "2026-01-31", sort: "created_at", order: "desc" }).success).toBe(true);
    for (const [name, value] of Object.entries({
      status: "no-such",
      sort: "no-such",
      order: "up",
      created_after: "31.01.2026",
    })) {
      expect(query.safeParse({ [name]: value }).error?.issues.map((issue) => issue.path.join("."))).toEqual([name]);
    }
  }
  expect(affiliate.affiliates.list.query.safeParse({ status: "active" }).success).toBe(true);
});
