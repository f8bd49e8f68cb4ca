import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import { store, user } from "../../database/schema/desk.ts";
import { openTestDesk } from "../../testing/desk.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("./serve.ts");
const facts = { currency: "EUR", timeZone: "UTC" };

beforeAll(async () => {
  desk = await openTestDesk();
  serve = await import("./serve.ts");
  for (const id of ["shop", "other"]) await desk.db.insert(store).values({ id, name: id, ...facts });
  for (const id of ["ann", "bob"]) await desk.db.insert(user).values({ id, name: id, email: `${id}@test` });
});
afterAll(() => desk.close());

type Who = { person?: string; storeId?: string; mode?: "live" | "sandbox"; role?: Role };

function ask(operation: string, raw: object = {}, who: Who = {}) {
  const { person = "ann", storeId = "shop", mode = "live", role = "merchant" } = who;
  const [resource = "", name = ""] = operation.split(".");
  const membership = {
    person: { id: person, name: person, email: `${person}@test` },
    store: { id: storeId, name: storeId, ...facts },
    role,
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return serve.runDesk({ membership, mode }, resource, name, { params: {}, ...raw }) as Promise<any>;
}

const params = { id: "exp_1" };

test("a plan belongs to one experiment, store and mode, and names who changed it", async () => {
  const weights = [
    { name: "control", weight: 2 },
    { name: "variant_a", weight: 1 },
  ];
  const names = [{ name: "variant_a", label: "Picture instead of words" }];
  await ask("experiment_plans.put", { params, body: { names: null, weights, effect: 0.1, sample: null } });
  const changed = await ask(
    "experiment_plans.put",
    { params, body: { names, weights, effect: 0.05, sample: 4000 } },
    { person: "bob", role: "owner" },
  );
  expect(changed).toMatchObject({ experiment: "exp_1", names, weights, effect: 0.05, sample: 4000, changed_by: "bob" });
  expect((await ask("experiment_plans.list", {}, { role: "analyst" })).data).toEqual([changed]);
  for (const who of [{ mode: "sandbox" }, { storeId: "other" }] as const) {
    expect((await ask("experiment_plans.list", {}, who)).data).toEqual([]);
  }
});

test.each([
  { names: null, weights: [{ name: "control", weight: 0 }], effect: null, sample: null },
  { names: null, weights: null, effect: 0, sample: null },
  { names: null, weights: null, effect: null, sample: 1.5 },
  { names: [{ name: "variant_a", label: " " }], weights: null, effect: null, sample: null },
  { names: [{ name: "variant_a", label: "a".repeat(61) }], weights: null, effect: null, sample: null },
])("%j is refused as a plan", async (body) => {
  await expect(ask("experiment_plans.put", { params, body })).rejects.toMatchObject({ status: 400 });
});

test("an analyst cannot change plans, and an affiliate manager cannot read them", async () => {
  const body = { names: null, weights: null, effect: null, sample: null };
  await expect(ask("experiment_plans.put", { params, body }, { role: "analyst" })).rejects.toMatchObject({
    status: 403,
  });
  await expect(ask("experiment_plans.list", {}, { role: "affiliate_manager" })).rejects.toMatchObject({ status: 403 });
});

test("notes are read by all who read experiments, and deleted by their author or an owner", async () => {
  const mine = await ask(
    "experiment_notes.create",
    { params, body: { text: "Closed\non Sunday" } },
    { role: "analyst" },
  );
  expect(mine).toMatchObject({ text: "Closed\non Sunday", author: "ann", mine: true });
  const [seen] = (await ask("experiment_notes.list", { params }, { person: "bob" })).data;
  expect(seen).toMatchObject({ id: mine.id, mine: false });
  for (const [other, who] of [
    [{ id: "exp_2" }, {}],
    [params, { mode: "sandbox" }],
    [params, { storeId: "other" }],
  ] as const) {
    expect((await ask("experiment_notes.list", { params: other }, who)).data).toEqual([]);
  }
  const remove = (who?: Who) => ask("experiment_notes.delete", { params: { ...params, note: mine.id } }, who);
  await expect(remove({ person: "bob" })).rejects.toMatchObject({ status: 403 });
  await expect(remove({ storeId: "other", role: "owner" })).rejects.toMatchObject({ status: 404 });
  await remove({ person: "bob", role: "owner" });
  expect((await ask("experiment_notes.list", { params })).data).toEqual([]);
});
