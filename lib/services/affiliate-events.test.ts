import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type EventType, eventData } from "../contract/events.ts";
import { repeat } from "../repeat.ts";
import { openProgram, type Program } from "../testing/affiliate/program.ts";
import { until } from "../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../testing/services.ts";
import { forwardAll, forwardEvents } from "./affiliate-events.ts";

let services: TestServices;
let program: Program;
let affiliateId: string;

const query = async (text: string) => (await services.db.$client.query(text)).rows;
const sent = async () =>
  (await query("select type, body from checkout.event order by id")).map(({ body }) => JSON.parse(body));
const types = async () => (await sent()).map(({ type }) => type);

beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  ({ id: affiliateId } = await program.affiliate());
});
beforeEach(async () => {
  await forwardEvents(services.db);
  await query("delete from checkout.delivery; delete from checkout.event");
});
/** Whatever a test caused has the form that the documents publish. */
afterEach(async () => {
  await forwardEvents(services.db);
  const { webhooks } = (await services.call("GET", "/affiliate/v1/openapi.json")).body;
  for (const event of await sent()) {
    const { schema } = webhooks[event.type].post.requestBody.content["application/json"];
    expect(z.fromJSONSchema(schema).safeParse(event).error, event.type).toBeUndefined();
    expect(Object.keys(event.data).filter((field) => !(field in schema.properties.data.properties))).toEqual([]);
  }
});
afterAll(() => services.close());

const approved = () => program.insertCommission(affiliateId, { status: "approved", amount: 700 });

test("a subscribed endpoint gets an event for an application, for each step of a commission and for a payout", async () => {
  const url = "https://hooks.example.com/";
  const endpoint = { url, events: ["commission.approved", "payout.created"] };
  const { status } = await services.call("POST", "/checkout/v1/webhooks", { key: program.key, body: endpoint });
  expect(status).toBe(201);
  const { id } = await program.affiliate({ status: "pending" });
  const one = await program.insertCommission(affiliateId);
  const two = await program.insertCommission(affiliateId);
  await program.call("PUT", `/commissions/${one.id}/approve`);
  await program.call("PUT", `/commissions/${two.id}/reject`, { body: { reason: "fraud" } });
  const draft = { affiliate_id: affiliateId, amount: one.amount, currency: "EUR", commission_ids: [one.id] };
  const { body: payout } = await program.call("POST", "/payouts", { body: draft });
  expect(await types()).toEqual([]);
  expect(await forwardEvents(services.db)).toBe(6);
  const events = await sent();
  expect(events.map(({ type, data }) => [type, data.affiliate_id])).toEqual([
    ["affiliate.applied", id],
    ...["commission.created", "commission.created", "commission.approved", "commission.rejected", "payout.created"].map(
      (type) => [type, affiliateId],
    ),
  ]);
  for (const { type, data } of events) expect(eventData[type as EventType].safeParse(data).error, type).toBeUndefined();
  expect(events[3].data).toMatchObject({ commission_id: one.id, status: "approved", amount: one.amount });
  expect(events[4].data).toMatchObject({ commission_id: two.id, status: "rejected", rejection_reason: "fraud" });
  expect(events[5].data).toMatchObject({ payout_id: payout.id, amount: one.amount, currency: "EUR" });
  const deliveries = await query("select event_type from checkout.delivery order by id");
  expect(deliveries.map(({ event_type }) => event_type).toSorted()).toEqual(["commission.approved", "payout.created"]);
});

test("an affiliate is approved once, and each outcome of a payout is told once, in its published form", async () => {
  const { id } = await program.affiliate({ status: "pending" });
  for (const status of ["active", "suspended", "active"])
    await program.call("PUT", `/affiliates/${id}`, { body: { status } });
  const pay = async (...outcomes: object[]) => {
    const { id: earned } = await program.insertCommission(id, { status: "approved", amount: 700 });
    const draft = { affiliate_id: id, amount: 700, currency: "EUR", commission_ids: [earned], method: "bank_transfer" };
    const { body } = await program.call("POST", "/payouts", { body: draft });
    for (const outcome of outcomes) {
      const settle = () => program.call("PUT", `/payouts/${body.id}`, { body: outcome });
      expect([(await settle()).status, (await settle()).status]).toEqual([200, 409]);
    }
    return body.id;
  };
  const [paid, reason] = [{ status: "paid", paid_at: "2026-10-05T12:00:00Z" }, "The account is closed (AC04)."];
  const returned = await pay({ status: "processing" }, paid, {
    status: "failed",
    failure_reason: reason,
    returned_at: "2026-10-08T12:00:00Z",
  });
  const failed = await pay({ status: "failed" });
  await pay({ status: "cancelled" });
  await forwardEvents(services.db);
  const events = (await sent()).filter(({ type }) => !/created|applied/.test(type));
  expect(events.map(({ type }) => type)).toEqual([
    "affiliate.approved",
    "payout.paid",
    "payout.returned",
    "payout.failed",
  ]);
  const [approved, ...outcomes] = events.map(({ data }) => data);
  expect(approved).toMatchObject({
    affiliate_id: id,
    email: expect.stringContaining("@"),
    approved_at: expect.any(String),
  });
  const payout = { payout_id: returned, affiliate_id: id, amount: 700, currency: "EUR", method: "bank_transfer" };
  expect(outcomes).toEqual([
    { ...payout, status: "paid", paid_at: "2026-10-05T12:00:00.000Z" },
    {
      ...payout,
      status: "failed",
      paid_at: "2026-10-05T12:00:00.000Z",
      returned_at: "2026-10-08T12:00:00.000Z",
      failure_reason: reason,
    },
    { ...payout, payout_id: failed, status: "failed" },
  ]);
});

