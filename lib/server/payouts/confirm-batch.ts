import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { PayoutConfirmation } from "../../contract/desk/payouts.ts";
import { ApiError, type FieldError, type Sentence } from "../../contract/errors.ts";
import { type PreviewedLine, payout, payoutCommission, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { amountText, type MoneyUnit, toUnits } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { db, type Executor, inDesk, storeModeOf } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { insertJob } from "../work/jobs/create.ts";
import type { PayableLine } from "./lines.ts";
import { holderNow } from "./made-or-not.ts";
import { previewNow, totalsOf } from "./preview.ts";
import type { OwedRecords } from "./read-owed.ts";

/** Returns the job that pays; the same one after a second click or a lost response. */
export async function confirmPayouts(caller: Caller, body: PayoutConfirmation): Promise<string> {
  const { affiliateIds, lines } = await findPreview(caller, body.hash);
  const chosen = choose(lines, body.payouts);
  requireTotals(chosen, body.totals, await unitOf(caller));
  const begun = () => sameBatch(caller, body.hash, chosen);
  const before = await begun();
  if (before) return before;
  try {
    return await reserveNow(caller, body, affiliateIds, chosen);
  } catch (cause) {
    const meanwhile = await begun();
    if (meanwhile) return meanwhile;
    throw cause;
  }
}

async function reserveNow(
  caller: Caller,
  body: PayoutConfirmation,
  affiliateIds: readonly string[] | null,
  chosen: readonly PreviewedLine[],
): Promise<string> {
  const now = await previewNow(caller, affiliateIds);
  if (!now.facts.complete) {
    throw new ApiError(409, "incomplete", sentence("nothingPaid"));
  }
  const moved = whatMoved(chosen, now.lines, await unitOf(caller));
  if (moved.length > 0) {
    throw new ApiError(409, "moved", sentence("moved"), moved);
  }
  return reserve(caller, body, chosen, now.facts);
}

const unitOf = (caller: Caller) => readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });

async function findPreview(caller: Caller, hash: string) {
  const [found] = await db()
    .select()
    .from(payoutPreview)
    .where(and(inDesk(payoutPreview, caller), eq(payoutPreview.hash, hash)));
  if (found) return found;
  throw new ApiError(409, "preview_gone", sentence("previewGone"));
}

const keyOf = ({ affiliate_id, currency }: { affiliate_id: string; currency: string }) => `${affiliate_id} ${currency}`;

function choose(lines: readonly PreviewedLine[], wanted: PayoutConfirmation["payouts"]): PreviewedLine[] {
  if (lines.length === 0) throw new ApiError(409, "moved", sentence("previewNothing"));
  if (!wanted) return [...lines];
  const byKey = new Map(lines.map((line) => [keyOf(line), line]));
  const details = wanted.flatMap((one, index): FieldError[] =>
    byKey.has(keyOf(one)) ? [] : [{ field: `payouts.${index}`, ...sentence("previewNoPayout") }],
  );
  if (details.length > 0) throw new ApiError(400, "invalid_request", details[0] as FieldError, details);
  return [...new Set(wanted.map(keyOf))].map((key) => byKey.get(key) as PreviewedLine);
}

/** The entered totals must be exact, and name each currency of the payouts and no other. */
function requireTotals(chosen: readonly PreviewedLine[], typed: PayoutConfirmation["totals"], unit: MoneyUnit): void {
  const due = totalsOf(chosen.map((line) => ({ ...line, commission_ids: line.parts.map(({ id }) => id) })));
  const entered = new Map(typed.map(({ currency, amount }) => [currency, toUnits(amount)]));
  const wrong = due.flatMap(({ currency, amount }): FieldError[] =>
    entered.get(currency) === toUnits(amount)
      ? []
      : [
          {
            field: `totals.${currency}`,
            ...sentence("totalOfPayouts", { amount: amountText(amount, currency, unit) }),
          },
        ],
  );
  const surplus = typed.flatMap(({ currency }): FieldError[] =>
    due.some((total) => total.currency === currency)
      ? []
      : [{ field: `totals.${currency}`, ...sentence("noPayoutIn", { currency }) }],
  );
  const details = [...wrong, ...surplus];
  if (details.length > 0) throw new ApiError(400, "invalid_request", details[0] as FieldError, details);
}

async function sameBatch(caller: Caller, hash: string, chosen: readonly PreviewedLine[]): Promise<string | null> {
  const rows = await db()
    .select({ batch: payout.batch, affiliate_id: payout.affiliateId, currency: payout.currency, state: payout.state })
    .from(payout)
    .where(and(inDesk(payout, caller), eq(payout.preview, hash), eq(payout.createdBy, caller.actor.id)));
  const wanted = chosen.map(keyOf).sort().join();
  const batches = Map.groupBy(rows, ({ batch }) => batch);
  for (const [batch, own] of batches) {
    const stands = own.every(({ state }) => !["failed", "cancelled", "returned"].includes(state));
    if (stands && own.map(keyOf).sort().join() === wanted) return batch;
  }
  return null;
}

