// @module-tag long
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildSums } from "../../../testing/affiliate/rebuild.ts";
import { checksums } from "../../../testing/checksums.ts";
import { allScopes, openTestServices, type TestServices } from "../../../testing/services.ts";
import { createApiKey, provision } from "../../tenants.ts";
import { fillProgram } from "./fill.ts";

process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";

const now = new Date();
const timeZone = "Europe/Berlin";
type Shop = { currency: string; timeZone: string; visits?: number };
const small = { currency: "EUR", timeZone, visits: 60_000 };
let services: TestServices;
let counts: Awaited<ReturnType<typeof fillProgram>>;
let smaller: typeof counts;
const keys = { cafe: "", one: "" };

async function shop(storeId: string, seed: number, { visits, ...facts }: Shop = { currency: "EUR", timeZone }) {
  await provision(services.db, { storeId, ...facts });
  return fillProgram(services.db, storeId, { seed, now, visits });
}

// biome-ignore lint/suspicious/noExplicitAny: rows have any columns
async function rows(statement: string, storeId = "cafe"): Promise<any[]> {
  const tenant = `(select id from affiliate.tenant where store_id = '${storeId}' and mode = 'sandbox')`;
  return (await services.db.execute(sql.raw(statement.replaceAll("$tenant", tenant)))).rows;
}

const by = async (table: string, column: string, storeId?: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rows(
        `select ${column} as word, count(*)::int from affiliate."${table}" where tenant_id = $tenant group by 1`,
        storeId,
      )
    )
      .map(({ word, count }): [string, number] => [String(word), count])
      .toSorted(),
  );

const read = async (path: string, store: keyof typeof keys = "cafe") =>
  (await services.call("GET", `/affiliate/v1${path}`, { key: keys[store] })).body;

beforeAll(async () => {
  services = await openTestServices();
  counts = await shop("cafe", 7);
  smaller = await shop("one", 7, small);
  for (const storeId of ["cafe", "one"] as const) {
    const facts = { storeId, mode: "sandbox", name: "Test", scopes: allScopes } as const;
    keys[storeId] = (await createApiKey(services.db, facts)).key;
  }
}, 300_000);
afterAll(() => services.close());

test("the program holds the reported number of records, in every state", async () => {
  expect(counts).toMatchObject({ affiliates: 300, clicks: 60_000, affiliateOrders: 9_000, payouts: 400 });
  expect(counts.commissions).toBeGreaterThan(7_600);
  expect(counts.commissions).toBeLessThan(8_500);
  expect(await by("affiliate", "status")).toEqual({
    active: 210,
    pending: 30,
    rejected: 20,
    inactive: 25,
    suspended: 15,
  });
  for (const [table, column, words] of [
    ["payout", "status", ["cancelled", "failed", "paid", "pending", "processing"]],
    ["payout", "currency", ["EUR", "USD"]],
    ["commission", "status", ["approved", "pending", "rejected"]],
    ["commission", "type", ["adjustment", "bonus", "clawback", "sale"]],
    ["commission", "currency", ["EUR", "USD"]],
    ["order", "status", ["cancelled", "paid", "partially_refunded", "refunded"]],
    ["order", "attribution_method", ["coupon", "customer", "link", "manual", "null"]],
    ["click", "is_bot", ["false", "true"]],
    ["link", "status", ["active", "disabled"]],
  ] as const) {
    expect(Object.keys(await by(table, column)), `${table}.${column}`).toEqual(words);
  }
  expect(Object.keys(await by("commission", "rejection_reason")).length).toBeGreaterThan(6);
  const flags = await rows(`select flag->>'code' as code, count(*)::int from affiliate.commission,
    jsonb_array_elements(flags) flag where tenant_id = $tenant group by 1 order by 1`);
  expect(flags.map(({ code }) => code)).toEqual([
    "click_spike",
    "coupon_without_click",
    "duplicate_order_number",
    "fast_conversion",
    "self_referral",
    "shared_ip",
  ]);
  const [held] = await rows(`select count(*)::int from affiliate.commission
    where tenant_id = $tenant and status = 'approved' and eligible_at > now()`);
  expect(held.count).toBeGreaterThan(50);
});

