import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { PayoutAmount } from "../../contract/desk/payouts.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { payout } from "../../database/schema/desk-payouts.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { insertJob } from "../work/jobs/create.ts";
import { needsFile, wayOf } from "./batch.ts";
import { openDetails, unconfirmedDetails } from "./details.ts";
import { emailHolds } from "./email-holds.ts";
import { requireLimitByHand } from "./limit-by-hand.ts";
import { isClosed } from "./lines.ts";
import { holderNow } from "./made-or-not.ts";
import { readerFor } from "./read-all-pages.ts";
import { readAffiliate, readFacts } from "./read-owed.ts";

/** Returns the job that pays; the same one if the request is sent again. */
export async function payAmount(caller: Caller, draft: PayoutAmount): Promise<string> {
  if (!has({ api: "affiliate", mode: caller.mode, resource: "payouts", operation: "create" }, "adjustment")) {
    throw new ApiError(400, "invalid_request", sentence("noAmounts"));
  }
  const storeMode = storeModeOf(caller);
  await requireLimitByHand(caller, draft);
  const preview = `amount ${createHash("sha256").update(JSON.stringify(draft)).digest("hex")}`;
  const payee = await requirePayee(caller, draft);
  const holder = await holderNow(caller);
  const { person } = caller.membership;
  return db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payout ${draft.request}`}, 0))`);
    const [known] = await tx
      .select({ batch: payout.batch, preview: payout.preview })
      .from(payout)
      .where(and(inDesk(payout, caller), eq(payout.version, draft.request)));
    if (known?.preview === preview) return known.batch;
    if (known) throw new ApiError(409, "conflict", sentence("otherAmount"));
    const id = `cwpo_${randomBytes(10).toString("hex")}`;
    const job = { kind: "create_payouts", resource: "payouts", params: { preview }, cursor: null } as const;
    const label = payee.affiliateName ?? draft.affiliate_id;
    const batch = await insertJob(tx, caller, job, [{ recordId: null, label, input: { source: id } }]);
    await tx.insert(payout).values({
      ...storeMode,
      ...payee,
      id,
      batch,
      n: 1,
      preview,
      version: draft.request,
      holder,
      affiliateId: draft.affiliate_id,
      amount: draft.amount,
      currency: draft.currency,
      adjustment: draft.adjustment,
      reference: draft.reference ?? null,
      note: draft.note,
      createdBy: person.id,
      createdByName: person.name,
    });
    return batch;
  });
}

async function requirePayee(caller: Caller, { affiliate_id: id, currency }: PayoutAmount) {
  const storeMode = storeModeOf(caller);
  const affiliate = await readAffiliate(readerFor(caller), id);
  if (!affiliate) throw invalid({ field: "affiliate_id", ...sentence("noAffiliate") });
  if (isClosed(affiliate)) {
    throw new ApiError(409, "not_active", sentence("affiliateMustBeActive"));
  }
  const until = (await emailHolds(storeMode, [id])).get(id);
  if (until) {
    throw new ApiError(409, "email_changed", sentence("payoutsOnHold", { time: until.toISOString() }));
  }
  const stored = (await openDetails(storeMode, [id])).get(id);
  const method = (affiliate.payout_method || stored?.method) ?? null;
  const payee = { method, payoutEmail: affiliate.payout_email ?? null, affiliateName: affiliateName(affiliate) };
  const pending = (await unconfirmedDetails(storeMode, [id])).has(id);
  const way = needsFile(method) ? wayOf({ ...payee, currency }, stored, pending) : null;
  if (method === null || typeof way === "string") {
    throw new ApiError(409, "no_details", sentence("noUsableDetails"));
  }
  const { payouts } = await readFacts(caller, [id]);
  return { ...payee, baseline: payouts.map((row) => row.id) };
}
