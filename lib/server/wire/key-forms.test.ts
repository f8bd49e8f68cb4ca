import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connection, user } from "../../database/schema/desk.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { failure, openSecondDesk, type SecondShop } from "../../testing/second-desk.ts";

// How a key is sent if the specification does not say it. Without a setting, the form that works is found by trying.

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let serve: typeof import("../desk/serve.ts");
let shop: SecondShop;
let key = "";

beforeAll(async () => {
  desk = await openSecondDesk({ AFFILIATE_API_KEY_HEADER: "" });
  serve = await import("../desk/serve.ts");
  await desk.db.insert(user).values({ id: "ann", name: "Ann", email: "ann@test" });
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
  key = `live_next_key_of_${shop.id}`;
  desk.control.addKey(key, { store: shop.id });
});
afterEach(() => desk.control.reset());

const ask = (name: string, api: "checkout" | "affiliate", body: object = {}) => {
  const store = { id: shop.id, name: shop.id, currency: "EUR", timeZone: "UTC" };
  const membership = { person: { id: "ann", name: "Ann", email: "ann@test" }, store, role: "owner" } as const;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return serve.runDesk({ membership, mode: "live" }, "connections", name, { params: { api }, body }) as Promise<any>;
};
const replace = (api: "checkout" | "affiliate", key: string) => ask("replace", api, { key });
const check = (api: "checkout" | "affiliate") => ask("check", api);
const sentAs = async (api: string) =>
  (await ask("list", "affiliate")).data.find((row: { api: string }) => row.api === api).sent_as;

const forms = () =>
  desk.control.requests.map(({ headers: { authorization, "x-api-key": own } }) => {
    if (own !== undefined) return "x-api-key";
    return authorization?.startsWith("Bearer ") ? "bearer" : "bare";
  });
const rows = () => desk.db.select().from(audit).where(eq(audit.storeId, shop.id)).orderBy(audit.seq);

test.each([
  ["bearer", { form: "bearer", header: "Authorization" }, ["bearer"]],
  ["x-api-key", { form: "x_api_key", header: "X-API-Key" }, ["bearer", "x-api-key"]],
  ["bare", { form: "bare", header: "Authorization" }, ["bearer", "x-api-key", "bare"]],
] as const)(
  "an affiliate API that accepts a key as %s is connected without a setting",
  async (keys, sent_as, tried) => {
    desk.control.choices.keys = keys;
    expect(await replace("affiliate", key)).toMatchObject({ sent_as });
    expect(forms()).toEqual(tried);
    expect(await sentAs("affiliate")).toEqual(sent_as);
    // Every later call is sent in the form that worked, and no other is tried.
    desk.control.requests.length = 0;
    await shop.perform("affiliate", "payouts.list");
    await ask("probe", "affiliate");
    expect(new Set(forms())).toEqual(new Set(tried.slice(-1)));
  },
);

test("a checkout API is tried with Bearer, then with X-API-Key, and in no other form", async () => {
  desk.control.choices.keys = "x-api-key";
  expect(await replace("checkout", key)).toMatchObject({ sent_as: { form: "x_api_key" } });
  desk.control.choices.keys = "bare";
  desk.control.requests.length = 0;
  expect(await failure(replace("checkout", key))).toMatchObject({ code: "key_rejected" });
  expect(forms()).toEqual(["bearer", "x-api-key"]);
  expect(await sentAs("checkout")).toMatchObject({ form: "x_api_key" });
});

test("a key that is rejected in every form is not stored, and no form is tried twice", async () => {
  desk.control.keys.delete(key);
  expect(await failure(replace("affiliate", key))).toMatchObject({ status: 400, code: "key_rejected" });
  expect(forms()).toEqual(["bearer", "x-api-key", "bare"]);
  expect(await sentAs("affiliate")).toMatchObject({ form: "bearer" });
});

test("a key that the API answers with 403 is not sent in another form", async () => {
  desk.control.addKey(key, { store: shop.id, scopes: [] });
  desk.control.misbehave({ on: "GET /affiliates", fault: "error", status: 403 });
  desk.control.choices.keys = "bearer";
  expect(await replace("affiliate", key)).toMatchObject({ sent_as: { form: "bearer" } });
  expect(forms()).toEqual(["bearer"]);
});

test("a key is not reported as rejected if the API failed before every form was tried", async () => {
  desk.control.choices.keys = "x-api-key";
  desk.control.misbehave({ on: "GET /affiliates", fault: "error", status: 500 });
  expect(await failure(replace("affiliate", key))).toMatchObject({ status: 409, code: "key_unproven" });
  expect(forms()).toEqual(["bearer", "x-api-key"]);
});

test("a check tries a stored key that is rejected later in every form, and the audit records the new form", async () => {
  desk.control.choices.keys = "bearer";
  await replace("affiliate", key);
  desk.control.choices.keys = "x-api-key";
  expect(await failure(shop.perform("affiliate", "affiliates.list"))).toMatchObject({ code: "connection_rejected" });
  expect(await check("affiliate")).toEqual({ ok: true, code: null, message: null });
  expect(await sentAs("affiliate")).toEqual({ form: "x_api_key", header: "X-API-Key" });
  await shop.perform("affiliate", "affiliates.list");
  const noted = await rows();
  expect(noted.at(-1)).toMatchObject({
    operation: "form",
    actorName: "Ann",
    recordId: "affiliate",
    sent: { sent_as: "x_api_key" },
  });
  expect(JSON.stringify(noted)).not.toContain(key);

  // A check of a form that works changes nothing.
  await check("affiliate");
  await ask("probe", "affiliate");
  expect(await rows()).toHaveLength(noted.length);

  desk.control.choices.keys = "bare";
  expect(await ask("probe", "affiliate")).toMatchObject({ verdict: "accepted" });
  expect(await sentAs("affiliate")).toMatchObject({ form: "bare" });
  desk.control.keys.delete(key);
  expect(await check("affiliate")).toMatchObject({ ok: false, code: "connection_rejected" });
  expect(await sentAs("affiliate")).toMatchObject({ form: "bare" });
});

test("the next key is tried from the first form again, and a form is deleted with its key", async () => {
  desk.control.choices.keys = "bare";
  await replace("affiliate", key);
  desk.control.choices.keys = "bearer";
  const next = `live_third_key_of_${shop.id}`;
  desk.control.addKey(next, { store: shop.id });
  desk.control.requests.length = 0;
  expect(await replace("affiliate", next)).toMatchObject({ sent_as: { form: "bearer" } });
  expect(forms()).toEqual(["bearer"]);
  // After a change of the address, the row for the old one says nothing about the new one.
  await desk.db.update(connection).set({ baseUrl: "https://elsewhere.example.com/v1", keyForm: "bare" });
  expect(await sentAs("affiliate")).toBeNull();
  const { eraseForElsewhere } = await import("./connections.ts");
  await eraseForElsewhere();
  expect(await desk.db.$count(connection)).toBe(0);
});