async function reserve(
  caller: Caller,
  { hash, reference, note }: PayoutConfirmation,
  chosen: readonly PreviewedLine[],
  facts: OwedRecords,
): Promise<string> {
  const { person } = caller.membership;
  const holder = await holderNow(caller);
  const payouts = chosen.map((line, index) => ({
    id: `cwpo_${randomBytes(10).toString("hex")}`,
    ...storeModeOf(caller),
    n: index + 1,
    preview: hash,
    version: line.hash,
    holder,
    affiliateId: line.affiliate_id,
    affiliateName: line.name,
    amount: line.amount,
    currency: line.currency,
    method: line.method,
    payoutEmail: line.payout_email,
    reference: reference ?? null,
    note: note ?? null,
    baseline: baselineOf(line, facts),
    createdBy: person.id,
    createdByName: person.name,
  }));
  const items = payouts.map(({ id, affiliateName, affiliateId }) => ({
    recordId: null,
    label: affiliateName ?? affiliateId,
    input: { source: id },
  }));
  const commissions = chosen.flatMap((line, index) =>
    line.parts.map(({ id, amount }) => ({ payoutId: payouts[index]?.id as string, commissionId: id, amount })),
  );
  return db().transaction(async (tx) => {
    const job = { kind: "create_payouts", resource: "payouts", params: { preview: hash }, cursor: null } as const;
    const batch = await insertJob(tx, caller, job, items);
    await tx.insert(payout).values(payouts.map((row) => ({ ...row, batch })));
    await reserveCommissions(tx, caller, commissions);
    return batch;
  });
}

/** A payout that names no affiliate may be anybody's. */
function baselineOf({ affiliate_id }: PreviewedLine, { payouts }: OwedRecords): string[] {
  return payouts.filter((row) => (row.affiliate_id ?? affiliate_id) === affiliate_id).map(({ id }) => id);
}

type Reserved = Pick<typeof payoutCommission.$inferInsert, "payoutId" | "commissionId" | "amount">;

/** PostgreSQL limits the number of values in a statement. */
const portion = 5_000;

/** Reserves all or none, as the unique index decides. Sorted by id, so that two confirmations cannot deadlock. */
async function reserveCommissions(tx: Executor, caller: Caller, commissions: readonly Reserved[]): Promise<void> {
  const sorted = commissions.toSorted((a, b) => (a.commissionId < b.commissionId ? -1 : 1));
  const reserved = new Set<string>();
  for (let at = 0; at < sorted.length; at += portion) {
    const rows = sorted.slice(at, at + portion).map((row) => ({ ...row, ...storeModeOf(caller) }));
    const inserted = await tx
      .insert(payoutCommission)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: payoutCommission.commissionId });
    for (const { id } of inserted) reserved.add(id);
  }
  if (reserved.size === commissions.length) return;
  const details = commissions
    .filter(({ commissionId }) => !reserved.has(commissionId))
    .slice(0, 100)
    .map(({ commissionId }) => ({ field: "payouts", ...sentence("commissionElsewhere", { id: commissionId }) }));
  throw new ApiError(409, "already_reserved", sentence("reserved"), details);
}

const mostPerLine = 5;
const most = 100;

function whatMoved(chosen: readonly PreviewedLine[], lines: readonly PayableLine[], unit: MoneyUnit): FieldError[] {
  const now = new Map(lines.map((line) => [keyOf(line), line]));
  const moved = chosen.flatMap((line) => {
    const current = now.get(keyOf(line));
    const field = `payouts.${line.affiliate_id}`;
    if (current?.state === "payable" && current.hash === line.hash) return [];
    return reasons(line, current, unit)
      .slice(0, mostPerLine)
      .map((reason) => ({ field, ...sentence("ofPayee", { name: line.name ?? line.affiliate_id, reason }) }));
  });
  return moved.slice(0, most);
}

function reasons(line: PreviewedLine, current: PayableLine | undefined, unit: MoneyUnit): Sentence[] {
  const say = (amount: number) => amountText(amount, line.currency, unit);
  if (!current) return [sentence("payeeNothingLeft")];
  const blocked = current.blocking.map(({ code }) => sentence("payeeBlocked", { code }));
  const reserved = current.excluded.some(({ code }) => code === "reserved");
  const before = new Map(line.parts.map((part) => [part.id, part]));
  const now = new Map(current.parts.map((part) => [part.id, part]));
  const gone = line.parts.filter(({ id }) => !now.has(id)).map(({ id }) => sentence("payeeGone", { id }));
  const added = current.parts.filter(({ id }) => !before.has(id)).map(({ id }) => sentence("payeeAdded", { id }));
  const changed = current.parts.flatMap(({ id, amount, version }) => {
    const was = before.get(id);
    if (!was || (was.amount === amount && was.version === version)) return [];
    return was.amount === amount
      ? sentence("payeeCommission", { id })
      : sentence("payeeAmount", { id, before: say(was.amount), amount: say(amount) });
  });
  const found = [
    ...blocked,
    ...(line.method !== current.method || line.payout_email !== current.payout_email || line.details !== current.details
      ? [sentence("payeeMethod")]
      : []),
    ...(reserved ? [sentence("payeeReserved")] : []),
    ...changed,
    ...gone,
    ...added,
  ];
  return found.length > 0 ? found : [sentence("payeeMoved")];
}
