import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { isOver } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { bicFits, isInSepa } from "../../contract/desk/bank-numbers.ts";
import type { PayoutDetails } from "../../contract/desk/payout-details.ts";
import type { BatchFiles, PayoutFile } from "../../contract/desk/payout-files.ts";
import { payoutFileEntry } from "../../database/schema/desk-bank.ts";
import { payout } from "../../database/schema/desk-payouts.ts";
import { type MoneyUnit, sumOf } from "../../money.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { maskedDetails, type OpenedDetails, openDetails } from "./details.ts";
import { emailHolds } from "./email-holds.ts";
import type { DeskPayoutRow } from "./payout-rows.ts";
import { readerFor, walkUntil } from "./read-all-pages.ts";
import { sepaText } from "./sepa-text.ts";
import { transferable } from "./transfer-amounts.ts";

export type FileFormat = PayoutFile["format"];

export type Transfer = {
  row: DeskPayoutRow;
  /** In major units, with all decimals of the currency. */
  amount: string;
  details: PayoutDetails;
  format: FileFormat;
  /** Whether the account is newer than the confirmation of the payout. */
  changed: boolean;
};

type LeftOut = BatchFiles["left_out"][number];
type Batch = { transfers: Transfer[]; leftOut: LeftOut[] };

/** Sorts the payouts of a batch that are in no file: each can be transferred, or has a reason why not. */
export async function readBatch(caller: Caller, batch: string): Promise<Batch> {
  const rows = await db()
    .select()
    .from(payout)
    .where(
      and(
        ...[inDesk(payout, caller), eq(payout.batch, batch)],
        inArray(payout.state, ["waiting", "sending", "unknown", "made"]),
      ),
    )
    .orderBy(payout.n);
  const inFiles = await db()
    .select({ id: payoutFileEntry.payoutId })
    .from(payoutFileEntry)
    .innerJoin(payout, eq(payout.id, payoutFileEntry.payoutId))
    .where(and(eq(payout.batch, batch), payoutFileEntry.inFile));
  const taken = new Set(inFiles.map(({ id }) => id));
  const left = rows.filter(({ id }) => !taken.has(id));
  const statuses = await readStatuses(caller, left);
  const ids = [...new Set(left.map(({ affiliateId }) => affiliateId))];
  const opened = await openDetails(storeModeOf(caller), ids);
  const masked = await maskedDetails(storeModeOf(caller), ids);
  const holds = await emailHolds(storeModeOf(caller), ids);
  const unit = await readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });
  const transfers: Transfer[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of left) {
    const pending = masked.get(row.affiliateId)?.pending != null;
    const judged = holds.has(row.affiliateId)
      ? "email_changed"
      : judge(row, statuses.get(row.payoutId ?? ""), opened.get(row.affiliateId), pending, unit);
    if (typeof judged !== "string") transfers.push(judged);
    else {
      const { id, affiliateId, affiliateName, amount, currency } = row;
      leftOut.push({
        payout: id,
        affiliate_id: affiliateId,
        affiliate_name: affiliateName,
        amount,
        currency,
        reason: judged,
      });
    }
  }
  return { transfers, leftOut };
}

/** The present status of each payout in the affiliate service; a bank must not pay what is paid or failed there. */
async function readStatuses(caller: Caller, rows: readonly DeskPayoutRow[]): Promise<Map<string, string | undefined>> {
  const wanted = rows.flatMap(({ payoutId }) => payoutId ?? []);
  if (wanted.length === 0) return new Map();
  const newest = { sort: "created_at", order: "desc" };
  const { records } = await walkUntil<Payout>(readerFor(caller), "payouts", newest, wanted);
  return new Map(records.map(({ id, status }) => [id, status ?? ""]));
}

function judge(
  row: DeskPayoutRow,
  status: string | undefined,
  stored: OpenedDetails | undefined,
  pending: boolean,
  unit: MoneyUnit,
): Transfer | LeftOut["reason"] {
  if (row.state === "unknown") return "unknown";
  if (row.state !== "made") return "open";
  if (status === undefined) return "unlisted";
  if (isOver(status)) return "over";
  const way = wayOf(row, stored, pending);
  if (typeof way === "string") return way;
  const amount = transferable(row.amount, row.currency, unit);
  if (amount === null) return "amount";
  return { row, amount, ...way, changed: stored !== undefined && stored.since > row.createdAt };
}

type Payee = Pick<DeskPayoutRow, "method" | "payoutEmail" | "affiliateName" | "currency">;

/** How an affiliate can be paid by a file, or why not. */
export function wayOf(payee: Payee, stored: OpenedDetails | undefined, pending: boolean) {
  if (stored?.details === null) return "unreadable";
  const details = stored?.details ?? detailsIn(payee);
  if (!details) return pending ? "unconfirmed" : "no_details";
  if (details.kind === "iban" && details.bic && !bicFits(details.iban, details.bic)) return "bic";
  const format = formatOf(details, payee.currency);
  if (format === "sepa" && "holder" in details && sepaText(details.holder, 70) === null) return "name";
  return { details, format };
}

/** Other methods, such as a credit for the shop, are paid without a file. */
export const needsFile = (method: string | null): boolean => /bank|sepa|iban|wire|paypal|wise/i.test(method ?? "");

/** Without payout details, the email address that the affiliate service had at the confirmation is used. */
function detailsIn({ method, payoutEmail, affiliateName }: Payee): PayoutDetails | null {
  if (!payoutEmail) return null;
  const service = method?.toLowerCase() ?? "";
  if (service.includes("paypal")) return { kind: "paypal", paypal_email: payoutEmail };
  return service.includes("wise")
    ? { kind: "wise", holder: affiliateName ?? payoutEmail, wise_email: payoutEmail }
    : null;
}

function formatOf(details: PayoutDetails, currency: string): FileFormat {
  if (details.kind === "paypal") return "paypal";
  if (details.kind === "wise") return details.wise_email === undefined ? "wise_recipients" : "wise";
  return details.kind === "iban" && currency === "EUR" && isInSepa(details.iban) ? "sepa" : "bank";
}

/** The general bank file can also pay what a SEPA file could. */
export const fits = (transfer: Transfer, format: FileFormat, currency: string): boolean =>
  transfer.row.currency === currency &&
  (transfer.format === format || (format === "bank" && transfer.format === "sepa"));

export function groupsOf(transfers: readonly Transfer[]): BatchFiles["groups"] {
  const groups = Map.groupBy(transfers, ({ format, row }) => JSON.stringify([format, row.currency]));
  return [...groups].sort().map(([key, own]) => {
    const [format, currency] = JSON.parse(key) as [FileFormat, string];
    return { format, currency, total: sumOf(own.map(({ row }) => row.amount)), payouts: own.length };
  });
}
