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

function ask(
  name: string,
  raw: object,
  { person = "ann", storeId = "shop", mode = "live", role = "merchant" }: Who = {},
) {
  const membership = {
    person: { id: person, name: person, email: `${person}@test` },
    store: { id: storeId, name: storeId, ...facts },
    role,
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return serve.runDesk({ membership, mode }, "annotations", name, { params: {}, ...raw }) as Promise<any>;
}
const note = (body: object, who?: Who) => ask("create", { body: { day: "2026-11-01", text: "Sale", ...body } }, who);
const texts = async (who?: Who, query = { from: "2026-11-01", to: "2026-11-30" }) =>
  (await ask("list", { query }, who)).data.map(({ text }: { text: string }) => text);
const change = (id: string, body: object, who?: Who) => ask("update", { params: { id }, body }, who);

test("an annotation is private until shared, belongs to one store and mode, and is listed with its days", async () => {
  const { id } = await note({ text: "Mine" });
  await note({ text: "Before", day: "2026-10-31" });
  expect(await texts()).toEqual(["Mine"]);
  for (const who of [{ person: "bob" }, { mode: "sandbox" }, { storeId: "other" }] as const) {
    expect(await texts(who)).toEqual([]);
  }
  await expect(change(id, { text: "x" }, { person: "bob", role: "owner" })).rejects.toMatchObject({ status: 404 });
  await change(id, { shared: true, day: "2026-11-02" });
  expect(await texts({ person: "bob" })).toEqual(["Mine"]);
  await expect(change(id, { text: "x" }, { person: "bob" })).rejects.toMatchObject({ status: 403 });
  await change(id, { text: "Ours" }, { person: "bob", role: "owner" });
  expect(await texts({}, { from: "2026-10-01", to: "2026-11-30" })).toEqual(["Before", "Ours"]);
  await ask("delete", { params: { id } });
  expect(await texts()).toEqual([]);
});

test("an analyst cannot share annotations, and an affiliate manager cannot read any", async () => {
  await expect(note({ shared: true }, { role: "analyst" })).rejects.toMatchObject({ status: 403 });
  const { id } = await note({}, { role: "analyst" });
  await expect(change(id, { shared: true }, { role: "analyst" })).rejects.toMatchObject({ status: 403 });
  await expect(texts({ role: "affiliate_manager" })).rejects.toMatchObject({ status: 403 });
});

test.each([{ day: "2026-02-30" }, { text: " " }, { text: "x".repeat(201) }])(
  "%j is refused as an annotation",
  async (body) => {
    await expect(note(body)).rejects.toMatchObject({ status: 400 });
  },
);
