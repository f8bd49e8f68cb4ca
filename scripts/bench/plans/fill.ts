import type pg from "pg";

/** Rows of the large store in each table that traffic fills. All other stores together have as many. */
const many = 12_000;
/** The same for records that people create one by one. */
export const some = 2_000;
export const large = "large";
const others = 150;

/** A list of these may read all rows of a store, as a search for part of a name must. */
export const madeByHand = new Set([
  ...["checkout.upsell", "checkout.bundle", "checkout.experiment", "checkout.webhook_endpoint", "checkout.notice"],
  ...[
    "affiliate.affiliate",
    "affiliate.affiliate_total",
    "affiliate.link",
    "affiliate.link_total",
    "affiliate.payout",
    "affiliate.payout_commission",
  ],
  ...[
    "desk.payout",
    "desk.payout_commission",
    "desk.draft",
    "desk.saved_view",
    "desk.annotation",
    "desk.job",
    "desk.job_file",
    "desk.daily_metrics",
    "desk.personal",
    "desk.experiment_plan",
  ],
  ...["desk.experiment_note", "desk.session"],
]);

/** These tables have few rows for each store, key and so on, or no list reads them page by page. */
export const staysSmall: Record<string, string> = {
  "checkout.tenant": "store",
  "checkout.api_key": "store",
  "checkout.settings": "store",
  "checkout.shop_contact": "store",
  "checkout.rate_budget": "key",
  "checkout.key_use": "scope and day",
  "checkout.storefront_event": "read by id or offer",
  "checkout.lease": "sending",
  "checkout.attempt": "read by delivery",
  "checkout.endpoint_health": "endpoint",
  "checkout.replay_job": "replay",
  "checkout.daily_total": "day",
  "checkout.daily_upsell": "offer and day",
  "checkout.daily_bundle": "bundle and day",
  "checkout.monthly_upsell": "offer and month",
  "checkout.monthly_bundle": "bundle and month",
  "checkout.experiment_visitor": "read by visitor",
  "checkout.experiment_count": "variant",
  "affiliate.tenant": "store",
  "affiliate.api_key": "store",
  "affiliate.key_use": "scope and day",
  "affiliate.rate_budget": "key",
  "affiliate.coupon": "affiliate",
  "affiliate.program": "store",
  "affiliate.idempotency": "read by key",
  "affiliate.outbox": "emptied each second",
  "affiliate.product": "product",
  "affiliate.order_refund": "read by order",
  "affiliate.attribution": "read by order",
  "affiliate.record_count": "day",
  "affiliate.affiliate_count": "affiliate and day",
  "affiliate.daily_total": "day",
  "affiliate.daily_click_total": "day",
  "affiliate.hourly_click": "day and hour",
  "affiliate.daily_click": "link and day",
  "affiliate.daily_affiliate": "affiliate and day",
  "affiliate.daily_product": "product and day",
  "affiliate.daily_product_commission": "product and day",
  "desk.user": "person",
  "desk.account": "person",
  "desk.verification": "link",
  "desk.two_factor": "person",
  "desk.passkey": "person",
  "desk.store": "store",
  "desk.member": "person",
  "desk.invitation": "person",
  "desk.connection": "store",
  "desk.key_access": "key",
  "desk.attempt_limit": "address",
  "desk.rate_budget": "key",
  "desk.hook": "store",
  "desk.feed_cursor": "api",
  "desk.audit_head": "store",
  "desk.default_view": "person",
  "desk.payout_preview": "kept for a day",
};

type Ids = { checkout: number[]; affiliate: number[] };

