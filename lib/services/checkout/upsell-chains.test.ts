import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { upsell as upsellTable } from "../../database/schema/checkout.ts";
import { openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { createProblems } from "../create-problems.ts";

let services: TestServices;
let key: string;

const draft = { product_id: "prod_1", discount: { type: "percentage", value: 15 }, status: "active" };
const call = (method: string, path: string, sent: Sent = {}) =>
  services.call(method, `/checkout/v1/upsells${path}`, { key, ...sent });
const create = async (name: string, more: object = {}): Promise<string> => {
  const { status, body } = await call("POST", "", { body: { ...draft, name, ...more } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const change = (id: string, body: object) => call("PUT", `/${id}`, { body });
const read = async (id: string) => (await call("GET", `/${id}`)).body;

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
});
beforeEach(() => services.db.delete(upsellTable));
afterAll(() => services.close());

test("an offer leads to one offer once it is accepted and to another once it is declined, until nothing follows", async () => {
  const [more, less] = [await create("More"), await create("Less")];
  const first = await create("First", { next_accepted: more, next_declined: less });
  expect(await read(first)).toMatchObject({ next_accepted: more, next_declined: less });
  const listed = async (id: string) =>
    (await call("GET", `?leads_to=${id}`)).body.data.map(({ id }: { id: string }) => id);
  expect([await listed(more), await listed(less), await listed(first)]).toEqual([[first], [first], []]);
  await change(first, { next_accepted: null });
  expect(await read(first)).toMatchObject({ next_accepted: null, next_declined: less });
});

test.each<[string, (ids: Record<"a" | "b" | "c" | "d", string>) => [id: string, next: string], string]>([
  ["an offer that does not exist", ({ d }) => [d, "ups_none"], "There is no such offer."],
  ["itself", ({ d }) => [d, d], "An offer cannot follow itself."],
  ["the one before it", ({ a, b }) => [b, a], "That offer leads back to this one."],
  ["the first of its chain", ({ a, c }) => [c, a], "That offer leads back to this one."],
  ["a fourth after the third", ({ c, d }) => [c, d], "At most 3 offers follow one another, the first one included."],
  [
    "a chain of three after the first",
    ({ a, d }) => [d, a],
    "At most 3 offers follow one another, the first one included.",
  ],
])("an offer cannot lead to %s", async (_, which, message) => {
  const c = await create("C");
  const b = await create("B", { next_declined: c });
  const ids = { a: await create("A", { next_accepted: b }), b, c, d: await create("D") };
  const [id, next] = which(ids);
  for (const field of ["next_accepted", "next_declined"]) {
    const { status, body } = await change(id, { [field]: next });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field, message, key: expect.any(String) }]);
  }
  if (id === ids.d && next !== id) {
    expect((await call("POST", "", { body: { ...draft, name: "E", next_accepted: next } })).status).toBe(400);
  }
  expect(await read(id)).toMatchObject({ next_accepted: id === ids.a ? b : null });
});

test("an offer of another store does not exist", async () => {
  const other = await services.key({ store: "other-shop" });
  const { body } = await call("POST", "", { key: other.key, body: { ...draft, name: "Theirs" } });
  const { body: refused } = await change(await create("Mine"), { next_accepted: body.id });
  expect(refused.error.details).toMatchObject([{ field: "next_accepted", message: "There is no such offer." }]);
});

test("two people who save at once make no ring", async () => {
  for (let n = 0; n < 5; n++) {
    const [a, b] = [await create("A"), await create("B")];
    const answers = await Promise.all([change(a, { next_accepted: b }), change(b, { next_declined: a })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test("the chain ends before an offer that is deleted, and what only a deleted offer led to is switched off", async () => {
  const [last, shared] = [await create("Last"), await create("Shared")];
  const middle = await create("Middle", { next_accepted: last, next_declined: shared });
  const first = await create("First", { next_accepted: middle, next_declined: shared });
  await call("DELETE", `/${middle}`);
  expect(await read(first)).toMatchObject({ next_accepted: null, next_declined: shared });
  expect([(await read(last)).status, (await read(shared)).status]).toEqual(["inactive", "active"]);
  expect((await change(first, { name: "Renamed", next_accepted: null })).status).toBe(200);
});

test("a file says at once which chains would be refused", async () => {
  const c = await create("C");
  const b = await create("B", { next_declined: c });
  const a = await create("A", { next_accepted: b });
  const bodies = [b, a, "ups_none", null].map((next_accepted) => ({ ...draft, name: "New", next_accepted }));
  const found = await createProblems(services.db, { storeId: "shop", mode: "live" }, "upsells", bodies);
  expect(found.map((errors) => errors.map(({ field, key }) => [field, key]))).toEqual([
    [],
    [["next_accepted", "chainLong"]],
    [["next_accepted", "noOffer"]],
    [],
  ]);
});
