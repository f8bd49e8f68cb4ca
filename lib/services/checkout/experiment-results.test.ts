import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sequentialSampleSize } from "../../stats/index.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, make, openShop, type Shop } from "../../testing/shop.ts";
import { assignVariant } from "../storefront/assign.ts";

let services: TestServices;
beforeAll(async () => {
  process.env.COUNTRY_HEADER = "cf-ipcountry";
  services = await openTestServices();
});
afterAll(async () => {
  delete process.env.COUNTRY_HEADER;
  await services.close();
});

const day = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Every visitor may meet a change of the settings. */
const everybody = { settings: { max_offers_per_checkout: 1 } };
const offerOff = { offers: [{ upsell_id: "ups_a", off: true }] };

async function start(shop: Shop, plan: object, changes: object = offerOff): Promise<string> {
  const call = (method: string, path: string, body: object) =>
    services.call(method, `/checkout/v1/experiments${path}`, { key: shop.key, body });
  const variants = [{ name: "control" }, { name: "b", changes }];
  const { body } = await call("POST", "", { name: "A", variants, plan });
  expect((await call("PATCH", `/${body.id}`, { status: "running" })).body.error).toBeUndefined();
  return body.id;
}

test("results have sums in units of the currency, by day, device, country and kind of visitor", async () => {
  const shop = await openShop(services);
  const id = await start(shop, { metric: "acceptance" });
  const of = (at: number) => ({ experiment_id: id, occurred_at: ago(at) });
  const variants = [
    { name: "control", weight: 1 },
    { name: "b", weight: 1 },
  ];
  const given = (variant: string, name: string) =>
    Array.from({ length: 99 }, (_, n) => `${name}${n}`).find((v) => assignVariant(id, v, variants) === variant) ?? "";
  const made = given("control", `cw${(Date.now() - 2 * day).toString(36)}-${"7".repeat(16)}`);
  const buyer = given("b", "v");
  const report = (events: object[], headers: Record<string, string> = {}) =>
    services.call("POST", "/checkout/storefront/v1/events", { key: shop.pub, body: { events }, headers });
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
  await report([make.exposed("x1", buyer, "b", of(9_000))], { "user-agent": phone, "cf-ipcountry": "DE" });
  await report([make.exposed("x2", made, "control", of(9_000))], { "user-agent": browser, "cf-ipcountry": "FR" });
  const bought = (at: number) => ({ visitor_id: buyer, occurred_at: ago(at) });
  await shop.send([
    make.placed("p0", "o0", 7, bought(day)),
    make.placed("p1", "o1", 10.5, bought(5_000)),
    make.accepted("a1", "o1", 2, bought(4_000)),
    make.placed("p2", "o2", 20, bought(3_000)),
    make.refunded("r2", "o2", 0.5, { occurred_at: ago(2_000) }),
    make.placed("p3", "o3", 99, bought(3_000)),
    make.cancelled("k3", "o3", { occurred_at: ago(2_000) }),
    make.converted("c2", made, of(1_000)),
  ]);
  const { body } = await shop.read(`/experiments/${id}/results`);
  const none = {
    ordered: 0,
    accepted: 0,
    orders: 0,
    orders_squares: 0,
    revenue: 0,
    revenue_squares: 0,
    revenue_orders: 0,
  };
  expect(body).toMatchObject({ status: "collecting", variants: [{ conversions: 0 }, { conversions: 1 }] });
  expect(body.variants[0].sums).toEqual({
    ...none,
    prior: 0,
    prior_squares: 0,
    prior_revenue: 0,
    refunded: 0,
    cancelled: 0,
  });
  expect(body.variants[1].sums).toEqual({
    ordered: 1,
    accepted: 1,
    orders: 2,
    orders_squares: 4,
    revenue: 30,
    revenue_squares: 900,
    revenue_orders: 60,
    prior: 7,
    prior_squares: 49,
    prior_revenue: 210,
    refunded: 1,
    cancelled: 1,
  });
  const parts = async (by: string) => {
    const { body } = await shop.read(`/experiments/${id}/breakdown?by=${by}`);
    return Object.fromEntries(
      body.data.map((part: { key: string; variants: { name: string; visitors: number }[] }) => [
        part.key,
        part.variants.flatMap(({ name, visitors }) => (visitors > 0 ? name : [])),
      ]),
    );
  };
  expect(await parts("device")).toEqual({ mobile: ["b"], desktop: ["control"] });
  expect(await parts("country")).toEqual({ DE: ["b"], FR: ["control"] });
  expect(await parts("visitors")).toEqual({ returning: ["control"] });
  expect(Object.values(await parts("day"))).toEqual([["control", "b"]]);
  expect((await shop.read(`/experiments/${id}/breakdown?by=hour`)).status).toBe(400);
  expect((await shop.read("/experiments/exp_none/breakdown")).status).toBe(404);
});

