/** Rows of the large store in each table that traffic fills. All other stores together have as many. */
export const many = 12_000;

/** SQL for columns that need other values than their name or type suggests; see `valueFor` in fill.ts. */
type Columns = Record<string, string>;

const person = "'person-0'";
const anybody = "'person-' || 1 + i % 150";
/** The large store has 2,000 affiliates, of which every third has orders. */
const affiliate = "'aff_' || case when ours then 12 * (i % 600) else 1 end";
const link = "'lnk_' || case when ours then 12 * (i % 600) else 1 end";
const latest = (value: string) => `case when i < 20 then null else ${value} end`;
const attributed = (value: string) => `case when i % 4 = 0 then null else ${value} end`;
const named = (word: string) => `'${word} ' || i * 7919 % 100000`;
const one = (prefix: string, count: number) => `'${prefix}_' || (ours::int) || '_' || i % ${count}`;
export const minor = "(i * 7919) % 100000";

/** Nearly all rows get the first word, as in reality. A scan finds only the rare words slowly. */
const mostly = (...words: string[]) => {
  const quoted = words.map((word) => `'${word}'`);
  return `(array[${quoted.join(", ")}])[case when i % 100 < ${100 - words.length + 1} then 1 else i % 100 - ${100 - words.length - 1} end]`;
};

/** Records that people create one by one. A list may read all of a store, as a search for part of a name must. */
export const madeByHand: Record<string, Columns> = {
  "checkout.upsell": {
    name: named("Offer"),
    status: mostly("active", "draft", "disabled"),
    product_id: one("prod", 500),
    discount_type: "'fixed'",
  },
  "checkout.bundle": {
    name: named("Set"),
    type: mostly("fixed", "mix_match", "build_a_box"),
    status: mostly("active", "draft", "archived"),
    pricing_type: "'fixed'",
  },
  "checkout.product": { title: named("Product"), source: "'api'" },
  "checkout.experiment": { name: named("Test"), status: mostly("completed", "running", "draft") },
  "checkout.webhook_endpoint": {
    id: "case when i < 20 then 'whk_' || n else 'old_' || n end",
    state: "'enabled'",
    deleted_at: latest("at"),
  },
  "checkout.notice": {
    kind: mostly("delivery_exhausted", "endpoint_paused"),
    endpoint_id: "'whk_' || n",
    dismissed_at: latest("at"),
  },
  "affiliate.affiliate": {
    email: "'a' || n || '@example.com'",
    last_name: named("L"),
    status: mostly("active", "pending", "rejected", "inactive", "suspended"),
    referral_code: "'ref_' || n",
    commission_type: "'percentage'",
    commission_rate: "10",
  },
  "affiliate.affiliate_total": {
    affiliate_id: "'aff_' || n",
    main: "true",
    clicks: minor,
    orders: minor,
    gross: minor,
    approved: minor,
  },
  "affiliate.link": {
    affiliate_id: "'aff_' || n",
    name: named("N"),
    code: "'code_' || n",
    status: mostly("active", "disabled"),
  },
  "affiliate.link_total": { link_id: "'lnk_' || n", main: "true", clicks: minor, orders: minor, gross: minor },
  "affiliate.payout": { status: mostly("paid", "pending", "processing", "failed", "cancelled"), paid_at: "at" },
  "affiliate.payout_commission": {},
  "desk.payout": {
    batch: "'job_' || case when ours then i % 200 else 1000 end",
    baseline: "'[]'",
    state: mostly("made", "failed", "cancelled", "returned", "unknown", "waiting", "sending"),
  },
  "desk.payout_commission": {},
  "desk.draft": { user_id: anybody, record: "'ups_' || n" },
  "desk.saved_view": { store_id: "'shop-' || 1 + i % 150", screen: "'upsells'" },
  "desk.annotation": {},
  "desk.job": {
    kind: "'enable_upsells'",
    resource: mostly("upsells", "commissions", "audit"),
    state: mostly("done", "cancelled"),
    created_by: person,
    role: "'owner'",
  },
  "desk.job_file": {},
  "desk.daily_metrics": { day: "current_date - case when ours then i else n / 300 * 2 + n % 2 end" },
  "desk.personal": { user_id: anybody, kind: "'recent_order'", id: "'ord_' || n" },
  "desk.experiment_plan": { store_id: "'shop-' || 1 + i % 150", experiment: "'exp_' || n" },
  "desk.experiment_note": { experiment: one("exp", 400) },
  "desk.session": { token: "'tok_' || n", user_id: anybody, expires_at: "now() + interval '1 day'" },
};

