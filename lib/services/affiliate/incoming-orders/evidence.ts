import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrderReportOf } from "../../../contract/affiliate-storefront.ts";
import type { Transaction } from "../../../database/client.ts";
import { link } from "../../../database/schema/affiliate.ts";
import { sentence } from "../../../sentences.ts";
import { readClickId } from "../click-ids.ts";
import { findCouponOwners } from "../coupons.ts";
import { keyFor } from "../environment.ts";
import { normalizeEmail } from "../flags.ts";
import type { AffiliateRow } from "../sums-of-records.ts";
import type { Evidence } from "./decide-attribution.ts";

export type Placed = OrderReportOf<"order.placed">;

/** The evidence by id. The affiliates are not locked yet. */
export type Traces = {
  couponOwners: Map<string, string>;
  links: Map<string, string>;
  formers: Map<Placed, { orderNumber: string; affiliateId: string; at: Date; since: Date }>;
};

export async function readTraces(tx: Transaction, tenantId: number, placed: readonly Placed[]): Promise<Traces> {
  const codes = [...new Set(placed.flatMap(({ coupon_codes }) => coupon_codes))];
  const linkIds = placed.flatMap((order) => clicksOf(order).flatMap(({ read }) => read?.linkId ?? []));
  return {
    couponOwners: await findCouponOwners(tx, tenantId, codes),
    links: await findLinkOwners(tx, tenantId, linkIds),
    formers: await findFormers(tx, tenantId, placed),
  };
}

export function affiliatesIn({ couponOwners, links, formers }: Traces): string[] {
  return [...couponOwners.values(), ...links.values(), ...[...formers.values()].map(({ affiliateId }) => affiliateId)];
}

export function evidenceOf(order: Placed, traces: Traces, affiliates: Map<string, AffiliateRow>): Evidence {
  const { couponOwners, links, formers } = traces;
  const coupons = order.coupon_codes.flatMap((code) => {
    const owner = couponOwners.get(code.toLowerCase());
    return owner === undefined ? [] : [{ code, owner: affiliates.get(owner) }];
  });
  const former = formers.get(order);
  return {
    at: new Date(order.occurred_at),
    customerEmail: order.customer_email ?? null,
    coupons,
    clicks: clicksIn(order, links, affiliates),
    former: former
      ? { orderNumber: former.orderNumber, since: former.since, owner: affiliates.get(former.affiliateId) }
      : null,
  };
}

export function customerKeyOf({ customer_id, customer_email }: Placed): string | null {
  if (customer_id !== undefined) return `id:${customer_id}`;
  return customer_email === undefined ? null : `email:${normalizeEmail(customer_email)}`;
}

/** Several clicks of a visitor are separated by dashes. Their ids tell when they were made. */
const clicksOf = ({ click_id = "" }: Placed) =>
  [...new Set(click_id.split("-"))]
    .flatMap((id) => (id === "" ? [] : [{ id, read: readClickId(keyFor("click-id"), id) }]))
    .sort((a, b) => (a.read?.at.getTime() ?? 0) - (b.read?.at.getTime() ?? 0));

function clicksIn(order: Placed, links: Traces["links"], affiliates: Map<string, AffiliateRow>): Evidence["clicks"] {
  return clicksOf(order).map(({ id, read }) => {
    const owner = read && links.get(read.linkId);
    if (!read || !owner) return sentence("passedClickId");
    return { id, linkId: read.linkId, at: read.at, owner: affiliates.get(owner) };
  });
}

/** Includes links that were deleted in the meantime, because a visitor may have followed one before. */
async function findLinkOwners(tx: Transaction, tenantId: number, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: link.id, affiliateId: link.affiliateId })
    .from(link)
    .where(and(eq(link.tenantId, tenantId), inArray(link.id, ids)));
  return new Map(rows.map(({ id, affiliateId }) => [id, affiliateId]));
}

async function findFormers(tx: Transaction, tenantId: number, placed: readonly Placed[]): Promise<Traces["formers"]> {
  const buyers = placed.flatMap((order, n) => {
    const key = customerKeyOf(order);
    return key === null ? [] : [{ n, key, at: order.occurred_at }];
  });
  if (buyers.length === 0) return new Map();
  const { rows } = await tx.execute<{ n: number; number: string; affiliate: string; at: number; since: number }>(sql`
    select buyer.n, former.order_number as number, former.affiliate_id as affiliate,
      extract(epoch from former.created_at)::float8 * 1000 as at, extract(epoch from first.at)::float8 * 1000 as since
    from json_to_recordset(${JSON.stringify(buyers)}::json) as buyer (n int, key text, at timestamptz)
    cross join lateral (
      select order_number, affiliate_id, created_at from affiliate.order
      where tenant_id = ${tenantId} and customer_key = buyer.key and created_at < buyer.at
        and affiliate_id is not null and status <> 'cancelled'
      order by created_at desc, id desc limit 1
    ) as former
    cross join lateral (
      select min(created_at) as at from affiliate.order
      where tenant_id = ${tenantId} and customer_key = buyer.key and affiliate_id = former.affiliate_id
        and status <> 'cancelled'
    ) as first`);
  return new Map(
    rows.map(({ n, number, affiliate, at, since }) => [
      placed[n] as Placed,
      { orderNumber: number, affiliateId: affiliate, at: new Date(at), since: new Date(since) },
    ]),
  );
}
