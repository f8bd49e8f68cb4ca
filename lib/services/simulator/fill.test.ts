// @module-tag long
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventType, eventData } from "../../contract/events.ts";
import { storefrontScope } from "../../contract/scopes.ts";
import { storefrontEvent } from "../../contract/storefront.ts";
import { sampleRatioMismatch, twoProportionTest } from "../../stats/index.ts";
import { checksums } from "../../testing/checksums.ts";
import { allScopes, openTestServices, type TestServices } from "../../testing/services.ts";
import { claim } from "../delivery/claim.ts";
import { createApiKey, provision } from "../tenants.ts";
import { fillShop } from "./fill.ts";

process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";

const now = new Date();
let services: TestServices;
let counts: Awaited<ReturnType<typeof fillShop>>;
let key: string;

const berlin = { currency: "EUR", timeZone: "Europe/Berlin" };
/** A small shop is filled sooner. */
const few = 60_000;

async function shop(storeId: string, seed: number, visits?: number, facts = berlin) {
  await provision(services.db, { storeId, ...facts });
  return fillShop(services.db, storeId, { seed, now, ...(visits && { visits }) });
}

/** Reads rows of a store's sandbox. `$tenant` is its tenant. */
async function rows<T = Record<string, unknown>>(storeId: string, statement: string): Promise<T[]> {
  const tenant = `(select id from checkout.tenant where store_id = '${storeId}' and mode = 'sandbox')`;
  return (await services.db.execute(sql.raw(statement.replaceAll("$tenant", tenant)))).rows as T[];
}

const read = async (path: string) => (await services.call("GET", `/checkout/v1${path}`, { key })).body;

beforeAll(async () => {
  services = await openTestServices();
  counts = await shop("cafe", 7);
  key = (await createApiKey(services.db, { storeId: "cafe", mode: "sandbox", name: "Test", scopes: allScopes })).key;
}, 300_000);
afterAll(() => services.close());

test("the sandbox holds the reported number of rows", async () => {
  expect(counts).toMatchObject({ upsells: 40, bundles: 25, experiments: 11, days: 396, endpoints: 3 });
  expect(counts.orders).toBeGreaterThan(5_000);
  expect(counts.events).toBeGreaterThan(1_800_000);
  expect(counts.events).toBeLessThan(2_200_000);
  // Each of these sums counts events. Edits, refunds, bundles and experiments do not show in the sums by themselves.
  const [sums] = await rows<{ told: number; days: number; revenue: number }>(
    "cafe",
    `select sum(visits + offers_shown + offers_accepted + offers_declined + orders + subscriptions)::int as told,
       count(*)::int as days, sum(revenue)::float8 as revenue from checkout.daily_total where tenant_id = $tenant`,
  );
  expect(sums?.days).toBe(396);
  expect(sums?.told).toBeLessThan(counts.events);
  expect(sums?.told).toBeGreaterThan(counts.events * 0.95);
  const by = (table: string, column: string) =>
    rows<{ word: string; count: number }>(
      "cafe",
      `select ${column} as word, count(*)::int as count from checkout.${table} where tenant_id = $tenant group by 1 order by 1`,
    ).then((found) => Object.fromEntries(found.map(({ word, count }) => [word, count])));
  expect(await by("upsell", "status")).toEqual({ active: 29, draft: 4, inactive: 7 });
  expect(await by("bundle", "status")).toEqual({ active: 17, archived: 5, draft: 3 });
  expect(Object.keys(await by("bundle", "type"))).toEqual(["build_a_box", "fixed", "mix_match"]);
  expect(await by("experiment", "status")).toEqual({ completed: 5, draft: 2, running: 4 });
  expect(await by("webhook_endpoint", "state")).toEqual({ disabled: 1, enabled: 1, paused: 1 });
});

test("the demo shop has showings, but no shop has called with a key", async () => {
  expect(await read("/shop")).toMatchObject({ offers_asked_at: null, events_sent_at: null });
  const [offer] = await rows<{ id: string }>(
    "cafe",
    "select upsell_id as id from checkout.monthly_upsell where tenant_id = $tenant order by shown desc limit 1",
  );
  expect((await read(`/upsells/${offer?.id}/showings`)).total).toBeGreaterThan(0);
});