test("a commission that a refund takes back is told with the amount, paid or not, once for each refund", async () => {
  const { code } = await program.link(affiliateId);
  const unpaid = program.placed({ click_id: await program.follow(code) });
  const paid = program.placed({ click_id: await program.follow(code) });
  await program.report([unpaid, paid]);
  const earnedBy = async ({ external_id }: { external_id: string }) =>
    (
      await query(`select c.id, c.amount::int from affiliate.commission c join affiliate."order" o
        on o.tenant_id = c.tenant_id and o.id = c.order_id where o.external_id = '${external_id}' and reverses is null`)
    )[0];
  const [first, second] = [await earnedBy(unpaid), await earnedBy(paid)];
  await program.call("PUT", `/commissions/${second.id}/approve`);
  await query(`update affiliate.commission set eligible_at = now() where id = '${second.id}'`);
  const draft = { affiliate_id: affiliateId, amount: second.amount, currency: "EUR", commission_ids: [second.id] };
  expect((await program.call("POST", "/payouts", { body: draft })).status).toBe(201);
  const refunds = [unpaid, paid].map(({ external_id }) => {
    const refund = { type: "order.refunded", external_id, refund_id: `r ${external_id}`, amount: 5_000 };
    return { ...refund, occurred_at: new Date().toISOString() };
  });
  for (let n = 0; n < 2; n++) await program.report(refunds);
  await forwardEvents(services.db);
  const events = (await sent()).filter(({ type }) => type === "commission.reversed").map(({ data }) => data);
  const common = { affiliate_id: affiliateId, currency: "EUR", reversed_amount: first.amount / 2 };
  expect(events).toHaveLength(2);
  expect(events.find(({ commission_id }) => commission_id === first.id)).toMatchObject({
    ...common,
    reverses: first.id,
    amount: first.amount / 2,
    type: "sale",
    status: "pending",
  });
  expect(events.find(({ commission_id }) => commission_id !== first.id)).toMatchObject({
    ...common,
    reverses: second.id,
    amount: -second.amount / 2,
    type: "clawback",
    status: "approved",
  });
});

test("an order that is reported twice causes one commission.created event", async () => {
  const { code } = await program.link(affiliateId);
  const order = program.placed({ click_id: await program.follow(code) });
  await program.report([order]);
  await program.report([order]);
  await forwardEvents(services.db);
  expect(await types()).toEqual(["commission.created"]);
});

test("a refused request causes no event", async () => {
  const { id } = await approved();
  const draft = { affiliate_id: affiliateId, amount: 701, currency: "EUR", commission_ids: [id] };
  expect((await program.call("POST", "/payouts", { body: draft })).status).toBe(400);
  expect((await program.call("PUT", `/commissions/${id}/approve`)).status).toBe(409);
  await forwardEvents(services.db);
  expect(await types()).toEqual(["commission.created"]);
});

test("an event that could not be forwarded is kept, and no event is forwarded twice", async () => {
  for (let n = 0; n < 30; n++) await approved();
  await query(`create function checkout.broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before insert on checkout.event execute function checkout.broken()`);
  await expect(forwardEvents(services.db)).rejects.toThrow();
  await query("drop function checkout.broken() cascade");
  await Promise.all(Array.from({ length: 4 }, () => forwardEvents(services.db)));
  await forwardEvents(services.db);
  const ids = (await sent()).map(({ data }) => data.commission_id);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});

test("forwarding in the background sends events without further calls", async () => {
  const forwarding = repeat((signal) => forwardAll(services.db, signal), { everyMs: 50, failure: "not forwarded" });
  await approved();
  await until(async () => (await types()).length === 1);
  await forwarding.stop();
});
