import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import { store, user } from "../../database/schema/desk.ts";
import { openTestDesk } from "../../testing/desk.ts";

// The sandbox uses our own services. The checkout API of live mode is another server.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("./serve.ts");

const facts = { currency: "EUR", timeZone: "Europe/Berlin" };
let id = "";
let count = 0;

beforeAll(async () => {
  desk = await openTestDesk();
  serve = await import("./serve.ts");
  await desk.db.insert(user).values({ id: "ann", name: "Ann", email: "ann@test" });
});
afterAll(() => desk.close());
beforeEach(async () => {
  id = `store-${++count}`;
  await desk.db.insert(store).values({ id, name: id, ...facts });
  const { connectEmbedded } = await import("../wire/upstream.ts");
  await connectEmbedded({ id, name: id, ...facts });
});

type Who = { mode?: "live" | "sandbox"; role?: Role };

async function ask(resource: string, name: string, body?: object, { mode = "sandbox", role = "owner" }: Who = {}) {
  const [row] = await desk.db.select().from(store).where(sql`id = ${id}`);
  if (!row) throw new Error("There is no store.");
  const membership = { person: { id: "ann", name: "Ann", email: "ann@test" }, store: row, role };
  return serve.runDesk({ membership, mode }, resource, name, { params: {}, body });
}

async function tenants() {
  const { rows } = await desk.db.execute<{ currency: string; time_zone: string }>(sql`
    select currency, time_zone from checkout.tenant where store_id = ${id}
    union all select currency, time_zone from affiliate.tenant where store_id = ${id}`);
  return rows.map(({ currency, time_zone }) => `${currency} ${time_zone}`);
}

const operations = async () => {
  const { rows } = await desk.db.execute<{ operation: string }>(
    sql`select distinct operation from desk.audit where store_id = ${id} and outcome = 'ok'`,
  );
  return rows.map(({ operation }) => operation);
};

test("a store gets another name, currency and time zone, in both modes of both services", async () => {
  expect(await ask("store", "get")).toMatchObject({ name: id, currency: "EUR", currency_fixed: false });
  const changes = { name: "Green Bottle", currency: "JPY", time_zone: "Asia/Tokyo" };
  expect(await ask("store", "update", changes)).toEqual({ id, ...changes, currency_fixed: false });
  expect(await ask("store", "get", undefined, { role: "analyst" })).toMatchObject(changes);
  expect(await tenants()).toEqual(Array(4).fill("JPY Asia/Tokyo"));
  expect(await ask("store", "update", { name: "Blue Bottle" })).toMatchObject({ ...changes, name: "Blue Bottle" });
  expect(await operations()).toEqual(["update"]);
});

test("once something has an amount in either mode, the currency stays, and the rest can be changed", async () => {
  await desk.db.execute(sql`
    insert into checkout.product (tenant_id, id, title, price, source)
    select id, 'prod_mug', 'Mug', 1250, 'file' from checkout.tenant where store_id = ${id} and mode = 'live'`);
  expect(await ask("store", "get")).toMatchObject({ currency_fixed: true });
  await expect(ask("store", "update", { currency: "JPY", name: "Green" })).rejects.toMatchObject({
    status: 400,
    details: [{ field: "currency" }],
  });
  expect(await ask("store", "get")).toMatchObject({ name: id, currency: "EUR" });
  expect(await ask("store", "update", { currency: "EUR", time_zone: "UTC" })).toMatchObject({ time_zone: "UTC" });
  expect(await tenants()).toEqual(Array(4).fill("EUR UTC"));
});

test.each<[string, string, object | undefined]>([
  ["store", "update", { name: "Mine" }],
  ["sandbox", "reset", undefined],
])("only an owner may call %s.%s", async (resource, name, body) => {
  for (const role of ["merchant", "affiliate_manager", "analyst"] as const) {
    await expect(ask(resource, name, body, { role })).rejects.toMatchObject({ status: 403 });
  }
});

test("the sandbox is emptied as often as somebody asks, and live never", async () => {
  await desk.db.execute(sql`
    insert into checkout.product (tenant_id, id, title, price, source)
    select id, 'prod_mug', 'Mug', 1250, 'file' from checkout.tenant where store_id = ${id}`);
  const modes = async () => {
    const { rows } = await desk.db.execute<{ mode: string }>(sql`
      select mode from checkout.product join checkout.tenant on tenant.id = tenant_id where store_id = ${id} order by mode`);
    return rows.map(({ mode }) => mode);
  };
  expect(await modes()).toEqual(["live", "sandbox"]);
  await expect(ask("sandbox", "reset", undefined, { mode: "live" })).rejects.toMatchObject({ status: 409 });
  expect(await modes()).toEqual(["live", "sandbox"]);
  for (let time = 0; time < 2; time++) expect(await ask("sandbox", "reset")).toEqual({ emptied: true });
  expect(await modes()).toEqual(["live"]);
  expect(await operations()).toEqual(["reset"]);
});