test("sales have a season: more in November and December than in summer, and more than a year ago", async () => {
  const months = await rows<{ month: string; visits: number }>(
    "cafe",
    `select to_char(day, 'MM') as month, avg(visits)::float8 as visits from checkout.daily_total
     where tenant_id = $tenant and day < (select max(day) from checkout.daily_total where tenant_id = $tenant) group by 1`,
  );
  const of = (month: string) => months.find((one) => one.month === month)?.visits ?? 0;
  expect(of("12")).toBeGreaterThan(1.3 * of("07"));
  const [growth] = await rows<{ year: number }>(
    "cafe",
    `with d as (select day, visits, (select max(day) from checkout.daily_total where tenant_id = $tenant) - day as ago
       from checkout.daily_total where tenant_id = $tenant)
     select (sum(visits) filter (where ago between 1 and 28))::float8 / sum(visits) filter (where ago between 365 and 392)
       as year from d`,
  );
  expect(growth?.year).toBeGreaterThan(1.15);
});

test("the same seed gives the same shop", { timeout: 300_000 }, async () => {
  for (const id of ["one", "twin"]) await shop(id, 7, few);
  const [first, twin] = await Promise.all(["one", "twin"].map((id) => checksums(services.db, id, "sandbox")));
  expect(twin).toEqual(first);
  expect(Object.keys(first ?? {}).length).toBeGreaterThan(14);
});

describe("sums", () => {
  const zone = "Europe/Berlin";
  const differing = async (kept: string, recounted: string) =>
    rows(
      "cafe",
      `select * from (${kept}) kept full join (${recounted}) recounted using (day, of)
      where kept is distinct from recounted limit 3`,
    );

  test("equal a recount of the raw events on each day that has any", async () => {
    const count = (type: string) => `(count(*) filter (where type = '${type}'))::int`;
    const raw = `select (occurred_at at time zone '${zone}')::date as day, *, coalesce(data->>'upsell_id', '') as offer
      from checkout.storefront_event where tenant_id = $tenant and type not like 'order.%' and type not like 'experiment.%'`;
    const since = `(select min((occurred_at at time zone '${zone}')::date) from checkout.storefront_event where tenant_id = $tenant)`;
    expect(
      await differing(
        `select day, '' as of, visits, offers_shown, offers_accepted, offers_declined, subscriptions
         from checkout.daily_total where tenant_id = $tenant and day >= ${since} and visits > 0`,
        `select day, '' as of, ${count("visit")}, ${count("offer.shown")}, ${count("offer.accepted")},
           ${count("offer.declined")}, ${count("subscription.created")} from (${raw}) raw group by 1`,
      ),
    ).toEqual([]);
    expect(
      await differing(
        `select day, upsell_id as of, shown, accepted, declined from checkout.daily_upsell
         where tenant_id = $tenant and day >= ${since} and shown > 0`,
        `select day, offer as of, ${count("offer.shown")}, ${count("offer.accepted")}, ${count("offer.declined")}
         from (${raw}) raw where offer <> '' group by 1, 2`,
      ),
    ).toEqual([]);
  });

  test("equal a recount of the orders on each day that has any", async () => {
    const own = `select * from checkout."order" where tenant_id = $tenant and not cancelled`;
    const since = `(select min(day) from checkout."order" where tenant_id = $tenant)`;
    expect(
      await differing(
        `select day, '' as of, orders, orders_with_upsells, revenue, upsell_revenue, bundle_revenue, subscription_revenue
         from checkout.daily_total where tenant_id = $tenant and day >= ${since} and orders > 0`,
        `select day, '' as of, count(*)::int, (count(*) filter (where upsells_accepted <> '{}'))::int,
           sum(total + edited - refunded)::bigint, sum(upsell_revenue)::bigint, sum(bundle_revenue)::bigint,
           sum(subscription_revenue)::bigint from (${own}) own group by 1`,
      ),
    ).toEqual([]);
    expect(
      await differing(
        `select day, bundle_id as of, purchases, revenue, savings from checkout.daily_bundle
         where tenant_id = $tenant and day >= ${since}`,
        `select day, line.key as of, sum((line.value->>'purchases')::int)::int, sum((line.value->>'revenue')::bigint)::bigint,
           sum((line.value->>'savings')::bigint)::bigint
         from (${own}) own cross join lateral jsonb_each(bundle_lines) line group by 1, 2`,
      ),
    ).toEqual([]);
    expect(
      await differing(
        `select day, upsell_id as of, revenue from checkout.daily_upsell where tenant_id = $tenant and day >= ${since} and revenue > 0`,
        `select day, line.key as of, sum(line.value::text::bigint)::bigint from (${own}) own
         cross join lateral jsonb_each(upsell_lines) line group by 1, 2 having sum(line.value::text::bigint) > 0`,
      ),
    ).toEqual([]);
  });

  test("an offer of a subscription that shoppers accepted has revenue, like every other accepted offer", async () => {
    const offers = await rows<{ accepted: number; revenue: number }>(
      "cafe",
      `select sum(accepted)::int as accepted, sum(revenue)::int as revenue from checkout.daily_upsell
       where tenant_id = $tenant group by upsell_id having sum(accepted) > 20`,
    );
    expect(offers.length).toBeGreaterThan(5);
    expect(offers.filter(({ revenue }) => revenue <= 0)).toEqual([]);
  });

  test("sums end on the present day, which is not over", async () => {
    const [last] = await rows<{ last: string; late: number }>(
      "cafe",
      `select (select max(day)::text from checkout.daily_total where tenant_id = $tenant) as last,
         (select count(*)::int from checkout.storefront_event where tenant_id = $tenant and occurred_at > '${now.toISOString()}') as late`,
    );
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
    // In the first minutes of a day, no visit of the day is over.
    expect([today.format(now), today.format(now.getTime() - 3_600_000)]).toContain(last?.last);
    expect(last?.late).toBe(0);
  });
});