test("the program of a smaller shop is smaller and still has every state and flag", async () => {
  expect(smaller).toMatchObject({ affiliates: 300, clicks: 6_000, affiliateOrders: 900, payouts: 126 });
  for (const [table, column] of [
    ["payout", "status"],
    ["commission", "status"],
    ["commission", "type"],
    ["order", "status"],
  ] as const) {
    expect(Object.keys(await by(table, column, "one")), `${table}.${column}`).toEqual(
      Object.keys(await by(table, column)),
    );
  }
  const flags = await rows(
    "select distinct flag->>'code' as code from affiliate.commission, jsonb_array_elements(flags) flag where tenant_id = $tenant",
    "one",
  );
  expect(flags.map(({ code }) => code).toSorted()).toEqual([
    "click_spike",
    "coupon_without_click",
    "duplicate_order_number",
    "fast_conversion",
    "self_referral",
    "shared_ip",
  ]);
});

test("the program has a season, grows, and has no record in the future", async () => {
  const months = await rows(`select to_char(day, 'YYYY-MM') as month, avg(clicks)::float8 as clicks
    from affiliate.daily_click_total where tenant_id = $tenant group by 1`);
  const of = (end: string) =>
    Math.max(...months.filter(({ month }) => month.endsWith(end)).map(({ clicks }) => clicks));
  expect(of("-12")).toBeGreaterThan(1.3 * of("-07"));
  for (const [table, column] of [
    ["click", "occurred_at"],
    ["order", "created_at"],
    ["order", "updated_at"],
    ["order_refund", "created_at"],
    ["attribution", "created_at"],
    ["commission", "created_at"],
    ["commission", "updated_at"],
    ["payout", "updated_at"],
    ["affiliate", "updated_at"],
    ["link", "created_at"],
  ]) {
    const late = await rows(`select ${column} from affiliate."${table}"
      where tenant_id = $tenant and ${column} > '${now.toISOString()}' limit 1`);
    expect(late, `${table}.${column}`).toEqual([]);
  }
});

describe("money", () => {
  test("owed is approved, less clawed back, less paid, by affiliate and currency", async () => {
    const wrong = await rows(`
      with earned as (
        select affiliate_id, currency, sum(amount) filter (where amount > 0) as approved,
          -coalesce(sum(amount) filter (where amount < 0), 0) as clawed_back
        from affiliate.commission where tenant_id = $tenant and status = 'approved' group by 1, 2
      ), paid as (
        select affiliate_id, currency, sum(amount) filter (where status = 'paid') as paid,
          sum(amount) filter (where status in ('pending', 'processing')) as reserved
        from affiliate.payout where tenant_id = $tenant group by 1, 2
      )
      select total.affiliate_id from affiliate.affiliate_total total
      left join earned using (affiliate_id, currency) left join paid using (affiliate_id, currency)
      where tenant_id = $tenant and (total.approved, total.clawed_back, total.paid, total.reserved, total.unpaid_balance)
        is distinct from (coalesce(earned.approved, 0), coalesce(earned.clawed_back, 0), coalesce(paid.paid, 0),
          coalesce(paid.reserved, 0),
          coalesce(earned.approved, 0) - coalesce(earned.clawed_back, 0) - coalesce(paid.paid, 0))`);
    expect(wrong).toEqual([]);
    const [owed] = await rows(`select count(*) filter (where unpaid_balance > 0)::int as some,
      count(*) filter (where clawed_back > 0)::int as back from affiliate.affiliate_total where tenant_id = $tenant`);
    expect(owed.some).toBeGreaterThan(50);
    expect(owed.back).toBeGreaterThan(3);
  });

  test("money of a payout is the sum of its commissions, none of which is in another payout", async () => {
    expect(
      await rows(`select p.id from affiliate.payout p
        left join affiliate.payout_commission r on r.tenant_id = p.tenant_id and r.payout_id = p.id
        left join affiliate.commission c on c.tenant_id = r.tenant_id and c.id = r.commission_id
        where p.tenant_id = $tenant group by p.tenant_id, p.id having coalesce(sum(r.amount), 0) <> p.amount
          or sum(c.amount) filter (where p.status in ('pending', 'processing', 'paid')) <> p.amount
          or bool_or((r.released_at is null) <> (p.status in ('pending', 'processing', 'paid')))
          or bool_or(r.released_at is null and c.payout_id is distinct from p.id)
          or bool_or(c.affiliate_id <> p.affiliate_id or c.currency <> p.currency or c.status <> 'approved'
            or c.eligible_at > p.created_at or c.reviewed_at > p.created_at)`),
    ).toEqual([]);
    const loose = await rows(`select id from affiliate.commission c where tenant_id = $tenant and payout_id is not null
      and not exists (select from affiliate.payout_commission r where r.tenant_id = c.tenant_id
        and r.commission_id = c.id and r.payout_id = c.payout_id and r.released_at is null)`);
    expect(loose).toEqual([]);
  });

  test("money of an order adds up: lines, refunds and commissions", async () => {
    expect(
      await rows(`select id from affiliate."order" o where tenant_id = $tenant and (
        total <> subtotal - discount + tax + shipping or refunded_amount > total
        or subtotal <> (select sum((line->>'quantity')::bigint * (line->>'unit_price')::bigint)
          from jsonb_array_elements(line_items) line)
        or refunded_amount <> (select coalesce(sum(amount), 0) from affiliate.order_refund r
          where r.tenant_id = o.tenant_id and r.order_id = o.id))`),
    ).toEqual([]);
    const strange = await rows(`select o.id from affiliate."order" o join affiliate.commission c
        on c.tenant_id = o.tenant_id and c.order_id = o.id and c.attribution = o.attribution and c.status <> 'rejected'
      where o.tenant_id = $tenant group by o.tenant_id, o.id
      having sum(c.amount) < 0 or (o.status in ('cancelled', 'refunded') and sum(c.amount) <> 0)
        or sum(c.amount) > o.total - o.refunded_amount`);
    expect(strange).toEqual([]);
  });
});