test("a plan is based on what the visitors of the last four weeks did", async () => {
  const shop = await openShop(services, { currency: "JPY" });
  // The last of 200 buyers spends a fortune, which counts as much as what 99 percent do not exceed.
  const spent = (n: number) => (n === 199 ? 1_000_000 : 1_000 + n);
  const at = (n: number) => ({ visitor_id: `v${n}`, occurred_at: ago(10 * day - n) });
  const visits = Array.from({ length: 1000 }, (_, n) => make.visit(`e${n}`, at(n)));
  const sales = Array.from({ length: 200 }, (_, n) => [
    make.placed(`p${n}`, `o${n}`, spent(n), at(n)),
    ...(n < 50 ? [make.accepted(`a${n}`, `o${n}`, 5, at(n)), make.placed(`q${n}`, `s${n}`, 1_000, at(n))] : []),
  ]).flat();
  const others = [
    make.visit("early", { visitor_id: "early", occurred_at: ago(29 * day) }),
    make.visit("anonymous", { occurred_at: ago(day) }),
    make.placed("foreign", "of", 500, { visitor_id: "never seen", occurred_at: ago(day) }),
  ];
  for (const events of [visits, sales, others]) expect((await shop.send(events)).body.rejected).toBe(0);

  const revenues = Array.from({ length: 200 }, (_, n) => spent(n) + (n < 50 ? 1_000 : 0));
  const cap = revenues.toSorted((a, b) => a - b)[197] as number;
  const all = Array.from({ length: 1000 }, (_, n) => Math.min(cap, revenues[n] ?? 0));
  const counts = Array.from({ length: 1000 }, (_, n) => (n < 50 ? 2 : n < 200 ? 1 : 0));
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const deviation = (list: number[]) =>
    Math.sqrt(list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0) / (list.length - 1));
  const average = mean(all) / mean(counts);
  const residuals = all.map((revenue, n) => (revenue - average * (counts[n] ?? 0)) / mean(counts));
  const { body } = await shop.read("/experiment-baseline");
  expect(body).toEqual({
    days: 28,
    visitors: 1000,
    visitors_per_day: expect.closeTo(100, 1),
    conversion: 0.2,
    acceptance: 0.05,
    revenue_per_visitor: expect.closeTo(mean(all), 6),
    revenue_deviation: expect.closeTo(deviation(all), 6),
    average_order: expect.closeTo(average, 6),
    average_order_deviation: expect.closeTo(deviation(residuals), 6),
    cap,
  });

  const id = await start(shop, { metric: "revenue_per_visitor", effect: 0.2, traffic: 0.5 }, everybody);
  const { frozen } = (await shop.read(`/experiments/${id}`)).body;
  const plan = { base: mean(all), deviation: deviation(all), effect: 0.2, arms: 2, looks: 28 };
  const needed = sequentialSampleSize(plan) as number;
  expect(frozen).toMatchObject({ visitors_needed: needed, cap, base: expect.closeTo(mean(all), 6) });
  expect(frozen.days_needed).toBe(Math.ceil((needed * 2) / (frozen.visitors_per_day * 0.5)));
});