test("raw events are valid storefront events, and the storefront treats them as duplicates", async () => {
  const events = await rows<{ id: string; type: string; occurred_at: string; data: object }>(
    "cafe",
    "select id, type, occurred_at, data from checkout.storefront_event where tenant_id = $tenant order by id",
  );
  const sent = events.map(({ data, occurred_at, ...event }) => ({
    ...event,
    ...data,
    occurred_at: new Date(occurred_at).toISOString(),
  }));
  expect(sent.map((event) => storefrontEvent.safeParse(event)).filter(({ success }) => !success)).toEqual([]);
  expect(new Set(sent.map(({ type }) => type)).size).toBe(12);
  const facts = { storeId: "cafe", mode: "sandbox", name: "Test" } as const;
  const server = await createApiKey(services.db, { ...facts, scopes: [storefrontScope] });
  const { body } = await services.call("POST", "/checkout/storefront/v1/events", {
    key: server.key,
    body: { events: sent.filter((_, n) => n % 150 === 0).slice(0, 1000) },
  });
  expect(body).toMatchObject({ accepted: 0, rejected: 0 });
});

test("the redeemed tickets are the offers and bundles of the orders, at the price that counts", async () => {
  const [sums] = await rows<Record<"orders" | "differing" | "redeemed" | "expired" | "other" | "refused", number>>(
    "cafe",
    `with sold as (
       select order_id, sum(charged) as charged from checkout.ticket where tenant_id = $tenant and charged > 0 group by 1)
     select count(*)::int as orders,
       count(*) filter (where coalesce(s.charged, 0) <> o.upsell_revenue + o.bundle_revenue)::int as differing,
       (select count(*)::int from checkout.ticket where tenant_id = $tenant and redeemed_at is not null) as redeemed,
       (select count(*)::int from checkout.ticket where tenant_id = $tenant and redeemed_at is null) as expired,
       (select count(*)::int from checkout.ticket where tenant_id = $tenant and charged <> price) as other,
       (select count(*)::int from checkout.ticket where tenant_id = $tenant and refusals > 0) as refused
     from checkout.order o left join sold s on s.order_id = o.id where o.tenant_id = $tenant and not o.cancelled`,
  );
  expect(sums?.orders).toBeGreaterThan(5_000);
  expect(sums?.differing).toBe(0);
  const { redeemed = 0, expired = 0, other = 0, refused = 0 } = sums ?? {};
  expect([redeemed > 5_000, expired > 100, other > 10, refused > 10]).toEqual([true, true, true, true]);
});

test("orders are found by either id", async () => {
  const orders = await rows<{ id: string; platform: string; revenue: number; upsells: string[] }>(
    "cafe",
    `select id, platform_order_id as platform, upsells_accepted as upsells,
       case when cancelled then 0 else upsell_revenue + bundle_revenue + subscription_revenue end::int as revenue
     from checkout."order" where tenant_id = $tenant and placed_at is not null order by id`,
  );
  expect(orders).toHaveLength(counts.orders);
  expect(new Set(orders.map(({ platform }) => platform)).size).toBe(counts.orders);
  for (const { id, platform, revenue, upsells } of orders.filter((_, n) => n % 97 === 0)) {
    const answer = await read(`/orders/${id}`);
    expect(answer).toMatchObject({ order_id: id, platform_order_id: platform, currency: "EUR" });
    expect(answer.service_data).toMatchObject({ upsells_accepted: upsells, service_revenue: revenue / 100 });
    expect((await read(`/orders/${platform}`)).order_id).toBe(id);
  }
});