test("sums, lists and analytics equal a recount of the records", { timeout: 300_000 }, async () => {
  const store = "one";
  const [place] = await rows("select $tenant as id", store);
  const before = await checksums(services.db, store, "sandbox", "affiliate");
  await rebuildSums(services.db, { tenantId: place.id, timeZone }, true);
  expect(await checksums(services.db, store, "sandbox", "affiliate")).toEqual(before);
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const { data } = await read(`/analytics/summary?start_date=${day(90)}&end_date=${day(2)}`, store);
  const [raw] = await rows(
    `select count(*)::int as orders,
      (select count(*)::int from affiliate.click where tenant_id = $tenant and not is_bot
        and (occurred_at at time zone '${timeZone}')::date between '${day(90)}' and '${day(2)}') as clicks
    from affiliate."order" where tenant_id = $tenant and affiliate_id is not null and status <> 'cancelled'
      and (created_at at time zone '${timeZone}')::date between '${day(90)}' and '${day(2)}'`,
    store,
  );
  expect(data).toMatchObject(raw);
  expect((await read("/commissions?status=pending&per_page=1", store)).pagination.total).toBe(
    (await by("commission", "status", store)).pending,
  );
  expect((await read("/analytics/clicks?per_page=1", store)).pagination.total).toBe(6_000);
});

