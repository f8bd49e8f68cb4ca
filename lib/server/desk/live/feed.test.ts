import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { partnerApplication } from "../../../database/schema/desk-partners.ts";
import { emit } from "../../../services/delivery/emit.ts";
import { provision } from "../../../services/tenants.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { serveDeskForTests } from "../../../testing/live.ts";

// The sandbox is our own service here, and the live mode is another API.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let web: Awaited<ReturnType<typeof serveDeskForTests>>;
let feed: typeof import("./feed.ts");
let store = "";
let stores = 0;
let orders = 0;

beforeAll(async () => {
  desk = await openTestDesk();
  web = await serveDeskForTests();
  feed = await import("./feed.ts");
});
afterAll(async () => {
  await web.close();
  await desk.close();
});
beforeEach(async () => {
  store = `shop-${++stores}`;
  await web.newStore(store);
  await provision(desk.db, { storeId: store, currency: "EUR", timeZone: "UTC" });
  await feed.readOn();
});

async function cancel(mode = "sandbox", before?: () => Promise<unknown>): Promise<string> {
  const { rows } = await desk.db.execute<{ id: number }>(
    sql`select id from checkout.tenant where store_id = ${store} and mode = ${mode}`,
  );
  const orderId = `ord-${++orders}`;
  const data = { order_id: orderId, platform_order_id: orderId, total: 5, service_revenue: 1 } as never;
  await desk.db.transaction(async (tx) => {
    await emit(tx, rows[0]?.id ?? 0, { type: "order.cancelled", data, orderId, customerId: `cus-${orders}` });
    await before?.();
  });
  return orderId;
}

const seen = async () =>
  (await desk.db.execute(sql`select mode, type from desk.seen_event where store_id = ${store}`)).rows;

test("an event of our own service is taken once, however often it is read", async () => {
  const order = await cancel();
  await feed.readOn();
  await feed.readOn();
  expect(await seen()).toEqual([{ mode: "sandbox", type: "order.cancelled" }]);
  await (await import("../../memory/remembered-records.ts")).flushRemembered();
  const { rows } = await desk.db.execute(sql`select id from desk.remembered where kind = 'order' and id = ${order}`);
  expect(rows).toHaveLength(1);
});

test("an event of the affiliate service has its data for those who read news, and is no order of the checkout service", async () => {
  const data = {
    commission_id: "com_1",
    affiliate_id: "aff_1",
    order_id: "aff-order-1",
    type: "sale",
    status: "pending",
  };
  const { rows } = await desk.db.execute<{ id: number }>(
    sql`select id from checkout.tenant where store_id = ${store} and mode = 'sandbox'`,
  );
  await desk.db.insert(partnerApplication).values({
    id: "app_1",
    storeId: store,
    mode: "sandbox",
    email: "mira@example.com",
    locale: "en",
    affiliateId: "aff_1",
    answers: [],
    consentedAt: new Date(),
    confirmedAt: new Date(),
    tokenHash: Buffer.from("token"),
    details: { first_name: "Mira", last_name: "Berg" },
  });
  await desk.db.transaction((tx) =>
    emit(tx, rows[0]?.id ?? 0, {
      type: "commission.created",
      data: { ...data, amount: 250, currency: "EUR", eligible_at: new Date().toISOString(), flags: [] },
    }),
  );
  await feed.readOn();
  const queued = await desk.db.execute(sql`select kind from desk.mail where store_id = ${store}`);
  expect(queued.rows).toEqual([{ kind: "first_sale" }]);
  await (await import("../../memory/remembered-records.ts")).flushRemembered();
  expect((await desk.db.execute(sql`select id from desk.remembered where id = 'aff-order-1'`)).rows).toEqual([]);
});

test("events of our own service are ignored in a mode that uses another API", async () => {
  await cancel("live");
  await feed.readOn();
  expect(await seen()).toEqual([]);
});

test("an event that commits after a later one is not missed", async () => {
  let commit = () => {};
  const late = cancel("sandbox", () => new Promise<void>((resolve) => (commit = resolve)));
  await sleep(100);
  await cancel();
  await feed.readOn();
  expect(await seen()).toHaveLength(1);
  commit();
  await late;
  await feed.readOn();
  expect(await seen()).toHaveLength(2);
});

test("only one process reads events at a time, and a second one does not wait for it", async () => {
  await cancel();
  await desk.db.transaction(async (tx) => {
    await tx.execute(sql`select from desk.feed_cursor for update`);
    await feed.readOn();
    expect(await seen()).toEqual([]);
  });
  await feed.readOn();
  expect(await seen()).toHaveLength(1);
});
