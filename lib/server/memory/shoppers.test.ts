import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import { shopperIds } from "../../contract/desk/shoppers.ts";
import type { ApiError } from "../../contract/errors.ts";
import { member, store, user } from "../../database/schema/desk.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { remembered } from "../../database/schema/desk-work.ts";
import { openTestDesk } from "../../testing/desk.ts";

// One shopper in both services and in the dashboard, found and erased.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let shoppers: typeof import("./shoppers.ts");
let upstream: typeof import("../wire/upstream.ts");

const shop = { id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" };
const place = { storeId: "shop", mode: "sandbox" } as const;
const maker = { actor: { kind: "person", id: "ann", name: "Ann" }, path: "/shoppers" } as const;
const mira = { email: "Mira.L@Example.com", customer: "cus-4711", visitor: "visitor-mira-1" };
const jon = { email: "jon@example.com", customer: "cus-4712", visitor: "visitor-jon-1" };
const keys: Record<string, string> = {};

/** The signed tickets by visitor. */
const tickets: Record<string, string> = {};

async function send(service: "checkout" | "affiliate", path: string, body: object, more = {}) {
  const answer = await upstream.serveEmbedded(
    new Request(`http://desk.test/services/${service}/storefront/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys[service]}`, "content-type": "application/json", ...more },
      body: JSON.stringify(body),
    }),
  );
  const said = await answer.text();
  if (!answer.ok || said.includes('"status":"rejected"')) throw new Error(said);
  return JSON.parse(said);
}

async function buys({ email, customer, visitor }: typeof mira, n: string) {
  const occurred_at = new Date().toISOString();
  const order = { order_id: `ord-${n}`, platform_order_id: `shop-${n}`, customer_id: customer };
  await send("checkout", "events", {
    events: [
      { type: "visit", id: `v-${n}`, occurred_at, visitor_id: visitor },
      { type: "order.placed", id: `p-${n}`, occurred_at, visitor_id: visitor, ...order, total: 54 },
      {
        type: "order.edited",
        id: `e-${n}`,
        occurred_at,
        ...order,
        edit_type: "items",
        amount_changed: 6,
        new_total: 60,
      },
    ],
  });
  const accepted = { upsell_id: "ups_1", visitor_id: visitor };
  const { id, ticket } = await send("checkout", "tickets", accepted, { "idempotency-key": n });
  await send("checkout", `tickets/${id}/redeem`, { ...order, charged: 9 });
  tickets[visitor] = ticket;
  await send("affiliate", "orders", {
    orders: [
      {
        type: "order.placed",
        external_id: `shop-${n}`,
        occurred_at,
        currency: "EUR",
        subtotal: 5400,
        total: 5400,
        customer_email: email,
        customer_id: customer,
        ip: "192.0.2.7",
      },
    ],
  });
  const body = JSON.stringify({
    id: n,
    customer: { id: customer, email },
    shipping_address: { name: `Recipient ${customer}` },
  });
  await desk.db.execute(sql`
    insert into checkout.shop_delivery (tenant_id, id, platform, delivery_id, topic, body, status, due_at)
    select id, ${`shd_${n}`}, 'shopify', ${n}, 'orders/create', ${Buffer.from(body)}, 'applied', null
    from checkout.tenant where store_id = 'shop' and mode = 'sandbox'`);
  await desk.db
    .insert(remembered)
    .values({ ...place, kind: "customer", id: customer })
    .onConflictDoNothing();
}

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_URL: "", CHECKOUT_SANDBOX_API_URL: "" });
  shoppers = await import("./shoppers.ts");
  upstream = await import("../wire/upstream.ts");
  await desk.db.insert(store).values(shop);
  await desk.db.insert(user).values({ id: "ann", name: "Ann", email: "ann@shop.test" });
  await desk.db.insert(member).values({ storeId: "shop", userId: "ann", role: "owner" });
  await upstream.connectEmbedded(shop);
  for (const service of ["checkout", "affiliate"] as const) {
    const scopes = [upstream.storefrontScopes[service]];
    const made = await upstream.createApiKey(desk.db, { ...place, name: "Shop", scopes });
    keys[service] = made.key;
  }
  const [tenantId, offer] = [sql`(select id from checkout.tenant where mode = 'sandbox')`, "ups_1"];
  await desk.db.execute(
    sql`insert into checkout.product (tenant_id, id, title, price, source) select ${tenantId}, 'p', 'P', 1000, 'api'`,
  );
  await desk.db.execute(sql`insert into checkout.upsell
    (tenant_id, id, name, status, product_id, trigger_products, discount_type, discount_value, placement)
    select ${tenantId}, ${offer}, 'Offer', 'active', 'p', '{}', 'percentage', 10, 'cart'`);
  await buys(mira, "1");
  await buys(mira, "2");
  await buys(jon, "3");
});
afterAll(() => desk.close());

