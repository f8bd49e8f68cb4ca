import { randomInt } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { links as contract } from "../../contract/affiliate/links.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { link } from "../../database/schema/affiliate.ts";
import { linkTotal } from "../../database/schema/affiliate-sums.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toColumns, toFields } from "../kernel/fields.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { holdAffiliates } from "./affiliate-rows.ts";
import { findCouponOwners } from "./coupons.ts";
import { linkAddress } from "./environment.ts";
import { Ledger } from "./ledger.ts";
import { createdSince, totalOf } from "./record-count.ts";
import { naming } from "./refusals.ts";
import type { LinkRow } from "./sums-of-records.ts";

export const links: ResourceHandlers<(typeof contract)["links"], Context> = {
  async list({ query }, context) {
    return readPage(context, query, list);
  },

  async get({ params }, { db, tenantId }) {
    return toRecord(await find(db, tenantId, params.id));
  },

  async code({ params: { code } }, { db }) {
    const [holder] = await db
      .select({ id: link.id })
      .from(link)
      .where(eq(sql`lower(${link.code})`, code.toLowerCase()))
      .limit(1);
    return { code, available: holder === undefined };
  },

  async create({ body }, { db, tenantId, timeZone }) {
    const { affiliate_id: affiliateId, code = newCode(), coupon_code = null } = body;
    return naming(taken, () =>
      db.transaction(async (tx) => {
        const [owner] = await holdAffiliates(tx, tenantId, [affiliateId]);
        if (!owner) refuse([noSuchAffiliate]);
        await refuseForeignCoupon(tx, tenantId, affiliateId, coupon_code);
        const [row] = (await tx
          .insert(link)
          .values({
            ...toColumns(link, body),
            tenantId,
            id: newId("lnk"),
            code,
            status: "active",
          })
          .returning()) as [LinkRow];
        await tx
          .insert(linkTotal)
          .values({ tenantId, linkId: row.id, currency: owner?.currency as string, main: true });
        const ledger = new Ledger({ timeZone });
        ledger.link(null, row);
        await ledger.write(tx, tenantId);
        return toRecord(await find(tx, tenantId, row.id));
      }),
    );
  },

  async update({ params, body }, { db, tenantId, timeZone }) {
    return db.transaction(async (tx) => {
      const before = await lock(tx, tenantId, params.id);
      await refuseForeignCoupon(tx, tenantId, before.affiliateId, body.coupon_code ?? null);
      const [after] = (await tx
        .update(link)
        .set({
          ...toColumns(link, body),
          updatedAt: sql`now()`,
        })
        .where(and(eq(link.tenantId, tenantId), eq(link.id, params.id)))
        .returning()) as [LinkRow];
      const ledger = new Ledger({ timeZone });
      ledger.link(before, after);
      await ledger.write(tx, tenantId);
      return toRecord(await find(tx, tenantId, params.id));
    });
  },

  /** Clicks, orders and the code of a deleted link are kept: a published address never leads somewhere else. */
  async delete({ params }, { db, tenantId, timeZone }) {
    return db.transaction(async (tx) => {
      const before = await lock(tx, tenantId, params.id);
      await tx
        .update(link)
        .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
        .where(and(eq(link.tenantId, tenantId), eq(link.id, params.id)));
      const ledger = new Ledger({ timeZone });
      ledger.link(before, null);
      await ledger.write(tx, tenantId);
      return { id: params.id, deleted: true };
    });
  },
};

export const noSuchAffiliate: FieldError = { field: "affiliate_id", ...sentence("noAffiliate") };

type Sum = { currency: string; orders: number; revenue: number };
type Found = { row: LinkRow; total: typeof linkTotal.$inferSelect; totals: Sum[] };

const taken = { link_code_once: { field: "code", ...sentence("codeInUse") } };

async function refuseForeignCoupon(tx: Transaction, tenantId: number, affiliateId: string, code: string | null) {
  if (code === null) return;
  const owner = (await findCouponOwners(tx, tenantId, [code])).get(code.toLowerCase());
  if (owner === undefined || owner === affiliateId) return;
  refuse([{ field: "coupon_code", ...sentence("codeTaken") }]);
}

async function lock(tx: Transaction, tenantId: number, id: string): Promise<LinkRow> {
  const [row] = await tx.select().from(link).where(one(tenantId, id)).for("no key update");
  return row ?? missing("Link", id);
}

async function find(db: Pick<Database, "select">, tenantId: number, id: string): Promise<Found> {
  const [found] = await db
    .select(withFigures.select)
    .from(link)
    .innerJoin(withFigures.join.table, withFigures.join.on)
    .where(one(tenantId, id));
  return found ?? missing("Link", id);
}

const one = (tenantId: number, id: string) => and(eq(link.tenantId, tenantId), eq(link.id, id), isNull(link.deletedAt));

const letters = "23456789abcdefghjkmnpqrstvwxyz";

function newCode(): string {
  return Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
}

/** The single revenue is in the currency that the affiliate had when the link was made. */
function toRecord({ row, total, totals }: Found) {
  return {
    ...toFields(link, row, "updated_at", "deleted_at"),
    url: linkAddress(row.code),
    clicks: total.clicks,
    orders: total.allOrders,
    revenue: total.revenue,
    currency: total.currency,
    totals,
  };
}

const withFigures = {
  select: {
    row: link,
    total: linkTotal,
    totals: sql<Sum[]>`(
      select json_agg(json_build_object('currency', currency, 'orders', orders, 'revenue', revenue) order by currency)
      from affiliate.link_total each
      where each.tenant_id = ${link.tenantId} and each.link_id = ${link.id})`,
  },
  join: {
    table: linkTotal,
    on: and(eq(linkTotal.tenantId, link.tenantId), eq(linkTotal.linkId, link.id), linkTotal.main),
  },
};

const list: List<Found, ReturnType<typeof toRecord>> = {
  name: "links",
  table: link,
  ...withFigures,
  where: isNull(link.deletedAt),
  filters: { status: link.status, affiliate_id: link.affiliateId, created_after: createdSince(link) },
  sorts: {
    created_at: [link.createdAt],
    name: [sql`lower(${link.name})`],
    code: [sql`lower(${link.code})`],
    clicks: [linkTotal.clicks],
    orders: [linkTotal.allOrders],
    revenue: [linkTotal.revenue],
    status: [link.status, link.createdAt],
  },
  total: totalOf("link"),
  toItem: toRecord,
};