export const madeByTraffic: Record<string, Columns> = {
  "checkout.order": {
    platform_order_id: "'P-' || i",
    customer_id: one("cus", 3_000),
    visitor_id: "'vis_' || n",
    placed_at: "at",
    day: "at::date",
    total: minor,
    upsell_revenue: minor,
    refunded: "case when i % 100 = 7 then 100 else 0 end",
    cancelled: "i % 100 = 9",
    confirmed: "i % 100 <> 11",
    upsells_accepted: `case when i % 3 = 0 then array[${one("ups", 400)}] else '{}' end`,
    bundles_purchased: `case when i % 7 = 0 then array[${one("bun", 100)}] else '{}' end`,
    experiment_variant: "case when i % 9 = 0 then 'variant_' || chr(97 + i % 2) end",
    products: `array[${one("prod", 500)}]`,
  },
  "checkout.ticket": {
    upsell_id: `case when i % 7 > 0 then ${one("ups", 400)} end`,
    bundle_id: `case when i % 7 = 0 then ${one("bun", 100)} end`,
    revision: "at",
    lines: "'[]'",
    list_price: minor,
    price: minor,
    charged: `case when i % 3 = 0 then ${minor} + (i % 100 = 9)::int end`,
    experiments: "'[]'",
    visitor_id: "'vis_' || n",
    issued_at: "at",
    expires_at: "at + interval '30 minutes'",
    redeemed_at: "case when i % 3 = 0 then at end",
    refusals: "(i % 100 = 7)::int",
  },
  "checkout.event": {
    type: mostly("upsell.accepted", "order.edited"),
    order_id: "'ord_' || n",
    customer_id: one("cus", 3_000),
    body: `'{"data":{}}'`,
  },
  "checkout.delivery": {
    endpoint_id: "'whk_' || (not ours)::int",
    event_type: mostly("upsell.accepted", "order.edited"),
    status: mostly("delivered", "failed", "exhausted", "held", "pending"),
    attempts: "1",
    response_code: "case when i % 100 < 96 then 200 else 500 end",
  },
  "checkout.shop_delivery": {
    platform: mostly("shopify", "woocommerce", "stripe"),
    delivery_id: "'shop_' || n",
    topic: "'orders/updated'",
    status: mostly("applied", "ignored", "refused", "failed", "received"),
    received_at: "at",
  },
  "affiliate.order": {
    external_id: "'ext_' || n",
    order_number: "'#' || i",
    affiliate_id: attributed(affiliate),
    link_id: attributed(link),
    attributed_at: attributed("at"),
    status: mostly("paid", "partially_refunded", "refunded", "cancelled"),
  },
  "affiliate.commission": {
    order_id: "'ord_' || n",
    attribution: "1",
    type: mostly("sale", "bonus", "adjustment", "clawback"),
    status: mostly("approved", "pending", "rejected"),
    reviewed_at: "at",
    // One of a hundred, of every affiliate.
    flags: `case when (i + i / 600) % 100 = 7 then jsonb_build_array(jsonb_build_object('severity', 'low',
      'code', (array['self_referral', 'coupon_without_click', 'fast_conversion'])[1 + i / 100 % 3],
      'evidence', jsonb_build_object('coupon_code', 'SAVE' || i % 7))) else '[]' end`,
  },
  "affiliate.click": { is_bot: "i % 100 = 7", order_id: "case when i % 100 = 9 then 'ord_' || n end" },
  "desk.audit": {
    seq: `${many} - i`,
    mode: "'live'",
    actor_kind: "'person'",
    actor_id: "'person-' || i % 7",
    role: "'merchant'",
    api: mostly("checkout", "affiliate", "desk"),
    resource: mostly("upsells", "bundles", "jobs"),
    operation: mostly("update", "create"),
    method: "'PUT'",
    record_id: "'ups_' || i % 4000",
    outcome: mostly("ok", "refused", "unknown"),
  },
  "desk.job_item": {
    job_id: "case when ours then 'job_0' else 'job_' || 1 + 2 * (i % 500) end",
    record_id: "'ups_' || n",
    state: mostly("done", "failed", "unknown", "skipped", "already", "waiting"),
  },
  "desk.mail": {
    kind: mostly("commissions_decided", "first_sale", "payout_sent"),
    state: mostly("sent", "failed", "queued"),
    to: "'p' || n || '@example.com'",
    locale: "'en'",
    once: "'once ' || n",
  },
  "desk.seen_event": { type: "'order.edited'", order_id: one("ord", 4_000), happened_at: "at" },
  "desk.remembered": { kind: mostly("order", "product", "customer"), name: named("Thing"), last_seen: "at" },
  "desk.experiment_snapshot": { experiment: one("exp", 20), variants: "'[]'" },
};

/** By the name of a column that must have a value, unless a table says otherwise. */
export const usual: Columns = {
  tenant_id: "owner",
  store_id: "owner",
  mode: "'live'",
  currency: "'EUR'",
  affiliate_id: affiliate,
  link_id: link,
  user_id: "'person-1'",
  event_id: "'evt_' || n",
  delivery_id: "'del_' || n",
  payout_id: "'pay_' || n",
  commission_id: "'com_' || n",
  job_id: "'job_' || n",
  n: "n",
};

export const prefixes: Record<string, string> = {
  "checkout.upsell": "ups",
  "checkout.bundle": "bun",
  "checkout.product": "prod",
  "checkout.experiment": "exp",
  "checkout.notice": "ntc",
  "checkout.order": "ord",
  "checkout.ticket": "tkt",
  "checkout.event": "evt",
  "checkout.delivery": "del",
  "checkout.shop_delivery": "shd",
  "affiliate.affiliate": "aff",
  "affiliate.link": "lnk",
  "affiliate.order": "ord",
  "affiliate.commission": "com",
  "affiliate.payout": "pay",
  "affiliate.click": "clk",
  "desk.job": "job",
  "desk.payout": "pay",
  "desk.seen_event": "evt",
};