/** Half of the rows belong to one large store. */
export async function fillForPlans(client: pg.Client): Promise<{ checkout: number; affiliate: number }> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  await run(`insert into desk.store (id, name, currency, time_zone)
    select case n when 0 then '${large}' else 'shop-' || n end, 'Shop ' || n, 'EUR', 'UTC'
    from generate_series(0, ${others}) n`);
  await run(`insert into desk."user" (id, name, email)
    select 'person-' || n, 'Person ' || n, 'p' || n || '@example.com' from generate_series(0, ${others}) n`);
  const ids: Ids = { checkout: [], affiliate: [] };
  for (const schema of ["checkout", "affiliate"] as const) {
    const { rows } = await run(`insert into ${schema}.tenant (store_id, mode, currency, time_zone)
      select id, 'live', 'EUR', 'UTC' from desk.store order by id <> '${large}', id
      on conflict (store_id, mode) do update set currency = excluded.currency returning id, store_id`);
    ids[schema] = [
      ...rows.filter(({ store_id }) => store_id === large),
      ...rows.filter(({ store_id }) => store_id !== large),
    ].map(({ id }) => id);
  }
  for (const [table, columns] of Object.entries(tables)) {
    const [schema = ""] = table.split(".");
    const every = madeByHand.has(table) ? (2 * many) / some : 2;
    const where = schema === "desk" ? [] : [ids[schema as keyof Ids]];
    const names = Object.keys(columns).join(", ");
    const values = Object.values(columns).join(", ");
    const began = performance.now();
    await run(
      `insert into ${table} (${names}) select ${values} from (
        select n, n % ${every} = 0 as ours, n / ${every} as i, now() - (n / 2) * interval '17 minutes' as at,
          ${schema === "desk" ? store(every) : tenant(every)} as place
        from generate_series(0, ${2 * many - 1}) n) each_row
      ${table === "affiliate.payout_commission" ? "where ours" : ""}`,
      where,
    );
    if (process.env.TIMES) console.log(table, Math.round(performance.now() - began));
  }
  await run("analyze");
  return { checkout: ids.checkout[0] as number, affiliate: ids.affiliate[0] as number };
}

const tenant = (every: number) => `($1::int[])[case when n % ${every} = 0 then 1 else 2 + (n / 2) % ${others} end]`;
const store = (every: number) =>
  `case when n % ${every} = 0 then '${large}' else 'shop-' || 1 + (n / 2) % ${others} end`;

/** Nearly all rows get the first word, as in reality. A scan finds only the rare words slowly. */
const mostly = (...words: (string | null)[]) => {
  const quoted = words.map((word) => (word === null ? "null" : `'${word}'`));
  return `(array[${quoted.join(", ")}])[case when i % 100 < ${100 - words.length + 1} then 1 else i % 100 - ${100 - words.length - 1} end]`;
};
const one = (of: string, count: number) => `'${of}_' || (ours::int) || '_' || i % ${count}`;
const id = (of: string) => `'${of}_' || n`;
const mode = "'live'";
const minor = "(i * 7919) % 100000";

