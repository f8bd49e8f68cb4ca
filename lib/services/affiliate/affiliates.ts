import { randomInt } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { affiliates as contract } from "../../contract/affiliate/affiliates.ts";
import type { Program } from "../../contract/affiliate/program.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { FieldError } from "../../contract/errors.ts";
import { affiliate } from "../../database/schema/affiliate.ts";
import { affiliateTotal } from "../../database/schema/affiliate-sums.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toColumns } from "../kernel/fields.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { refuse } from "../kernel/refuse.ts";
import { type Found, findAffiliate, lockAffiliate, toRecord, withFigures } from "./affiliate-rows.ts";
import { setCoupons } from "./coupons.ts";
import { deleteAffiliate } from "./delete-affiliate.ts";
import { Ledger } from "./ledger.ts";
import { createdSince, totalOf } from "./record-count.ts";
import { naming, requireTransition, unfitRate } from "./refusals.ts";
import { readProgram } from "./rules/versions.ts";
import type { AffiliateRow } from "./sums-of-records.ts";

export const affiliates: ResourceHandlers<(typeof contract)["affiliates"], Context> = {
  async list({ query }, context) {
    const rules = await readProgram(context.db, context.tenantId);
    return readPage(context, query, { ...list, toItem: (found: Found) => toRecord(found, rules) });
  },

  async get({ params }, { db, tenantId }) {
    return read(db, tenantId, params.id);
  },

  async create({ body }, { db, tenantId, currency, timeZone }) {
    const { coupon_codes = [], metadata = {}, status = "pending", ...fields } = body;
    const program = await readProgram(db, tenantId);
    const { type, rate } = rateOf(body, program);
    refuse(problemsOfAffiliate(body, program));
    return naming(taken, () =>
      db.transaction(async (tx) => {
        const [row] = (await tx
          .insert(affiliate)
          .values({
            ...toColumns(affiliate, fields),
            tenantId,
            id: newId("aff"),
            status,
            referralCode: body.referral_code ?? newReferralCode(body.first_name),
            commissionType: type,
            commissionRate: rate,
            ownRate: hasOwnRate(body) ?? false,
            currency: body.currency ?? currency,
            metadata,
            approvedAt: status === "active" ? sql`now()` : null,
          })
          .returning()) as [AffiliateRow];
        await tx.insert(affiliateTotal).values({ tenantId, affiliateId: row.id, currency: row.currency, main: true });
        await setCoupons(tx, { tenantId, affiliateId: row.id }, coupon_codes);
        const ledger = new Ledger({ timeZone });
        ledger.affiliate(null, row);
        await ledger.write(tx, tenantId);
        return read(tx, tenantId, row.id);
      }),
    );
  },

  async update({ params, body }, { db, tenantId, timeZone }) {
    const { coupon_codes, ...fields } = body;
    return naming(taken, () =>
      db.transaction(async (tx) => {
        const before = await lockAffiliate(tx, tenantId, params.id);
        if (body.status && body.status !== before.status) requireTransition(transitions, before.status, body.status);
        const type = body.commission_type ?? before.commissionType;
        refuse(unfitRate("commission_rate", type, body.commission_rate ?? before.commissionRate));
        const firstApproval = body.status === "active" && before.approvedAt === null;
        const [after] = (await tx
          .update(affiliate)
          .set({
            ...toColumns(affiliate, fields),
            ownRate: hasOwnRate(body),
            ...(firstApproval && { approvedAt: sql`now()` }),
            updatedAt: sql`now()`,
          })
          .where(and(eq(affiliate.tenantId, tenantId), eq(affiliate.id, params.id)))
          .returning()) as [AffiliateRow];
        if (coupon_codes) await setCoupons(tx, { tenantId, affiliateId: params.id }, coupon_codes);
        if (after.currency !== before.currency) await moveMain(tx, after);
        const ledger = new Ledger({ timeZone });
        ledger.affiliate(before, after);
        await ledger.write(tx, tenantId);
        return read(tx, tenantId, params.id);
      }),
    );
  },

  async delete({ params }, context) {
    await deleteAffiliate(context, params.id);
    return { id: params.id, deleted: true };
  },
};

type Draft = Pick<Parameters<typeof affiliates.create>[0]["body"], "commission_type" | "commission_rate">;

