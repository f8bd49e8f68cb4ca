import { expect, test } from "vitest";
import { abilitiesOf, routesFor } from "../api/client.ts";
import { affiliate } from "./affiliate/index.ts";
import { checkout } from "./checkout/index.ts";
import type { Operation, Role } from "./define.ts";
import { missingFields, withoutFields } from "./extensions.ts";

const abilities = (hasExtensions: boolean, role: Role = "owner") => {
  const missing = (_resource: string, _name: string, operation: Operation) =>
    hasExtensions ? [] : missingFields(operation);
  return abilitiesOf({
    checkout: routesFor(checkout, role, missing),
    affiliate: routesFor(affiliate, role, missing),
    desk: {},
  });
};

test("our own services have every operation, field and word", () => {
  const { can, has } = abilities(true);
  expect(can("checkout", "bundles", "update")).toBe(true);
  expect(has("checkout", "upsells", "list", "search")).toBe(true);
  expect(has("affiliate", "links", "list", "sort", "clicks")).toBe(true);
});

test("another API has what the specification shows", () => {
  const { can, has } = abilities(false);
  expect([can("checkout", "bundles", "list"), can("checkout", "bundles", "update")]).toEqual([true, false]);
  expect([has("checkout", "bundles", "list"), has("checkout", "bundles", "update")]).toEqual([true, false]);
  expect(has("checkout", "bundles", "list", "status")).toBe(true);
  expect(has("checkout", "bundles", "list", "search")).toBe(false);
  expect(has("affiliate", "links", "list", "sort", "created_at")).toBe(true);
  expect(has("affiliate", "links", "list", "sort", "clicks")).toBe(false);
});

test("a role that may not call an operation still knows that the API has it", () => {
  const { can, has } = abilities(true, "analyst");
  expect([can("checkout", "upsells", "delete"), has("checkout", "upsells", "delete")]).toEqual([false, true]);
});

test("what an API lacks is left out of what it is sent", () => {
  const missing = missingFields(affiliate.links.list) ?? [];
  const sent = { status: "active", sort: "clicks", affiliate_id: "aff_1" };
  expect(withoutFields(sent, missing)).toEqual({ status: "active" });
});

test("an optional field keeps its mark, so an update sends another API no more than a creation does", () => {
  for (const { create, update } of [affiliate.affiliates, checkout.upsells]) {
    expect(missingFields(update)).toEqual(missingFields(create));
    expect(missingFields(update)).not.toEqual([]);
  }
});
