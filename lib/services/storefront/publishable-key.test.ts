import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, make, openShop, type Shop } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { watchExperiments } from "../checkout/experiment-watch.ts";
import { assignVariant } from "./assign.ts";
import { pruneNetworks } from "./retention.ts";

// What somebody can do who has read the publishable key in a page of the shop, and knows how variants are assigned.

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const halves = [
  { name: "control", weight: 1 },
  { name: "b", weight: 1 },
];
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Invented visitors to whom the service would give the variant. */
function visitorsOf(experiment: string, variant: string, count: number, name = "v"): string[] {
  const found: string[] = [];
  for (let n = 0; found.length < count; n++) {
    if (assignVariant(experiment, `${name}${n}`, halves) === variant) found.push(`${name}${n}`);
  }
  return found;
}

const send = (key: string, events: unknown[], address?: string): Promise<Answer> =>
  services.call("POST", "/checkout/storefront/v1/events", {
    key,
    body: { events },
    headers: { "user-agent": browser, ...(address && { "x-client-address": address }) },
  });

async function plan(shop: Shop, design: object = {}): Promise<string> {
  const changes = { offers: [{ upsell_id: "ups_a", off: true }] };
  const variants = [{ name: "control" }, { name: "b", changes }];
  const call = (method: string, path: string, body: object) =>
    services.call(method, `/checkout/v1/experiments${path}`, { key: shop.key, body });
  const { body } = await call("POST", "", { name: "A", variants, plan: design });
  expect((await call("PATCH", `/${body.id}`, { status: "running" })).body.error).toBeUndefined();
  return body.id;
}

const results = async (shop: Shop, id = "exp_1") => (await shop.read(`/experiments/${id}/results`)).body;
const counts = async (shop: Shop, id?: string) =>
  Object.fromEntries(
    (await results(shop, id)).variants.map(({ name, visitors, conversions, unconfirmed = 0 }: Event) => [
      name,
      [visitors, conversions, unconfirmed],
    ]),
  );
const exposures = (visitors: readonly string[], variant: string, more: Event = {}) =>
  visitors.map((visitor) => make.exposed(`x${visitor}`, visitor, variant, { occurred_at: ago(9_000), ...more }));