describe("experiments", () => {
  type Arm = { name: string; visitors: number; conversions: number };
  const results = (n: number): Promise<{ status: string; winner?: string; variants: Arm[] }> =>
    read(`/experiments/exp_demo${n}/results`);

  test("experiments are in every state, and one has a broken split", async () => {
    const all = await Promise.all(Array.from({ length: 9 }, (_, n) => results(n + 1)));
    expect(all.map(({ status, winner }) => winner ?? status)).toEqual([
      "variant_a",
      "control",
      "not_significant",
      "not_significant",
      "collecting",
      "collecting",
      "collecting",
      "collecting",
      "collecting",
    ]);
    for (const [n, { variants }] of all.slice(0, 7).entries()) {
      const { data } = await read("/experiments?per_page=100");
      const weights = data
        .find(({ id }: { id: string }) => id === `exp_demo${n + 1}`)
        .variants.map(({ weight }: { weight: number }) => weight);
      const { pValue } = sampleRatioMismatch(
        variants.map(({ visitors }) => visitors),
        weights,
      );
      if (n === 5) expect(pValue).toBeLessThan(0.001);
      else expect(pValue).toBeGreaterThan(0.001);
    }
    expect(all.slice(7).flatMap(({ variants }) => variants.map(({ visitors }) => visitors))).toEqual([0, 0, 0, 0, 0]);
    expect(all[6]?.variants.every(({ conversions }) => conversions < 50)).toBe(true);
  });

  test("experiments count the visitors that have a row, in agreement with the raw events", async () => {
    const differing = await rows(
      "cafe",
      `select * from (select experiment_id, variant, day, visitors, conversions from checkout.experiment_sum
         where tenant_id = $tenant and segment = '' and visitors > 0) kept
       full join (select experiment_id, variant, day, count(*)::int, (count(*) filter (where converted))::int
         from checkout.experiment_visitor where tenant_id = $tenant group by 1, 2, 3) own using (experiment_id, variant, day)
       where kept is distinct from own`,
    );
    expect(differing).toEqual([]);
    const [unlike] = await rows<{ count: number; seen: number }>(
      "cafe",
      `select count(*)::int as seen, (count(*) filter (where visitor.variant is distinct from event.data->>'variant'))::int as count
       from checkout.storefront_event event left join checkout.experiment_visitor visitor
         on visitor.tenant_id = event.tenant_id and visitor.experiment_id = event.data->>'experiment_id'
           and visitor.visitor_id = event.data->>'visitor_id' and visitor.exposed_at = event.occurred_at
       where event.tenant_id = $tenant and event.type = 'experiment.exposed'`,
    );
    expect(unlike?.seen).toBeGreaterThan(1000);
    expect(unlike?.count).toBe(0);
  });

  test("experiments with a plan have sums of their orders, by segment as well, and one was shipped", async () => {
    type Parts = { data: { key: string; variants: { visitors: number; sums: { revenue: number } }[] }[] };
    const { variants } = await results(10);
    const { data }: Parts = await read("/experiments/exp_demo10/breakdown?by=device");
    const segments = data.flatMap((part) => part.variants);
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    expect(sum(segments.map(({ visitors }) => visitors))).toBe(sum(variants.map(({ visitors }) => visitors)));
    expect(segments.every(({ sums }) => sums.revenue > 0)).toBe(true);
    const { data: all } = await read("/experiments?per_page=100");
    expect(all.find(({ id }: { id: string }) => id === "exp_demo11")).toMatchObject({
      winner: "variant_a",
      decisions: [{ outcome: "ship", variant: "variant_a" }],
    });
  });

  test("would have misled a merchant who stopped at the first p < 0.05", async () => {
    const days = await rows<{ visitors: number[]; conversions: number[] }>(
      "cafe",
      `with daily as (select exposed_at::date as day, variant, count(*) as n, count(*) filter (where converted) as x
         from checkout.experiment_visitor where tenant_id = $tenant and experiment_id = 'exp_demo4' group by 1, 2),
       running as (select day, variant, sum(n) over w as n, sum(x) over w as x from daily
         window w as (partition by variant order by day))
       select array_agg(n::int order by variant) as visitors, array_agg(x::int order by variant) as conversions
       from running group by day having count(*) = 2 order by day`,
    );
    const p = days.map(({ visitors, conversions }) => {
      const [n0 = 0, n1 = 0] = visitors;
      const [x0 = 0, x1 = 0] = conversions;
      return twoProportionTest(x0, n0, x1, n1).pValue ?? 1;
    });
    expect(p.slice(2).some((value) => value < 0.05)).toBe(true);
    expect(p.at(-1)).toBeGreaterThan(0.2);
  });
});

