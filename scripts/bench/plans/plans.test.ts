import { expect, test } from "vitest";
import { findTables } from "./fill.ts";
import { lists, params, questionsOf } from "./questions.ts";
import { madeByHand, madeByTraffic } from "./tables.ts";

// `npm run bench -- plans` needs some facts about lists and tables, which must be complete.

test.each(lists)("$is can be requested with each of its filters", (list) => {
  expect(questionsOf(list).length).toBeGreaterThan(0);
  const named = list.found.operation.path.match(/(?<=:)\w+/g) ?? [];
  expect(Object.keys(params[list.is] ?? {})).toEqual(named);
});

test("every table is filled or is known to stay small", async () => {
  const known = Object.keys({ ...madeByHand, ...madeByTraffic, ...staysSmall });
  expect([...(await findTables()).keys()].sort()).toEqual(known.sort());
});

/** These tables have few rows for each store, key and so on, or no list reads them page by page. */
const staysSmall: Record<string, string> = {
  "checkout.tenant": "store",
  "checkout.api_key": "store",
  "checkout.settings": "store",
  "checkout.shop_contact": "store",
  "checkout.shop_refusal": "hour and reason",
  "checkout.shop_script": "version",
  "checkout.shop_source": "store and platform",
  "checkout.shop_order": "read by id",
  "checkout.shopify_app": "store",
  "checkout.shopify_code": "read by ticket or code",
  "checkout.bought_together": "product, ten of each",
  "checkout.best_seller": "category, twenty of each",
  "checkout.recommendation_run": "store",
  "checkout.rate_budget": "key",
  "checkout.key_use": "scope and day",
  "checkout.storefront_event": "read by id, offer or visitor",
  "checkout.lease": "sending",
  "checkout.attempt": "read by delivery",
  "checkout.endpoint_health": "endpoint",
  "checkout.replay_job": "replay",
  "checkout.daily_total": "day",
  "checkout.daily_upsell": "offer and day",
  "checkout.daily_upsell_segment": "offer, day and segment",
  "checkout.daily_bundle": "bundle and day",
  "checkout.monthly_upsell": "offer and month",
  "checkout.monthly_bundle": "bundle and month",
  "checkout.experiment_visitor": "read by visitor",
  "checkout.experiment_sum": "variant, segment and day",
  "checkout.experiment_network": "read by network, kept two days",
  "affiliate.tenant": "store",
  "affiliate.api_key": "store",
  "affiliate.key_use": "scope and day",
  "affiliate.rate_budget": "key",
  "affiliate.coupon": "affiliate",
  "affiliate.program_version": "store",
  "affiliate.idempotency": "read by key",
  "checkout.idempotency": "read by key",
  "affiliate.outbox": "emptied each second",
  "affiliate.product": "product",
  "affiliate.order_refund": "read by order",
  "affiliate.attribution": "read by order",
  "affiliate.record_count": "affiliate and day",
  "affiliate.daily_total": "day",
  "affiliate.daily_click_total": "day",
  "affiliate.hourly_click": "day and hour",
  "affiliate.daily_click": "link and day",
  "affiliate.daily_affiliate": "affiliate and day",
  "affiliate.monthly_click": "affiliate and month",
  "affiliate.monthly_affiliate": "affiliate and month",
  "affiliate.daily_product": "product and day",
  "affiliate.daily_product_commission": "product and day",
  "desk.user": "person",
  "desk.account": "person",
  "desk.verification": "link",
  "desk.two_factor": "person",
  "desk.passkey": "person",
  "desk.store": "store",
  "desk.audit_key": "rotation of the secret",
  "desk.member": "person",
  "desk.invitation": "person",
  "desk.connection": "store",
  "desk.key_access": "key",
  "desk.attempt_limit": "address",
  "desk.rate_budget": "key",
  "desk.hook": "store",
  "desk.feed_cursor": "api",
  "desk.audit_file": "store",
  "desk.audit_head": "store",
  "desk.default_view": "person",
  "desk.payout_preview": "kept for a day",
  "desk.payout_details": "affiliate",
  "desk.payout_file": "batch",
  "desk.payout_file_entry": "read by file",
  "desk.payout_settings": "store",
  "desk.partner": "affiliate",
  "desk.partner_key": "affiliate",
  "desk.partner_media": "file",
  "desk.partner_passkey": "affiliate",
  "desk.partner_session": "read by token",
  "desk.partner_verification": "link",
  "desk.mail_template": "kind and language",
  "desk.mail_opt_out": "read by address",
  "desk.partner_program": "store",
  "desk.partner_terms": "version",
  "desk.partner_invitation": "read by id or token",
  "desk.partner_application": "read by affiliate",
  "desk.email_change": "affiliate",
  "desk.answer_columns": "heading of a bank's file",
};
