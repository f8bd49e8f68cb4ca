import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { NamedAffiliate } from "../../contract/desk/affiliate-names.ts";
import { openSecondDesk } from "../../testing/second-desk.ts";
import type { Caller } from "../wire/call.ts";

// The API neither searches nor reports totals.

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let names: typeof import("./affiliate-names.ts");

beforeAll(async () => {
  desk = await openSecondDesk();
  names = await import("./affiliate-names.ts");
});
afterAll(() => desk.close());
afterEach(() => desk.control.reset());

async function open() {
  const shop = await desk.newShop();
  const person = { id: "p", name: "P", email: "p@test" };
  const store = { id: shop.id, name: shop.id, currency: "EUR", timeZone: "UTC" };
  const caller: Caller = {
    membership: { person, store, role: "owner" },
    mode: "live",
    lane: "visible",
    actor: { kind: "person", id: "p", name: "P" },
  };
  const calls = (on: string) => desk.control.calls(on, shop.id).length;
  return { caller, calls };
}

const called = (found: NamedAffiliate[]) => Object.fromEntries(found.map(({ id, name }) => [id, name]));

test("many names are looked up in the list, and only once", async () => {
  const { caller, calls } = await open();
  const ids = ["11", "12", "13", "14", "22"];
  const expected = { 11: "Mira", 12: "Jon Lind", 13: "Ada Lind", 14: "Bo", 22: "Jo Lind" };
  expect(called(await names.lookUpNames(caller, ids))).toEqual(expected);
  const read = calls("GET /affiliates");
  expect(called(await names.lookUpNames(caller, ids))).toEqual(expected);
  expect(calls("GET /affiliates")).toBe(read);
  expect(calls("GET /affiliates/:id")).toBe(0);
});

test("a few names are read one by one, and a deleted affiliate is requested only once", async () => {
  const { caller, calls } = await open();
  for (let look = 0; look < 2; look++) {
    expect(called(await names.lookUpNames(caller, ["11", "99"]))).toEqual({ 11: "Mira", 99: null });
  }
  expect(calls("GET /affiliates/:id")).toBe(2);
  expect(calls("GET /affiliates")).toBe(0);
});

test("affiliates have no name if the API fails", async () => {
  const { caller } = await open();
  desk.control.misbehave({ on: "GET /affiliates/:id", fault: "error" });
  expect(await names.lookUpNames(caller, ["11"])).toEqual([]);
});

test("affiliates are found by a part of their name or email, in their own store only", async () => {
  const [one, other] = [await open(), await open()];
  await names.lookUpNames(other.caller, ["11"]);
  const found = await names.searchNames(one.caller, "JO");
  expect(found.complete).toBe(true);
  expect(found.data.map(({ name }) => name).toSorted()).toEqual(["Jo Lind", "Jon Lind"]);
  expect((await names.searchNames(one.caller, "mira@")).data).toMatchObject([
    { id: "11", email: "mira@partners.example" },
  ]);
  expect((await names.searchNames(one.caller, undefined)).data).toHaveLength(12);
});