type Columns = Record<string, string>;
export const tables: Record<string, Columns> = {
  "checkout.upsell": {
    tenant_id: "place",
    id: id("ups"),
    name: "'Offer ' || i * 7919 % 100000",
    status: mostly("active", "draft", "disabled"),
    product_id: one("prod", 500),
    trigger_products: "'{}'",
    discount_type: "'fixed'",
    discount_value: `${minor}`,
    placement: "'post_purchase'",
    created_at: "at",
    updated_at: "at",
  },
  "checkout.bundle": {
    tenant_id: "place",
    id: id("bun"),
    name: "'Set ' || i * 7919 % 100000",
    type: mostly("fixed", "mix_match", "build_a_box"),
    status: mostly("active", "draft", "archived"),
    products: "'[]'",
    pricing_type: "'fixed'",
    pricing_value: "1",
    created_at: "at",
    updated_at: "at",
  },
  "checkout.experiment": {
    tenant_id: "place",
    id: id("exp"),
    name: "'Test ' || i",
    status: mostly("completed", "running", "draft"),
    variants: "'[]'",
    created_at: "at",
  },
  "checkout.order": {
    tenant_id: "place",
    id: id("ord"),
    platform_order_id: "'P-' || i",
    placed_at: "at",
    day: "at::date",
    total: minor,
    upsells_accepted: "'{}'",
    bundles_purchased: "'{}'",
  },
  "checkout.event": {
    tenant_id: "place",
    id: id("evt"),
    type: mostly("upsell.accepted", "order.edited"),
    order_id: id("ord"),
    customer_id: one("cus", 3_000),
    body: `'{"data":{}}'`,
    created_at: "at",
  },
  "checkout.webhook_endpoint": {
    ...{
      tenant_id: "place",
      id: "case when i < 20 then 'whk_' || n else 'old_' || n end",
      url: "'https://hooks.test'",
    },
    events: "'{}'",
    state: "'enabled'",
    secret: "''::bytea",
    created_at: "at",
    deleted_at: "case when i < 20 then null else at end",
  },
  "checkout.delivery": {
    tenant_id: "place",
    id: id("del"),
    endpoint_id: "'whk_' || (not ours)::int",
    event_id: id("evt"),
    event_type: mostly("upsell.accepted", "order.edited"),
    status: mostly("delivered", "failed", "exhausted", "held", "pending"),
    attempts: "1",
    response_code: "case when i % 100 < 96 then 200 else 500 end",
    created_at: "at",
  },
  "checkout.notice": {
    tenant_id: "place",
    id: id("ntc"),
    kind: mostly("delivery_exhausted", "endpoint_paused"),
    endpoint_id: id("whk"),
    delivery_id: id("del"),
    message: "''",
    dismissed_at: "case when i < 20 then null else at end",
    updated_at: "at",
  },
  "affiliate.affiliate": {
    tenant_id: "place",
    id: id("aff"),
    email: "'a' || n || '@example.com'",
    first_name: "'Mira'",
    last_name: "'L' || i * 7919 % 100000",
    status: mostly("active", "pending", "rejected", "inactive", "suspended"),
    referral_code: id("ref"),
    commission_type: "'percentage'",
    commission_rate: "10",
    currency: "'EUR'",
    created_at: "at",
    updated_at: "at",
  },
  "affiliate.affiliate_total": {
    tenant_id: "place",
    affiliate_id: id("aff"),
    currency: "'EUR'",
    main: "true",
    clicks: minor,
    orders: minor,
    gross: minor,
    approved: minor,
  },
  "affiliate.link": {
    tenant_id: "place",
    id: id("lnk"),
    affiliate_id: id("aff"),
    name: "'N' || i * 7919 % 100000",
    code: id("code"),
    ...{
      destination_url: "'https://shop.test'",
      status: mostly("active", "disabled"),
      created_at: "at",
      updated_at: "at",
    },
  },
  "affiliate.link_total": {
    tenant_id: "place",
    link_id: id("lnk"),
    currency: "'EUR'",
    main: "true",
    clicks: minor,
    orders: minor,
    gross: minor,
  },
  "affiliate.order": {
    tenant_id: "place",
    id: id("ord"),
    external_id: id("ext"),
    order_number: "'#' || i",
    affiliate_id: `case when i % 4 = 0 then null else 'aff_' || case when ours then 12 * (i % 600) else 1 end end`,
    link_id: `case when i % 4 = 0 then null else 'lnk_' || case when ours then 12 * (i % 600) else 1 end end`,
    attributed_at: "case when i % 4 = 0 then null else at end",
    subtotal: minor,
    discount: "0",
    tax: "0",
    shipping: "0",
    total: minor,
    currency: "'EUR'",
    line_items: "'[]'",
    status: mostly("paid", "partially_refunded", "refunded", "cancelled"),
    day: "at::date",
    created_at: "at",
  },
  "affiliate.commission": {
    tenant_id: "place",
    id: id("com"),
    affiliate_id: "'aff_' || case when ours then 12 * (i % 600) else 1 end",
    order_id: id("ord"),
    attribution: "1",
    amount: minor,
    currency: "'EUR'",
    type: mostly("sale", "bonus", "adjustment", "clawback"),
    status: mostly("approved", "pending", "rejected"),
    eligible_at: "at",
    reviewed_at: "at",
    flags: `case when i % 100 = 7 then '[{"code":"x"}]' else '[]' end::jsonb`,
    day: "at::date",
    created_at: "at",
  },
  "affiliate.payout": {
    tenant_id: "place",
    id: id("pay"),
    affiliate_id: "'aff_' || case when ours then 12 * (i % 600) else 1 end",
    amount: minor,
    currency: "'EUR'",
    status: mostly("paid", "pending", "processing", "failed", "cancelled"),
    paid_at: "at",
    created_at: "at",
  },
  "affiliate.payout_commission": { tenant_id: "place", payout_id: id("pay"), commission_id: id("com"), amount: "1" },
  "affiliate.click": {
    tenant_id: "place",
    id: id("clk"),
    link_id: "'lnk_' || case when ours then 12 * (i % 600) else 1 end",
    affiliate_id: "'aff_' || case when ours then 12 * (i % 600) else 1 end",
    occurred_at: "at",
    is_bot: "i % 100 = 7",
    order_id: "case when i % 100 = 9 then 'ord_' || n end",
  },
  "desk.audit": {
    store_id: "place",
    seq: `${many} - i`,
    prev_hash: "''::bytea",
    hash: "''::bytea",
    mode,
    at: "at",
    actor_kind: "'person'",
    actor_id: "'person-' || i % 7",
    actor_name: "'Person'",
    role: "'merchant'",
    api: mostly("checkout", "affiliate", "desk"),
    resource: mostly("upsells", "bundles", "jobs"),
    operation: mostly("update", "create"),
    method: "'PUT'",
    path: "'/upsells/ups_' || i",
    record_id: "'ups_' || i % 4000",
    outcome: mostly("ok", "refused", "unknown"),
  },
  "desk.job": {
    id: id("job"),
    store_id: "place",
    mode,
    kind: "'enable_upsells'",
    resource: mostly("upsells", "commissions", "audit"),
    state: mostly("done", "cancelled"),
    params: "'{}'",
    created_by: "'person-0'",
    created_by_name: "'P'",
    acts_for: "'person-0'",
    role: "'owner'",
    created_at: "at",
  },
  "desk.job_item": {
    job_id: "case when ours then 'job_0' else 'job_' || 1 + 2 * (i % 500) end",
    n: "n",
    record_id: id("ups"),
    input: "'{}'",
    state: mostly("done", "failed", "unknown", "skipped", "already", "waiting"),
  },
  "desk.job_file": { job_id: "'job_' || n", n: "0", content: "''" },
  "desk.held_write": {
    id: id("held"),
    batch: id("batch"),
    store_id: "place",
    mode,
    api: "'checkout'",
    resource: "'upsells'",
    operation: "'delete'",
    record_id: id("ups"),
    input: "'{}'",
    person_id: "'person-0'",
    person_name: "'P'",
    state: "'done'",
    send_at: "at",
    updated_at: "at",
  },
  "desk.payout": {
    id: id("pay"),
    store_id: "place",
    mode,
    batch: "'job_' || case when ours then i % 200 else 1000 end",
    n: "n",
    preview: "''",
    version: "''",
    holder: "''",
    affiliate_id: "'aff_' || 12 * (i % 600)",
    amount: minor,
    currency: "'EUR'",
    baseline: "'[]'",
    state: mostly("made", "failed", "cancelled", "returned", "unknown", "waiting", "sending"),
    created_by: "'person-0'",
    created_by_name: "'P'",
    created_at: "at",
  },
  "desk.payout_commission": { payout_id: id("pay"), store_id: "place", mode, commission_id: id("com"), amount: "1" },
  "desk.seen_event": {
    store_id: "place",
    mode,
    id: id("evt"),
    type: "'order.edited'",
    received_at: "at",
    order_id: one("ord", 4_000),
    happened_at: "at",
  },
  "desk.draft": {
    user_id: `'person-' || 1 + i % ${others}`,
    store_id: "place",
    mode,
    kind: "'upsell'",
    record: id("ups"),
    body: "'{}'",
    updated_at: "at",
  },
  "desk.saved_view": {
    id: id("view"),
    store_id: "'shop-' || 1 + i % 150",
    user_id: "'person-1'",
    screen: "'upsells'",
    name: "'View'",
    query: "''",
    position: "i",
  },
  "desk.annotation": {
    id: id("note"),
    store_id: "place",
    mode,
    user_id: "'person-1'",
    day: "at::date",
    text: "''",
    shared: "true",
  },
  "desk.remembered": {
    store_id: "place",
    mode,
    kind: mostly("order", "product", "customer"),
    id: id("thing"),
    name: "'Thing ' || i",
    last_seen: "at",
  },
  "desk.personal": {
    user_id: `'person-' || 1 + i % ${others}`,
    store_id: "place",
    mode,
    kind: "'recent_order'",
    id: id("ord"),
    at: "at",
  },
  "desk.daily_metrics": {
    store_id: "place",
    mode,
    day: "current_date - case when ours then i else n / 300 * 2 + n % 2 end",
    complete: "true",
    asked_at: "at",
  },
  "desk.experiment_snapshot": {
    store_id: "place",
    mode,
    experiment: one("exp", 20),
    taken_at: "at",
    variants: "'[]'",
  },
  "desk.experiment_plan": { store_id: "'shop-' || 1 + i % 150", mode, experiment: id("exp") },
  "desk.experiment_note": {
    id: id("note"),
    store_id: "place",
    mode,
    experiment: one("exp", 400),
    user_id: "'person-1'",
    text: "''",
    at: "at",
  },
  "desk.session": {
    id: id("ses"),
    token: id("tok"),
    user_id: `'person-' || 1 + i % ${others}`,
    expires_at: "now() + interval '1 day'",
  },
};