describe("flags agree with the records", () => {
  const flagged = (code: string) => `select o.*, flag->'evidence' as evidence
    from affiliate.commission c join affiliate."order" o on o.tenant_id = c.tenant_id and o.id = c.order_id,
      jsonb_array_elements(c.flags) flag where c.tenant_id = $tenant and c.attribution = o.attribution and flag->>'code' = '${code}'`;

  test("self referral and coupon without a click", async () => {
    expect(
      await rows(`select f.order_number from (${flagged("self_referral")}) f
        join affiliate.affiliate a on a.tenant_id = f.tenant_id and a.id = f.affiliate_id
        where evidence->>'customer_email' <> customer_email or evidence->>'affiliate_email' <> a.email
          or replace(customer_email, '+shop', '') <> a.email`),
    ).toEqual([]);
    expect(
      await rows(`select order_number from (${flagged("coupon_without_click")}) f
        where attribution_method <> 'coupon' or click_id is not null or evidence->>'coupon_code' <> coupon_code`),
    ).toEqual([]);
  });

  test("duplicate number, fast order", async () => {
    expect(
      await rows(`select order_number from (${flagged("duplicate_order_number")}) f
        where not (evidence->'order_ids') <@ (select jsonb_agg(o.id) from affiliate."order" o
          where o.tenant_id = f.tenant_id and o.order_number = f.order_number and o.id <> f.id)`),
    ).toEqual([]);
    expect(
      await rows(`select f.order_number from (${flagged("fast_conversion")}) f
        join affiliate.click k on k.tenant_id = f.tenant_id and k.id = f.click_id
        where floor(extract(epoch from f.created_at - k.occurred_at)) <> (evidence->>'seconds')::int
          or (evidence->>'seconds')::int >= 10 or k.order_id <> f.id`),
    ).toEqual([]);
  });

  test("shared address, spike of clicks", async () => {
    expect(
      await rows(`select order_number from (${flagged("shared_ip")}) f
        where not (evidence->'order_ids') <@ (select coalesce(jsonb_agg(o.id), '[]') from affiliate."order" o
          where o.tenant_id = f.tenant_id and o.ip_hash = f.ip_hash and o.customer_key <> f.customer_key)`),
    ).toEqual([]);
    const clicks = (days: string) => `(select count(*) from affiliate.click k where k.tenant_id = f.tenant_id
      and k.link_id = f.link_id and not k.is_bot and k.occurred_at <= f.created_at
      and (k.occurred_at at time zone '${timeZone}')::date ${days})`;
    expect(
      await rows(`select order_number from (${flagged("click_spike")}) f
        where (evidence->>'clicks_that_day')::int <> ${clicks("= f.day")}
          or (evidence->>'usual_clicks_a_day')::numeric <> round(${clicks("between f.day - 7 and f.day - 1")} / 7.0, 1)`),
    ).toEqual([]);
  });
});

test("an order shows its affiliate with the reason, from the click to the commission", async () => {
  const { data } = await read("/orders?per_page=100&sort=attributed_at");
  const led = data.find((row: { click_id: string | null }) => row.click_id !== null);
  const { attribution_timeline, attribution_reason } = await read(`/orders/${led.id}`);
  const types = attribution_timeline.map(({ type }: { type: string }) => type);
  expect(types.slice(0, 2)).toEqual(["click", "order"]);
  expect(types).toContain("commission");
  expect(attribution_reason).toMatch(/click|coupon/i);
  const given = await rows(`select order_id, number from affiliate.attribution
    where tenant_id = $tenant and method = 'manual' order by number desc`);
  expect(given.length).toBeGreaterThan(80);
  const { attribution_history } = await read(`/orders/${given[0].order_id}`);
  expect(attribution_history[0]).toMatchObject({
    method: "manual",
    by: "key_demo",
    reason: expect.stringMatching(/\w+ \w+/),
  });
  expect(attribution_history).toHaveLength(2);
});

test("the same seed gives the same program", { timeout: 300_000 }, async () => {
  await shop("twin", 7, small);
  const [first, twin] = await Promise.all(
    ["one", "twin"].map((id) => checksums(services.db, id, "sandbox", "affiliate")),
  );
  expect(twin).toEqual(first);
  expect(Object.keys(first ?? {}).length).toBeGreaterThan(18);
});

test("another seed gives another program, and one in yen has whole amounts and rates and days of its time zone", {
  timeout: 300_000,
}, async () => {
  const other = await shop("kissaten", 3, { ...small, currency: "JPY", timeZone: "Asia/Tokyo" });
  expect(other).not.toEqual(smaller);
  const [sums] = await rows(
    `select avg(total) filter (where currency = 'JPY')::float8 as yen, avg(total) filter (where currency = 'USD')::float8 as cents,
      count(*) filter (where day <> (created_at at time zone 'Asia/Tokyo')::date)::int as strange
     from affiliate."order" where tenant_id = $tenant`,
    "kissaten",
  );
  expect(sums.yen).toBeGreaterThan(2_000);
  expect(sums.yen).toBeLessThan(30_000);
  expect(sums.cents).toBeGreaterThan(2_000);
  expect(sums.cents).toBeLessThan(15_000);
  expect(sums.strange).toBe(0);
  const fixed = await rows(
    `select distinct commission_rate::float8 as rate from affiliate.affiliate
     where tenant_id = $tenant and commission_type = 'fixed' and currency = 'JPY'`,
    "kissaten",
  );
  expect(fixed).toEqual([{ rate: 640 }]);
});