describe("webhooks", () => {
  test("webhooks have no delivery that is still due", async () => {
    const options = { batch: 100, leaseSeconds: 60, perEndpoint: 8, depth: 8 };
    expect(await claim(services.db, options)).toEqual([]);
    const [open] = await rows<{ count: number }>(
      "cafe",
      `select count(*)::int as count from checkout.delivery where tenant_id = $tenant
         and (next_attempt_at is not null or status in ('pending', 'failed'))`,
    );
    expect(open?.count).toBe(0);
  });

  test("webhooks show one endpoint that works, one that failed until it was paused, and one that is off", async () => {
    const { data } = await read("/webhooks");
    const [fine, broken, off] = ["whk_demo1_cafe", "whk_demo2_cafe", "whk_demo3_cafe"].map((id) =>
      data.find((one: { id: string }) => one.id === id),
    );
    expect(data).toHaveLength(3);
    for (const { url } of data) expect(new URL(url).hostname).toMatch(/\.example$/);
    expect(fine).toMatchObject({ enabled: true, health: { held: 0, waiting: 0 } });
    expect(fine.health.success_rate).toBeGreaterThan(0.95);
    expect(broken).toMatchObject({ state: "paused", paused_reason: expect.stringContaining("410") });
    expect(broken.health.exhausted).toBeGreaterThan(20);
    expect(broken.health.held).toBeGreaterThan(0);
    expect(off).toMatchObject({ state: "disabled", health: { exhausted: 0, waiting: 0 } });
    expect(off.health.held).toBeGreaterThan(0);
    expect((await read("/notices")).data.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      "delivery_exhausted",
      "endpoint_paused",
    ]);
  });

  test("webhooks have a log over weeks, with five attempts for each exhausted delivery", async () => {
    const [span] = await rows<{ days: number }>(
      "cafe",
      "select extract(day from max(created_at) - min(created_at))::int as days from checkout.delivery where tenant_id = $tenant",
    );
    expect(span?.days).toBeGreaterThan(30);
    const wrong = await rows(
      "cafe",
      `select d.id from checkout.delivery d left join checkout.attempt a
         on a.tenant_id = d.tenant_id and a.delivery_id = d.id
       where d.tenant_id = $tenant group by d.tenant_id, d.id
       having count(a.number) <> d.attempts or count(a.error) <> d.failures
         or (d.status = 'exhausted') <> (d.failures = 5) limit 3`,
    );
    expect(wrong).toEqual([]);
    const { data } = await read("/webhooks/whk_demo2_cafe/logs?status=exhausted&per_page=1");
    const { history, schedule, request_body } = await read(`/webhooks/whk_demo2_cafe/logs/${data[0].id}`);
    expect(history.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(5).fill("failed"));
    expect(schedule).toHaveLength(5);
    expect(JSON.parse(request_body).id).toBe(data[0].event_id);
  });

  test("webhooks have the specified payloads", async () => {
    const events = await rows<{ id: string; type: EventType; body: string }>(
      "cafe",
      "select id, type, body from checkout.event where tenant_id = $tenant order by id",
    );
    expect(new Set(events.map(({ type }) => type)).size).toBe(7);
    for (const { id, type, body } of events.filter(({ type }, n) => n % 20 === 0 || type === "experiment.concluded")) {
      const sent = JSON.parse(body);
      expect(sent).toMatchObject({ id, type });
      expect(eventData[type].safeParse(sent.data).error).toBeUndefined();
    }
  });
});

test("another seed gives another shop, and a shop in yen has whole amounts and days of its time zone", {
  timeout: 300_000,
}, async () => {
  await shop("kissaten", 3, few, { currency: "JPY", timeZone: "Asia/Tokyo" });
  expect(await checksums(services.db, "kissaten", "sandbox")).not.toEqual(
    await checksums(services.db, "one", "sandbox"),
  );
  const [odd] = await rows<{ count: number; average: number }>(
    "kissaten",
    `select (count(*) filter (where (data->>'total')::numeric % 1 <> 0))::int as count, avg((data->>'total')::numeric)::float8 as average
     from checkout.storefront_event where tenant_id = $tenant and type = 'order.placed'`,
  );
  expect(odd?.count).toBe(0);
  expect(odd?.average).toBeGreaterThan(1000);
  const strange = await rows(
    "kissaten",
    `select id from checkout."order" where tenant_id = $tenant and day <> (placed_at at time zone 'Asia/Tokyo')::date limit 3`,
  );
  expect(strange).toEqual([]);
});