describe("a publishable key decides nothing:", () => {
  test("conversions that pages claim end no experiment, until a server confirms the orders", async () => {
    const shop = await openShop(services);
    const [lost, won] = [visitorsOf("exp_1", "control", 300), visitorsOf("exp_1", "b", 300)];
    const buyers = [...lost.slice(0, 60), ...won.slice(0, 200)];
    const converted = buyers.map((visitor) =>
      make.converted(`c${visitor}`, visitor, { order_id: `o${visitor}`, occurred_at: ago(5_000) }),
    );
    const placed = buyers.map((visitor) =>
      make.placed(`p${visitor}`, `o${visitor}`, 10, { visitor_id: visitor, occurred_at: ago(5_000) }),
    );
    const claims = [exposures(lost, "control"), exposures(won, "b"), converted, placed];
    for (const events of claims) expect((await shop.claim(events)).body.accepted).toBe(events.length);
    expect(await results(shop)).not.toHaveProperty("winner");
    expect((await shop.read("/experiments/exp_1")).body.status).toBe("running");
    expect(await counts(shop)).toEqual({ control: [300, 0, 60], b: [300, 0, 200] });

    const confirmed = placed.map(({ visitor_id, ...event }) => event);
    expect((await shop.send(confirmed)).body.accepted).toBe(confirmed.length);
    expect(await counts(shop)).toEqual({ control: [300, 60, 0], b: [300, 200, 0] });
    expect(await results(shop)).toMatchObject({ status: "significant", winner: "b" });
  });

  test("a publishable key decides nothing: of a conversion that a page claims, the order counts in whatever sequence the reports arrive", async () => {
    const reports: ((shop: Shop) => Promise<Answer>)[] = [
      (shop) => shop.claim(exposures(["v"], assignVariant("exp_1", "v", halves))),
      (shop) => shop.claim([make.converted("c", "v", { occurred_at: ago(5_000) })]),
      (shop) => shop.claim([make.placed("p", "o", 10, { visitor_id: "v", occurred_at: ago(5_000) })]),
      (shop) => shop.send([make.placed("p", "o", 10, { occurred_at: ago(5_000) })]),
    ];
    for (const turn of [0, 1, 2, 3]) {
      const shop = await openShop(services);
      for (const report of [...reports.slice(turn), ...reports.slice(0, turn)]) {
        expect((await report(shop)).body.accepted).toBe(1);
      }
      expect((await counts(shop))[assignVariant("exp_1", "v", halves)], `from ${turn}`).toEqual([1, 1, 0]);
      await shop.send([make.cancelled("k", "o")]);
      expect((await counts(shop))[assignVariant("exp_1", "v", halves)]).toEqual([1, 0, 0]);
    }
  });

  test("a page reports only the variant that the service assigns, and a server may assign another", async () => {
    const shop = await openShop(services);
    for (const experiment_id of ["exp_1", await plan(shop)]) {
      const [visitor = ""] = visitorsOf(experiment_id, "b", 1);
      const wrong = make.exposed(`x${experiment_id}`, visitor, "control", { experiment_id, occurred_at: ago(9_000) });
      const [refused] = (await shop.claim([wrong])).body.data;
      const message =
        "Must be b, which the service assigns to this visitor. A shop that assigns variants reports them with a secret key.";
      expect(refused).toMatchObject({ status: "rejected", errors: [{ field: "variant", message }] });
      expect((await shop.send([wrong])).body.accepted).toBe(1);
    }
    const id = await plan(shop, { traffic: 0.5 });
    const of = (visitor: string) =>
      make.exposed(visitor, visitor, assignVariant(id, visitor, halves), {
        experiment_id: id,
        occurred_at: ago(9_000),
      });
    const { body } = await shop.claim(Array.from({ length: 400 }, (_, n) => of(`t${n}`)));
    expect(body.accepted).toBeGreaterThan(120);
    expect(body.rejected).toBeGreaterThan(120);
    const [refused] = body.data.filter(({ status }: Event) => status === "rejected");
    expect(unkeyed(refused.errors)).toEqual([
      { field: "visitor_id", message: "This visitor does not take part in the experiment." },
    ]);
  });

  test("invented acceptances and orders change no result of a plan, even in a store that counts unconfirmed orders", async () => {
    const shop = await openShop(services);
    await services.call("PATCH", "/checkout/v1/settings", {
      key: shop.key,
      body: { orders: { count_unconfirmed: true } },
    });
    for (const metric of ["acceptance", "conversion", "revenue_per_visitor"]) {
      const id = await plan(shop, { metric });
      const visitors = visitorsOf(id, "b", 200, metric);
      const of = (visitor: string) => ({ visitor_id: visitor, occurred_at: ago(5_000) });
      expect((await shop.claim(exposures(visitors, "b", { experiment_id: id }))).body.accepted).toBe(200);
      await shop.claim(visitors.map((visitor) => make.accepted(`a${visitor}`, `o${visitor}`, 5, of(visitor))));
      await shop.claim(visitors.map((visitor) => make.placed(`p${visitor}`, `o${visitor}`, 50, of(visitor))));
      const [, { sums, ...b }] = (await results(shop, id)).variants;
      expect(b, metric).toMatchObject({ visitors: 200, conversions: 0, unconfirmed: 200 });
      expect([sums.accepted, sums.orders, sums.revenue]).toEqual([0, 0, 0]);

      const [buyer = ""] = visitors;
      await shop.send([make.placed(`s${buyer}`, `o${buyer}`, 40, of(buyer))]);
      const [, now] = (await results(shop, id)).variants;
      expect(now).toMatchObject({ conversions: 1, unconfirmed: 199, sums: { accepted: 1, orders: 1, revenue: 40 } });
    }
  });

  test("the visitor that the shop's server names replaces one that a page named for the same order", async () => {
    const shop = await openShop(services);
    const id = await plan(shop);
    const [thief = "", buyer = ""] = [...visitorsOf(id, "b", 1, "thief"), ...visitorsOf(id, "control", 1, "buyer")];
    const seen = { experiment_id: id };
    await shop.claim([...exposures([thief], "b", seen), ...exposures([buyer], "control", seen)]);
    await shop.claim([make.placed("p", "o", 9, { visitor_id: thief, occurred_at: ago(5_000) })]);
    expect(await counts(shop, id)).toEqual({ control: [1, 0, 0], b: [1, 0, 1] });
    await shop.send([make.placed("p", "o", 9, { visitor_id: buyer, occurred_at: ago(5_000) })]);
    expect(await counts(shop, id)).toEqual({ control: [1, 1, 0], b: [1, 0, 0] });
  });

  test("a flood of visitors without orders pauses no experiment whose order rate is guarded", async () => {
    const shop = await openShop(services);
    const id = await plan(shop, { guardrails: ["order_rate"], stops_on_breach: true });
    const real = { control: visitorsOf(id, "control", 500, "real"), b: visitorsOf(id, "b", 500, "real") };
    for (const [variant, visitors] of Object.entries(real)) {
      await shop.claim(exposures(visitors, variant, { experiment_id: id }));
      const buyers = visitors.slice(0, 120);
      await shop.send(
        buyers.map((visitor) =>
          make.placed(`p${visitor}`, `o${visitor}`, 10, { visitor_id: visitor, occurred_at: ago(5_000) }),
        ),
      );
    }
    await send(shop.pub, exposures(visitorsOf(id, "b", 900, "fake"), "b", { experiment_id: id }), "203.0.113.7");
    await watchExperiments(services.db);
    expect((await shop.read(`/experiments/${id}`)).body).not.toHaveProperty("alert");
    expect(await results(shop, id)).toMatchObject({ set_aside: { visitors: expect.any(Number), networks: 1 } });
  });
});

