import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError, invalid, type Sentence } from "../../contract/errors.ts";
import { jobItem } from "../../database/schema/desk-jobs.ts";
import { payout } from "../../database/schema/desk-payouts.ts";
import { amountText, type MoneyUnit, toUnits } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode } from "../db.ts";
import type { Actor, Caller } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { tellJob } from "../work/jobs/announce.ts";
import { moveItem } from "../work/jobs/items.ts";
import type { Finish } from "../work/jobs/kind.ts";
import { kindOf } from "../work/jobs/kind.ts";
import { lookUpPayout } from "./made-or-not.ts";
import { byReading, type DeskPayoutRow, giveBack } from "./payout-rows.ts";
import { type Reader, readerFor } from "./read-all-pages.ts";

/** Returns false if the payout was sent or settled after the row was read, which its token shows. */
export async function settleRow({ id, batch, n }: DeskPayoutRow, finish: Finish): Promise<boolean> {
  const [found] = await db()
    .select({ state: jobItem.state, token: jobItem.token })
    .from(payout)
    .innerJoin(jobItem, and(eq(jobItem.jobId, payout.batch), eq(jobItem.n, payout.n)))
    .where(and(eq(payout.id, id), eq(payout.state, "unknown"), finish.state === "failed" ? isBelieved : undefined));
  if (found?.state !== "sending" && found?.state !== "unknown") return false;
  const moved = await moveItem({ jobId: batch, n }, found, finish, kindOf("create_payouts").proof);
  if (moved) await tellJob(batch);
  return moved;
}

/** Compared with the database's clock, which set the time. */
const isBelieved = sql`coalesce(${payout.believeAt} <= now(), true)`;

export async function checkPayout(caller: Caller, row: DeskPayoutRow): Promise<"made" | "absent" | "unclear"> {
  requireUnknown(row);
  const match = await lookUpPayout(caller, row);
  if (match.state === "made") {
    const { id } = match.payout;
    await settleRow(row, { state: "done", recordId: id, made: match.payout, ...byReading });
  }
  return match.state;
}

/** A person has seen the payout at the bank or at the API. Refused if the API's record contradicts it. */
export async function settleAsMade(
  caller: Caller,
  row: DeskPayoutRow,
  payoutId: string,
  reason: string,
): Promise<void> {
  requireUnknown(row);
  await refuseClaimed(row, payoutId);
  const found = await readPayout(readerFor(caller), payoutId);
  const unit = await readMoneyUnit({ storeId: row.storeId, mode: row.mode, api: "affiliate" });
  const wrong = found && contradiction(row, found, unit);
  if (wrong) throw invalid({ field: "payout_id", ...wrong });
  const finish = { state: "done", recordId: payoutId, made: found, ...byPerson(caller.actor, reason) } as const;
  if (!(await settleRow(row, finish))) throw settledMeanwhile();
}

/** Refused while a call in progress may still arrive, because this releases the commissions. */
export async function settleAsNotMade(caller: Caller, row: DeskPayoutRow, reason: string): Promise<void> {
  const by = byPerson(caller.actor, reason);
  if (row.state === "made") return returnByHand(caller, row, by);
  requireUnknown(row, "payoutNotMade");
  const seconds = await secondsToBelieve(row);
  if (seconds > 0) {
    const early = seconds === 1 ? sentence("payoutEarlySecond") : sentence("payoutEarly", { seconds });
    throw new ApiError(409, "still_under_way", early, [], seconds);
  }
  const finish = { state: "failed", code: "not_made", message: { message: reason }, ...by } as const;
  if (!(await settleRow(row, finish))) throw settledMeanwhile();
}

async function secondsToBelieve({ id }: DeskPayoutRow): Promise<number> {
  const left = sql<number>`ceil(extract(epoch from ${payout.believeAt} - now()))::int`;
  const [row] = await db().select({ left }).from(payout).where(eq(payout.id, id));
  return row?.left ?? 0;
}

/** For a payout that the API made, and whose status says in an unknown word that nothing was paid. */
async function returnByHand(caller: Caller, row: DeskPayoutRow, by: Partial<Finish>): Promise<void> {
  const found = await readPayout(readerFor(caller), row.payoutId ?? "");
  if (!found || found.status === undefined || ["pending", "processing", "paid"].includes(found.status)) {
    const id = row.payoutId ?? "";
    const said = found?.status
      ? sentence("payoutReported", { id, status: found.status })
      : sentence("payoutUnreported", { id });
    throw new ApiError(409, "conflict", said);
  }
  if (!(await db().transaction((tx) => giveBack(tx, row.id, found, by)))) throw settledMeanwhile();
}

const byPerson = (actor: Actor, reason: string) => ({ by: actor, reason });
const settledMeanwhile = () => new ApiError(409, "conflict", sentence("settledMeanwhile"));

function requireUnknown(
  { state }: DeskPayoutRow,
  otherwise: "payoutNotUnknown" | "payoutNotMade" = "payoutNotUnknown",
) {
  if (state !== "unknown") throw new ApiError(409, "conflict", sentence(otherwise));
}

async function refuseClaimed(row: DeskPayoutRow, payoutId: string): Promise<void> {
  const [other] = await db()
    .select({ id: payout.id })
    .from(payout)
    .where(and(inStoreMode(payout, row), eq(payout.payoutId, payoutId)));
  if (other) throw new ApiError(409, "conflict", sentence("payoutClaimed", { id: payoutId, request: other.id }));
}

/** Null if the API cannot be asked. Then only the person's word counts. */
async function readPayout(reader: Reader, id: string): Promise<Payout | null> {
  const found = await reader.find<Payout>("payouts", id).catch((cause) => {
    if (cause instanceof ApiError) return undefined;
    throw cause;
  });
  if (found === null) throw invalid({ field: "payout_id", ...sentence("payoutNone", { id }) });
  return found ?? null;
}

function contradiction(row: DeskPayoutRow, found: Payout, unit: MoneyUnit): Sentence | null {
  const { affiliate_id: affiliate, currency, amount } = found;
  if (row.baseline.includes(found.id)) return sentence("payoutBefore");
  if (affiliate !== undefined && affiliate !== row.affiliateId) return sentence("payoutOther", { id: affiliate });
  if (currency !== undefined && currency !== row.currency) return sentence("payoutCurrency", { currency });
  if (amount !== undefined && toUnits(amount) !== toUnits(row.amount)) {
    return sentence("payoutAmount", { amount: amountText(amount, row.currency, unit) });
  }
  return null;
}