const rateOf = (body: Draft, program: Program) => ({
  type: body.commission_type ?? program.default_commission_type,
  rate: body.commission_rate ?? program.default_commission_rate,
});

/** What this service refuses, beyond the contract. */
export function problemsOfAffiliate(body: Draft, program: Program): FieldError[] {
  const { type, rate } = rateOf(body, program);
  if (type !== program.default_commission_type && body.commission_rate === undefined) {
    return [{ field: "commission_rate", ...sentence("required") }];
  }
  return unfitRate("commission_rate", type, rate);
}

type Db = Pick<Context["db"], "select">;
type Body = Parameters<typeof affiliates.update>[0]["body"];

async function read(db: Db, tenantId: number, id: string) {
  return toRecord(await findAffiliate(db, tenantId, id), await readProgram(db, tenantId));
}

/** A rate that is entered becomes the affiliate's own, unless the request says otherwise. */
const hasOwnRate = ({ own_rate, commission_rate }: Partial<Body>): boolean | undefined =>
  own_rate ?? (commission_rate === undefined ? undefined : true);

const taken = {
  affiliate_email: { field: "email", ...sentence("emailTaken") },
  affiliate_referral_code: { field: "referral_code", ...sentence("codeTaken") },
};

type Status = AffiliateRow["status"];

const transitions: Record<Status, readonly Status[]> = {
  pending: ["active", "rejected"],
  rejected: ["pending", "active"],
  active: ["inactive", "suspended"],
  inactive: ["active", "suspended"],
  suspended: ["active", "inactive"],
};

const letters = "23456789abcdefghjkmnpqrstuvwxyz";

/** Begins with the affiliate's name, so that people recognise the code. */
function newReferralCode(name: string): string {
  const plain = name.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "");
  const ending = Array.from({ length: 7 }, () => letters[randomInt(letters.length)]).join("");
  return [plain.slice(0, 12).toLowerCase(), ending].filter(Boolean).join("-");
}

/** Shows the figures of another currency as the affiliate's own from now on. Counts of all currencies move along. */
async function moveMain(tx: Parameters<typeof lockAffiliate>[0], { tenantId, id, currency }: AffiliateRow) {
  const [old] = await tx
    .select({ clicks: affiliateTotal.clicks, allOrders: affiliateTotal.allOrders })
    .from(affiliateTotal)
    .where(and(eq(affiliateTotal.tenantId, tenantId), eq(affiliateTotal.affiliateId, id), affiliateTotal.main))
    .for("no key update");
  await tx
    .update(affiliateTotal)
    .set({ main: false, clicks: 0, allOrders: 0 })
    .where(and(eq(affiliateTotal.tenantId, tenantId), eq(affiliateTotal.affiliateId, id), affiliateTotal.main));
  const main = { main: true, clicks: old?.clicks ?? 0, allOrders: old?.allOrders ?? 0 };
  await tx
    .insert(affiliateTotal)
    .values({ tenantId, affiliateId: id, currency, ...main })
    .onConflictDoUpdate({
      target: [affiliateTotal.tenantId, affiliateTotal.affiliateId, affiliateTotal.currency],
      set: main,
    });
}

const { firstName, lastName, companyName, email, referralCode } = affiliate;

const list: Omit<List<Found, ReturnType<typeof toRecord>>, "toItem"> = {
  name: "affiliates",
  table: affiliate,
  ...withFigures,
  where: isNull(affiliate.deletedAt),
  filters: { status: affiliate.status, created_after: createdSince(affiliate) },
  searched: [
    sql`${firstName} || ' ' || ${lastName}`,
    sql`${lastName} || ' ' || ${firstName}`,
    sql`coalesce(${companyName}, '')`,
    email,
    referralCode,
  ],
  sorts: {
    created_at: [affiliate.createdAt],
    updated_at: [affiliate.updatedAt],
    email: [sql`lower(${email})`],
    last_name: [sql`lower(${lastName})`],
    status: [affiliate.status, affiliate.createdAt],
    total_clicks: [affiliateTotal.clicks],
    total_orders: [affiliateTotal.allOrders],
    total_revenue: [affiliateTotal.revenue],
    total_commissions: [affiliateTotal.commissions],
    unpaid_balance: [affiliateTotal.unpaidBalance],
  },
  total: totalOf("affiliate"),
};
