import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { desk as contract } from "../../contract/desk/index.ts";
import type { ApiError } from "../../contract/errors.ts";
import { member, store, user } from "../../database/schema/desk.ts";
import { openTestDesk } from "../../testing/desk.ts";

// The dashboard's own POSTs with an Idempotency-Key, as the browser sends them again after a double click or a lost response.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("./serve.ts");

const shop = { id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" };

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_URL: "" });
  serve = await import("./serve.ts");
  await desk.db.insert(store).values(shop);
  for (const id of ["ann", "bea"]) {
    await desk.db.insert(user).values({ id, name: id, email: `${id}@shop.test` });
    await desk.db.insert(member).values({ storeId: "shop", userId: id, role: "owner" });
  }
  await (await import("../wire/upstream.ts")).connectEmbedded(shop);
});
afterAll(() => desk.close());

type Raw = { params?: Record<string, string>; body?: unknown };

const post = (resource: string, name: string, key: string, { params = {}, body }: Raw, id = "ann") => {
  const person = { id, name: id, email: `${id}@shop.test` };
  const context = { membership: { person, role: "owner" as const, store: shop }, mode: "sandbox" as const };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return serve.runDesk(context as never, resource, name, { params, body, key }) as Promise<any>;
};
const failure = (call: Promise<unknown>) => call.catch((cause) => cause) as Promise<ApiError>;
const count = async (table: string) =>
  Number((await desk.db.execute(sql`select count(*) from ${sql.raw(table)}`)).rows[0]?.count);

const creations: [resource: string, body: object, table: string][] = [
  ["keys", contract.keys.create.example, "checkout.api_key"],
  ["invitations", { email: "mia@shop.test", role: "merchant" }, "desk.invitation"],
  ["annotations", contract.annotations.create.example, "desk.annotation"],
  ["views", contract.views.create.example, "desk.saved_view"],
  ["jobs", { kind: "export_csv", filter: {}, params: { resource: "bundles" } }, "desk.job"],
];

test.each(creations)(
  "%s: one key makes one record and one deed, and repeats the response",
  async (resource, body, table) => {
    const [before, deeds] = [await count(table), await count("desk.audit")];
    const first = await post(resource, "create", `key-${resource}`, { body });
    expect(await post(resource, "create", `key-${resource}`, { body })).toEqual(first);
    expect(await count(table)).toBe(before + 1);
    expect(await count("desk.audit")).toBe(deeds + 2);
  },
);

test("twenty calls at once with one key make one record, and leave connections for others", async () => {
  const before = await count("desk.annotation");
  const body = contract.annotations.create.example;
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("annotations", "create", "storm", { body })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await count("desk.annotation")).toBe(before + 1);
  const each = Array.from({ length: 20 }, (_, n) => post("annotations", "create", `storm-${n}`, { body }));
  expect(new Set((await Promise.all(each)).map(({ id }) => id)).size).toBe(20);
});

test("the same key with another body or another operation is refused in the words of the services", async () => {
  const body = contract.annotations.create.example;
  await post("annotations", "create", "mine", { body });
  const message = "This Idempotency-Key was already used for another request. Use a new one.";
  const reused = { status: 409, code: "idempotency_key_reused", message };
  expect(await failure(post("annotations", "create", "mine", { body: { ...body, text: "Other" } }))).toMatchObject(
    reused,
  );
  expect(await failure(post("keys", "create", "mine", { body: contract.keys.create.example }))).toMatchObject(reused);
  const another = await post("annotations", "create", "mine", { body }, "bea");
  expect(another.id).not.toBe((await post("annotations", "create", "mine", { body })).id);
  expect(await failure(post("annotations", "create", "two words", { body }))).toMatchObject({ status: 400 });
});

test("a refusal is repeated, and what does not fit the contract is not kept", async () => {
  const params = { id: "job_none" };
  const refused = await failure(post("jobs", "pause", "refused", { params }));
  expect(await failure(post("jobs", "pause", "refused", { params }))).toMatchObject({ status: refused.status });
  const body = contract.annotations.create.example;
  expect(await failure(post("annotations", "create", "fits", { body: {} }))).toMatchObject({ status: 400 });
  expect(await post("annotations", "create", "fits", { body })).toHaveProperty("id");
});

test("a secret that is shown once is kept encrypted, and a call that changes nothing is not kept", async () => {
  const { key } = await post("keys", "create", "secret", { body: contract.keys.create.example });
  await post("shoppers", "find", "find", { body: { email: "mira@example.com" } });
  const { rows } = await desk.db.execute<{ text: string }>(sql`select i::text as text from checkout.idempotency i`);
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).not.toMatch(new RegExp(`${key}|mira@|shoppers`));
});
