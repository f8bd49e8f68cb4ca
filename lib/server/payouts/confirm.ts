import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { PayoutConfirmation } from "../../contract/desk/payouts.ts";
import { ApiError, type FieldError } from "../../contract/errors.ts";
import { job } from "../../database/schema/desk-jobs.ts";
import { type PreviewedLine, payout, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { amountText, type MoneyUnit, toUnits } from "../../money.ts";
import { readMoneyUnit } from "../connections.ts";
import { db } from "../db.ts";
import { addItems } from "../jobs/items.ts";
import type { Executor } from "../jobs/kind.ts";
import type { Place } from "../jobs/place.ts";
import type { Facts } from "./facts.ts";
import { holderNow } from "./look-up.ts";
import { whatMoved } from "./moved.ts";
import { previewNow, totalsOf } from "./preview.ts";

/** Returns the job that pays; the same one after a second click or a lost response. */
export async function confirmPayouts(place: Place, body: PayoutConfirmation): Promise<string> {
  const { asked, lines } = await findPreview(place, body.hash);
  const chosen = choose(lines, body.payouts);
  requireTotals(chosen, body.totals, await unitOf(place));
  const begun = () => sameBatch(place, body.hash, chosen);
  const before = await begun();
  if (before) return before;
  try {
    return await reserveNow(place, body, asked, chosen);
  } catch (cause) {
    const meanwhile = await begun();
    if (meanwhile) return meanwhile;
    throw cause;
  }
}

async function reserveNow(
  place: Place,
  body: PayoutConfirmation,
  asked: readonly string[] | null,
  chosen: readonly PreviewedLine[],
): Promise<string> {
  const now = await previewNow(place, asked);
  if (!now.facts.complete) {
    throw new ApiError(
      409,
      "incomplete",
      "The lists of the affiliate service could not be read completely. Nothing was paid.",
    );
  }
  const moved = whatMoved(chosen, now.lines, await unitOf(place));
  if (moved.length > 0) {
    throw new ApiError(409, "moved", "Something has changed since the preview. Nothing was paid.", moved);
  }
  return reserve(place, body, chosen, now.facts);
}

const unitOf = ({ membership, mode }: Place) => readMoneyUnit({ storeId: membership.store.id, mode, api: "affiliate" });

async function findPreview({ membership, mode }: Place, hash: string) {
  const [found] = await db()
    .select()
    .from(payoutPreview)
    .where(
      and(
        ...[eq(payoutPreview.storeId, membership.store.id), eq(payoutPreview.mode, mode)],
        eq(payoutPreview.hash, hash),
      ),
    );
  if (found) return found;
  throw new ApiError(409, "preview_gone", "This preview has expired. Open a new preview.");
}

const keyOf = ({ affiliate_id, currency }: { affiliate_id: string; currency: string }) => `${affiliate_id} ${currency}`;

function choose(lines: readonly PreviewedLine[], wanted: PayoutConfirmation["payouts"]): PreviewedLine[] {
  if (lines.length === 0) throw new ApiError(409, "moved", "Nothing in this preview can be paid.");
  if (!wanted) return [...lines];
  const byKey = new Map(lines.map((line) => [keyOf(line), line]));
  const details = wanted.flatMap((one, index): FieldError[] =>
    byKey.has(keyOf(one)) ? [] : [{ field: `payouts.${index}`, message: "The preview has no payout for this entry." }],
  );
  if (details.length > 0) throw new ApiError(400, "invalid_request", details[0]?.message as string, details);
  return [...new Set(wanted.map(keyOf))].map((key) => byKey.get(key) as PreviewedLine);
}

/** The typed totals must name each currency of the payouts, with its exact amount, and no other. */
function requireTotals(chosen: readonly PreviewedLine[], typed: PayoutConfirmation["totals"], unit: MoneyUnit): void {
  const due = totalsOf(chosen.map((line) => ({ ...line, commission_ids: line.parts.map(({ id }) => id) })));
  const told = new Map(typed.map(({ currency, amount }) => [currency, toUnits(amount)]));
  const wrong = due.flatMap(({ currency, amount }): FieldError[] =>
    told.get(currency) === toUnits(amount)
      ? []
      : [
          {
            field: `totals.${currency}`,
            message: `Must be ${amountText(amount, currency, unit)}, the total of the payouts.`,
          },
        ],
  );
  const surplus = typed.flatMap(({ currency }): FieldError[] =>
    due.some((total) => total.currency === currency)
      ? []
      : [{ field: `totals.${currency}`, message: `No payout is in ${currency}.` }],
  );
  const details = [...wrong, ...surplus];
  if (details.length > 0) throw new ApiError(400, "invalid_request", details[0]?.message as string, details);
}

/** Finds a batch of exactly these lines, if all its commissions are still reserved or paid. */
async function sameBatch(
  { membership, mode, actor }: Place,
  hash: string,
  chosen: readonly PreviewedLine[],
): Promise<string | null> {
  const rows = await db()
    .select({ batch: payout.batch, affiliate_id: payout.affiliateId, currency: payout.currency, state: payout.state })
    .from(payout)
    .where(
      and(
        ...[eq(payout.storeId, membership.store.id), eq(payout.mode, mode), eq(payout.preview, hash)],
        eq(payout.createdBy, actor.id),
      ),
    );
  const wanted = chosen.map(keyOf).sort().join();
  const batches = Map.groupBy(rows, ({ batch }) => batch);
  for (const [batch, own] of batches) {
    const stands = own.every(({ state }) => !["failed", "cancelled", "returned"].includes(state));
    if (stands && own.map(keyOf).sort().join() === wanted) return batch;
  }
  return null;
}

/** Stores payouts, commissions and job in one transaction, before anything is sent. */
async function reserve(
  place: Place,
  { hash, reference, note }: PayoutConfirmation,
  chosen: readonly PreviewedLine[],
  facts: Facts,
): Promise<string> {
  const { membership, mode } = place;
  const { person, role, store } = membership;
  const batch = `job_${randomBytes(9).toString("base64url")}`;
  const holder = await holderNow(place);
  const rows = chosen.map((line, index) => ({
    id: `cwpo_${randomBytes(10).toString("hex")}`,
    storeId: store.id,
    mode,
    batch,
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
  await db().transaction(async (tx) => {
    await tx.insert(job).values({
      id: batch,
      storeId: store.id,
      mode,
      kind: "create_payouts",
      resource: "payouts",
      role,
      cursor: null,
      createdBy: person.id,
      createdByName: person.name,
      actsFor: person.id,
      params: { preview: hash },
    });
    await tx.insert(payout).values(rows);
    const parts = chosen.flatMap((line, index) =>
      line.parts.map(({ id, amount }) => ({ payout: rows[index]?.id as string, id, amount })),
    );
    await reserveCommissions(tx, { storeId: store.id, mode }, parts);
    const items = rows.map(({ id, affiliateName, affiliateId }) => ({
      recordId: null,
      label: affiliateName ?? affiliateId,
      input: { source: id },
    }));
    await addItems(tx, batch, items, 0);
  });
  return batch;
}

/** A payout that names no affiliate may be anybody's. */
function baselineOf({ affiliate_id }: PreviewedLine, { payouts }: Facts): string[] {
  return payouts.filter((row) => (row.affiliate_id ?? affiliate_id) === affiliate_id).map(({ id }) => id);
}

type Part = { payout: string; id: string; amount: number };

/** All or none: the unique index decides. Sorted by id, so that two confirmations cannot deadlock. */
async function reserveCommissions(
  tx: Executor,
  { storeId, mode }: { storeId: string; mode: Place["mode"] },
  parts: readonly Part[],
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into desk.payout_commission (payout_id, store_id, mode, commission_id, amount)
    select payout, ${storeId}, ${mode}, id, amount
    from json_to_recordset(${JSON.stringify(parts)}::json) as part (payout text, id text, amount numeric)
    order by id
    on conflict (store_id, mode, commission_id) where held do nothing
    returning commission_id as id`);
  if (rows.length === parts.length) return;
  const got = new Set(rows.map(({ id }) => id));
  const details = parts
    .filter(({ id }) => !got.has(id))
    .slice(0, 100)
    .map(({ id }) => ({ field: "payouts", message: `Commission ${id} is in another payout.` }));
  throw new ApiError(409, "already_reserved", "Some of these commissions are in another payout.", details);
}