test("a plan that changes an offer counts only the visitors who are shown the offer", async () => {
  const shop = await openShop(services);
  const at = (n: number) => ago(10 * day - n * 1000);
  const visits = Array.from({ length: 1000 }, (_, n) =>
    make.visit(`e${n}`, { visitor_id: `v${n}`, occurred_at: at(n) }),
  );
  const shown = Array.from({ length: 150 }, (_, n) =>
    make.shown(`s${n}`, { visitor_id: `v${n}`, upsell_id: "ups_a", occurred_at: at(n) }),
  );
  const others = Array.from({ length: 120 }, (_, n) =>
    make.shown(`o${n}`, { visitor_id: `v${300 + n}`, upsell_id: "ups_b", occurred_at: at(n) }),
  );
  const orders = Array.from({ length: 50 }, (_, n) =>
    make.placed(`p${n}`, `o${n}`, 20, { visitor_id: `v${n * 5}`, occurred_at: at(n + 1) }),
  );
  for (const events of [visits, shown, others, orders]) expect((await shop.send(events)).body.rejected).toBe(0);
  expect((await shop.read("/experiment-baseline")).body).toMatchObject({ visitors: 1000, conversion: 0.05 });
  const reached = (await shop.read("/experiment-baseline?offers=ups_a")).body;
  expect(reached).toMatchObject({ visitors: 150, visitors_per_day: expect.closeTo(15, 1), conversion: 0.2 });
  expect((await shop.read("/experiment-baseline?offers=ups_a,ups_b")).body.visitors).toBe(270);
  expect((await shop.read("/experiment-baseline?offers=ups_a,%00")).status).toBe(400);

  const id = await start(shop, { metric: "conversion", effect: 0.2 });
  const { frozen } = (await shop.read(`/experiments/${id}`)).body;
  expect(frozen).toMatchObject({ base: 0.2, visitors_per_day: expect.closeTo(15, 1) });
  expect(frozen.days_needed).toBe(Math.ceil((2 * frozen.visitors_needed) / frozen.visitors_per_day));
});

test("of a large shop, a part of the visitors is read, with all that they did", async () => {
  const shop = await openShop(services);
  const { db } = services;
  // A tenth of the visitors come twice and order twice for 15, and of these every second accepts an offer.
  const [visitors, buyers] = [42_000, 4_200];
  await db.execute(sql`
    insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
    select ${shop.tenantId}, 'e' || n, 'visit', now() - n % 28 * interval '1 day', now(),
      json_build_object('visitor_id', 'large-' || n % ${visitors})
    from generate_series(1, ${visitors + buyers}) n`);
  await db.execute(sql`
    insert into checkout.order (tenant_id, id, visitor_id, placed_at, accepted_at, day, total, upsells_accepted, bundles_purchased)
    select ${shop.tenantId}, 'o' || n, 'large-' || n / 2, now(), case when n % 4 = 0 then now() end, current_date, 1500, '{}', '{}'
    from generate_series(2, ${2 * buyers + 1}) n`);
  await db.execute(sql`
    insert into checkout.daily_total (tenant_id, day, visits) values (${shop.tenantId}, current_date, 450000)`);
  const { body } = await shop.read("/experiment-baseline");
  expect(body.sampled).toBe(228 / 1024);
  expect(Math.abs(body.visitors / visitors - 1)).toBeLessThan(0.03);
  expect(Math.abs(body.conversion / 0.1 - 1)).toBeLessThan(0.1);
  expect(Math.abs(body.acceptance / 0.05 - 1)).toBeLessThan(0.15);
  expect(body.average_order).toBeCloseTo(15, 6);
  expect(body.revenue_per_visitor).toBeCloseTo(30 * body.conversion, 6);
});

test("too few visitors are no base of a plan", async () => {
  const shop = await openShop(services);
  await shop.send(
    Array.from({ length: 99 }, (_, n) => make.visit(`e${n}`, { visitor_id: `v${n}`, occurred_at: ago(day) })),
  );
  expect((await shop.read("/experiment-baseline")).body).toMatchObject({ visitors: 99, conversion: null, cap: null });
});