describe("visitors of one network are set aside", () => {
  const alternating = (experiment: string, count: number, name: string) => {
    const b = exposures(visitorsOf(experiment, "b", count / 2, name), "b");
    const control = exposures(visitorsOf(experiment, "control", count / 2, name), "control");
    return control.flatMap((event, n) => [event, b[n] as Event]);
  };

  test("beyond a hundred in a day if they are more than a tenth, and their orders with them", async () => {
    const shop = await openShop(services);
    await send(shop.pub, alternating("exp_1", 150, "one"), "203.0.113.7");
    const { set_aside, variants } = await results(shop);
    expect(set_aside).toEqual({ visitors: 50, networks: 1, last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(variants.map(({ visitors }: { visitors: number }) => visitors)).toEqual([50, 50]);
    const [late = ""] = visitorsOf("exp_1", "b", 75, "one").slice(-1);
    await shop.send([make.converted("c", late, { occurred_at: ago(1_000) })]);
    expect((await counts(shop)).b).toEqual([50, 0, 0]);

    // Each event again changes nothing, and other networks count.
    await send(shop.pub, alternating("exp_1", 150, "one"), "203.0.113.8");
    expect((await results(shop)).set_aside.visitors).toBe(50);
    await send(shop.pub, alternating("exp_1", 40, "two"), "203.0.113.8");
    expect(await counts(shop)).toEqual({ control: [70, 0, 0], b: [70, 0, 0] });
  });

  test("visitors of one network are set aside not while a network has less than a tenth of the day's visitors", async () => {
    const shop = await openShop(services);
    await shop.claim(alternating("exp_1", 990, "all"));
    await shop.claim(alternating("exp_1", 510, "more"));
    await send(shop.pub, alternating("exp_1", 140, "carrier"), "203.0.113.7");
    expect(await results(shop)).not.toHaveProperty("set_aside");
  });

  test("visitors of one network are set aside if almost all have one variant, which chance does not do", async () => {
    const shop = await openShop(services);
    await send(shop.pub, exposures(visitorsOf("exp_1", "b", 60), "b"), "203.0.113.7");
    const { set_aside, variants } = await results(shop);
    expect(set_aside.visitors).toBe(60 - variants[1].visitors);
    expect(variants[1].visitors).toBeLessThan(30);
    await send(shop.pub, exposures(visitorsOf("exp_1", "control", 20), "control"), "203.0.113.7");
    expect((await results(shop)).variants[0].visitors).toBe(20);
  });

  test("visitors of one network are set aside whatever addresses of one IPv6 network they come from", async () => {
    const shop = await openShop(services);
    for (const [n, event] of exposures(visitorsOf("exp_1", "b", 40), "b").entries()) {
      await send(shop.pub, [event], `2001:db8:1:2::${(n + 1).toString(16)}`);
    }
    expect((await results(shop)).set_aside).toMatchObject({ networks: 1 });
  });

  test("visitors of one network are set aside while no address is stored, and what was counted of a network is deleted after two days", async () => {
    const shop = await openShop(services);
    await send(shop.pub, exposures(visitorsOf("exp_1", "b", 60, "far"), "b"), "203.0.113.7");
    await send(shop.pub, exposures(visitorsOf("exp_1", "b", 3, "near"), "b"), "198.51.100.4");
    const { rows } = await services.db.execute<{ text: string }>(sql`
      select row_to_json(n)::text as text from checkout.experiment_network n where tenant_id = ${shop.tenantId}
      union all select data::text from checkout.storefront_event where tenant_id = ${shop.tenantId}
      union all select row_to_json(v)::text from checkout.experiment_visitor v where tenant_id = ${shop.tenantId}`);
    const text = rows.map((row) => row.text).join();
    const hex = (address: string) => Buffer.from(address).toString("hex");
    for (const address of ["203.0.113.7", "198.51.100.4"]) {
      expect(text).not.toContain(address);
      expect(text).not.toContain(hex(address));
    }
    // Four days, because the shop's day may be the one after the database's.
    await services.db.execute(sql`update checkout.experiment_network set day = day - 4`);
    const before = (await results(shop)).set_aside;
    await pruneNetworks(services.db);
    const left = await services.db.execute(
      sql`select set_aside from checkout.experiment_network where tenant_id = ${shop.tenantId}`,
    );
    expect(left.rows).toEqual([{ set_aside: before.visitors }]);
    expect((await results(shop)).set_aside).toEqual(before);
  });
});
