import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { commissions as contract, hold } from "../../contract/affiliate/commissions.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError, textColumns } from "../../contract/errors.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { addDays, dayIn, startOfDay } from "../../days.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toFields } from "../kernel/fields.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { Ledger } from "./ledger.ts";
import { createdSince, totalOf } from "./record-count.ts";
import type { CommissionRow } from "./sums-of-records.ts";

type Commissions = ResourceHandlers<(typeof contract)["commissions"], Context>;

export const commissions: Commissions = {
  async list({ query }, context) {
    return readPage(context, query, list);
  },

  async get({ params }, { db, tenantId }) {
    const [row] = await db
      .select()
      .from(commission)
      .where(and(eq(commission.tenantId, tenantId), eq(commission.id, params.id)));
    return row ? toRecord(row) : missing("Commission", params.id);
  },

  async approve({ params }, context) {
    return toRecord(await review(context, params.id, { status: "approved" }));
  },

  async reject({ params, body }, context) {
    const note = body.note === undefined ? {} : { note: body.note, noteKey: null };
    const verdict = { status: "rejected", rejectionReason: body.reason, ...note } as const;
    return toRecord(await review(context, params.id, verdict));
  },

  async hold({ params, body }, context) {
    const today = dayIn(context.timeZone, new Date());
    if (body.until < today) refuse([{ field: "until", ...sentence("notBeforeToday") }]);
    if (body.until > addDays(today, longestHold)) {
      refuse([{ field: "until", ...sentence("withinYear") }]);
    }
    const until = startOfDay(context.timeZone, body.until);
    return toRecord(await changePending(context, params.id, "put on hold", (row) => held(row, until, body)));
  },
};

const longestHold = 366;

/** Nothing changes if the commission is already on hold until that day, so the request may be repeated. */
function held(row: CommissionRow, until: Date, body: z.infer<typeof hold>): Partial<CommissionRow> {
  const { eligibleAt, clearsAt, note, noteKey } = row;
  const clears = clearsAt ?? eligibleAt;
  const isHeld = until > clears;
  const next = isHeld ? until : clears;
  if (next.getTime() === eligibleAt.getTime()) return {};
  const { until: day, reason } = body;
  const line = isHeld ? sentence("heldUntil", { day, reason }) : sentence("holdEnded", { reason });
  const lines = note === null ? line : sentence("lineBelow", { line: { message: note, ...noteKey }, next: line });
  return { eligibleAt: next, clearsAt: isHeld ? clears : null, ...textColumns("note", lines) };
}

type Verdict =
  | { status: "approved" }
  | { status: "rejected"; rejectionReason: string | undefined; note?: string; noteKey?: null };

const review = (context: Context, id: string, verdict: Verdict) =>
  changePending(context, id, verdict.status, () => ({
    ...verdict,
    reviewedAt: sql`now()`,
    reviewedBy: context.keyId,
  }));

async function changePending(
  { db, tenantId, timeZone }: Context,
  id: string,
  done: string,
  change: (before: CommissionRow) => PgUpdateSetSource<typeof commission>,
): Promise<CommissionRow> {
  const one = and(eq(commission.tenantId, tenantId), eq(commission.id, id));
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(commission).where(one).for("no key update");
    if (!before) return missing("Commission", id);
    if (before.status !== "pending") {
      const said = sentence("commissionDecided", { id, status: before.status, done });
      throw new ApiError(409, "invalid_transition", said, [{ field: "status", ...said }]);
    }
    const [after] = (await tx
      .update(commission)
      .set({ ...change(before), updatedAt: sql`now()` })
      .where(one)
      .returning()) as [CommissionRow];
    const ledger = new Ledger({ timeZone });
    ledger.commission(before, after);
    await ledger.write(tx, tenantId);
    return after;
  });
}

const toRecord = (row: CommissionRow) =>
  toFields(commission, row, "attribution", "bonus", "clears_at", "day", "products", "updated_at");

/** The index holds the same expression. */
const reviewedAt = sql`coalesce(${commission.reviewedAt}, 'infinity')`;

const list: List<{ row: CommissionRow }, ReturnType<typeof toRecord>> = {
  name: "commissions",
  table: commission,
  filters: {
    status: commission.status,
    affiliate_id: commission.affiliateId,
    type: commission.type,
    flagged: { true: sql`${commission.flags} <> '[]'`, false: sql`${commission.flags} = '[]'` },
    created_after: createdSince(commission, { eligible_at: commission.eligibleAt, reviewed_at: reviewedAt }),
  },
  sorts: {
    created_at: [commission.createdAt],
    amount: [commission.amount],
    eligible_at: [commission.eligibleAt],
    reviewed_at: [reviewedAt],
    status: [commission.status, commission.createdAt],
  },
  total: totalOf("commission"),
  toItem: ({ row }) => toRecord(row),
};
