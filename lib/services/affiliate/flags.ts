import { sql } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import type { Flag } from "../../database/schema/affiliate-money.ts";
import { readClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import type { AffiliateRow, OrderRow } from "./sums-of-records.ts";

// Flags point out what a reviewer should look at. They never decide.

export type Seen = {
  order: Pick<OrderRow, "attributionMethod" | "couponCode" | "clickId" | "customerEmail" | "createdAt">;
  affiliate: Pick<AffiliateRow, "email" | "payoutEmail">;
  clickedAt: Date | null;
  sameNumber: string[];
  /** Orders of other buyers from the same IP address within a month. */
  sameAddress: { id: string; email: string | null; theirs: boolean }[];
  /** Clicks from the same IP address on the affiliate's links within a month, without the one that led to the order. */
  otherClicks: number;
  /** Clicks on the link on the day of the order, and on the seven days before it. */
  clicks: { day: number; weekBefore: number };
};

const checks = [selfReferral, sharedAddress, couponWithoutClick, duplicateNumber, fastOrder, clickSpike];

export function flagsFor(seen: Seen): Flag[] {
  return checks.flatMap((check) => check(seen) ?? []);
}

function selfReferral({ order, affiliate }: Seen): Flag | null {
  const { customerEmail } = order;
  if (customerEmail === null || !isOf(affiliate, customerEmail)) return null;
  const evidence = { customer_email: customerEmail, affiliate_email: affiliate.email };
  return { code: "self_referral", severity: "high", evidence };
}

export function isOf({ email, payoutEmail }: Seen["affiliate"], buyer: string): boolean {
  return [email, payoutEmail].some((own) => own !== null && normalizeEmail(own) === normalizeEmail(buyer));
}

const manyClicks = 5;

/** Many shoppers share an IP address, so orders that have nothing to do with this affiliate raise no flag. */
function sharedAddress({ affiliate, sameAddress, otherClicks }: Seen): Flag | null {
  const own = sameAddress.filter(({ email }) => email !== null && isOf(affiliate, email));
  const buyers = sameAddress.filter(({ theirs }) => theirs);
  if (own.length + buyers.length === 0 && otherClicks < manyClicks) return null;
  const ids = [...new Set([...own, ...buyers].map(({ id }) => id))];
  return {
    code: "shared_ip",
    severity: own.length > 0 ? "high" : buyers.length > 0 ? "medium" : "low",
    evidence: { order_ids: ids.slice(0, 10), orders_by_affiliate: own.length, other_clicks: otherClicks },
  };
}

function couponWithoutClick({ order }: Seen): Flag | null {
  if (order.attributionMethod !== "coupon" || order.clickId !== null) return null;
  return { code: "coupon_without_click", severity: "low", evidence: { coupon_code: order.couponCode } };
}

function duplicateNumber({ sameNumber }: Seen): Flag | null {
  if (sameNumber.length === 0) return null;
  return { code: "duplicate_order_number", severity: "high", evidence: { order_ids: sameNumber } };
}

const fastSeconds = 10;

function fastOrder({ order, clickedAt }: Seen): Flag | null {
  if (clickedAt === null) return null;
  const seconds = Math.floor((order.createdAt.getTime() - clickedAt.getTime()) / 1000);
  if (seconds >= fastSeconds) return null;
  return { code: "fast_conversion", severity: "medium", evidence: { seconds, clicked_at: clickedAt.toISOString() } };
}

const spike = { least: 50, times: 5 };

function clickSpike({ clicks }: Seen): Flag | null {
  const usual = clicks.weekBefore / 7;
  if (clicks.day < spike.least || clicks.day < spike.times * usual) return null;
  const evidence = { clicks_that_day: clicks.day, usual_clicks_a_day: Number(usual.toFixed(1)) };
  return { code: "click_spike", severity: "low", evidence };
}

/** The order itself is already in the database and must not be counted. */
export async function see(tx: Transaction, order: OrderRow, affiliate: AffiliateRow): Promise<Seen> {
  const { tenantId, id, orderNumber, ipHash, customerKey, linkId, clickId, createdAt, day } = order;
  const monthBefore = sql`${createdAt.toISOString()}::timestamptz - interval '30 days'`;
  const { rows } = await tx.execute<Pick<Seen, "sameNumber" | "sameAddress" | "otherClicks" | "clicks">>(sql`
    select
      array(
        select id from affiliate.order
        where tenant_id = ${tenantId} and order_number = ${orderNumber} and id <> ${id} limit 10
      ) as "sameNumber",
      (
        select coalesce(json_agg(other), '[]') from (
          select id, customer_email as email, coalesce(affiliate_id = ${affiliate.id}, false) as theirs
          from affiliate.order
          where tenant_id = ${tenantId} and ip_hash = ${ipHash} and id <> ${id}
            and customer_key <> ${customerKey} and created_at >= ${monthBefore}
          limit 100
        ) other
      ) as "sameAddress",
      (
        select count(*) from (
          select 1 from affiliate.click
          where tenant_id = ${tenantId} and ip_hash = ${ipHash} and affiliate_id = ${affiliate.id}
            and id is distinct from ${clickId} and occurred_at >= ${monthBefore}
          limit 100
        ) other
      ) as "otherClicks",
      (
        select json_build_object(
          'day', coalesce(sum(clicks) filter (where day = ${day}::date), 0),
          'weekBefore', coalesce(sum(clicks) filter (where day < ${day}::date), 0))
        from affiliate.daily_click
        where tenant_id = ${tenantId} and affiliate_id = ${affiliate.id} and link_id = ${linkId}
          and day between ${day}::date - 7 and ${day}::date
      ) as clicks`);
  const clickedAt = clickId === null ? null : (readClickId(keyFor("click-id"), clickId)?.at ?? null);
  return { order, affiliate, clickedAt, ...(rows[0] as (typeof rows)[number]) };
}

export function normalizeEmail(email: string): string {
  const [local = "", domain = ""] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}