/** In how many rows of all tables a text stands, also within bytes. */
async function traces(needle: string): Promise<Record<string, number>> {
  const { rows: tables } = await desk.db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('checkout', 'affiliate', 'desk') and table_type = 'BASE TABLE'`);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await desk.db.execute<{ n: number }>(sql`
      select count(*)::int as n from ${sql.raw(name)} t
      where t::text ilike ${`%${needle}%`} or t::text ilike ${`%${Buffer.from(needle).toString("hex")}%`}`);
    if (rows[0]?.n) found[name] = rows[0].n;
  }
  return found;
}

async function sums() {
  const tables = [
    "checkout.daily_total",
    "checkout.daily_upsell",
    "checkout.experiment_sum",
    "affiliate.affiliate_total",
  ];
  const read = tables.map((name) => desk.db.execute(sql`select * from ${sql.raw(name)} order by 1, 2`));
  const orders = desk.db.execute(sql`
    select id, total, edited, refunded, counted, day from checkout.order union all
    select id, total, 0, refunded_amount, true, day from affiliate.order order by 1`);
  return (await Promise.all([...read, orders])).map(({ rows }) => rows);
}

test("a shopper's data of both services is found by the email, and no other shopper's", async () => {
  const file = await shoppers.shopperFile(place, { email: "mira.l@example.COM" }, maker);
  const text = JSON.stringify(file);
  for (const id of [mira.email, mira.customer, mira.visitor, `Recipient ${mira.customer}`, "ord-1", "ord-2"])
    expect(text).toContain(id);
  for (const id of [...Object.values(jon), "ord-3"]) expect(text).not.toContain(id);
  expect(file).toMatchObject({
    orders: [{}, {}],
    tickets: [{}, {}],
    affiliate_orders: [{}, {}],
    shop_deliveries: [{}, {}],
  });
  expect(text).not.toMatch(/ip_hash|tenant_id/);
});

test("an erased shopper stands nowhere any more, while every sum and every other shopper stays", async () => {
  const before = await sums();
  const others = await Promise.all(Object.values(jon).map(traces));
  const erased = await shoppers.forgetShopper(place, { customer_id: mira.customer }, maker);
  const [, signed = ""] = (tickets[mira.visitor] ?? "").split(".");
  expect(Buffer.from(signed, "base64url").toString()).toContain(mira.visitor);
  expect(await traces(signed)).toEqual({});
  expect(erased.rows).toMatchObject({ orders: 2, tickets: 2, affiliate_orders: 2, shop_deliveries: 2, remembered: 1 });
  for (const id of Object.values(mira)) expect(await traces(id), id).toEqual({});
  expect(await sums()).toEqual(before);
  expect(await Promise.all(Object.values(jon).map(traces))).toEqual(others);

  // A later edit still finds the order, and the webhook that tells it is valid.
  await send("checkout", "events", {
    events: [
      {
        type: "order.edited",
        id: "late",
        occurred_at: new Date().toISOString(),
        edit_type: "items",
        order_id: "ord-1",
        platform_order_id: "shop-1",
        amount_changed: -10,
        new_total: 50,
      },
    ],
  });
  const { rows } = await desk.db.execute(sql`select edited from checkout.order where id = 'ord-1'`);
  expect(rows).toEqual([{ edited: expect.anything() }]);
  const again = await shoppers.shopperFile(place, { email: mira.email, customer_id: mira.customer }, maker);
  expect(Object.values(again).filter(Array.isArray).flat()).toEqual([]);
});

test("the activity says that a shopper was exported and erased, without who it was", async () => {
  const rows = await desk.db.select().from(audit);
  const deeds = rows.filter(({ resource }) => resource === "shoppers");
  expect(deeds.map(({ operation }) => operation)).toEqual(["export", "erase", "export"]);
  expect(deeds[1]).toMatchObject({ sent: { given: ["customer_id"] }, recordId: expect.stringMatching(/^erased_/) });
});

test("an owner finds a shopper, gets the file and erases the shopper, and no entry of the activity has the ids", async () => {
  const { runDesk } = await import("../desk/serve.ts");
  const ask = (name: string, body: object, role: Role = "owner") => {
    const person = { id: "ann", name: "Ann", email: "ann@shop.test", locale: null, timeZone: null };
    const membership = { person, role, store: { ...shop, role }, sessionId: "session" };
    return runDesk({ membership, mode: "sandbox" } as never, "shoppers", name, { params: {}, body }) as never;
  };
  const before = (await desk.db.select().from(audit)).length;
  const failure = (body: object) => Promise.resolve(ask("erase", body)).catch((cause: ApiError) => cause);
  const wrong = { status: 400, details: [{ field: "email", message: "Must be an email address." }] };
  expect(await failure({ email: "jon" })).toMatchObject(wrong);
  expect(await failure({})).toMatchObject({ status: 400, details: [{ message: expect.stringMatching(/^Enter an/) }] });

  const body = { email: jon.email };
  const found: { rows: Record<string, number> } = await ask("find", body);
  expect(found.rows).toMatchObject({ orders: 1, affiliate_orders: 1, shop_deliveries: 1, remembered: 1, clicks: 0 });
  expect(await desk.db.select().from(audit)).toHaveLength(before);
  expect(JSON.stringify(await ask("export", body))).toContain("ord-3");
  const file: Record<string, unknown[]> = await ask("export", body);
  for (const [kind, count] of Object.entries(found.rows)) expect(file[kind], kind).toHaveLength(count);

  const erased: typeof found & { reference: string } = await ask("erase", body);
  expect(erased.rows).toMatchObject({ orders: 1, remembered: 1 });
  for (const id of Object.values(jon)) expect(await traces(id), id).toEqual({});
  const { rows }: typeof found = await ask("find", body);
  expect(Object.values(rows).filter((count) => count > 0)).toEqual([]);
  const entries = (await desk.db.select().from(audit)).slice(before);
  expect(entries.map(({ operation, actorId, role }) => [operation, actorId, role])).toEqual([
    ["export", "ann", "owner"],
    ["export", "ann", "owner"],
    ["erase", "ann", "owner"],
  ]);
  for (const role of ["merchant", "affiliate_manager", "analyst"] as const)
    expect(await Promise.resolve(ask("find", body, role)).catch((cause) => cause)).toMatchObject({ status: 403 });
});

test.each([{}, { email: "no address" }, { customer_id: "" }, { email: "a@b.example", name: "x" }])(
  "a shopper is not looked for by %j",
  (ids) => {
    expect(shopperIds.safeParse(ids).success).toBe(false);
  },
);
