import { toDecimal, toMajor } from "../../decimal.ts";
import { sentence } from "../../sentences.ts";
import { type BankLine, lastWord, unsaid } from "./bank-line.ts";
import { reasonInWords } from "./bank-reasons.ts";
import { all, readXml, textAt, unreadable } from "./xml.ts";

type Answer = { message: string; told: BankLine[] };
type Becomes = BankLine["becomes"];

/** Messages of all versions are known by their elements; a bank may leave out or invent a namespace. */
const messages: Record<string, { element: string; parts: readonly string[] }> = {
  "camt.052": { element: "BkToCstmrAcctRpt", parts: ["Rpt", "Ntry"] },
  "camt.053": { element: "BkToCstmrStmt", parts: ["Stmt", "Ntry"] },
  "camt.054": { element: "BkToCstmrDbtCdtNtfctn", parts: ["Ntfctn", "Ntry"] },
  "pain.002": { element: "CstmrPmtStsRpt", parts: [] },
};

/** Reads how a bank answers: camt says what was booked or paid back, and pain.002 what was accepted or rejected. */
export function readBankAnswer(text: string): Answer {
  const [document] = all(readXml(text), "Document");
  const found = Object.entries(messages).find(([, { element }]) => all(document, element).length > 0);
  if (!found) {
    const other = /<(?:[\w.-]+:)?Document\s[^>]*:((?:camt|pain|pacs)\.\d{3})\.\d{3}\.\d\d["']/.exec(text)?.[1];
    const kind = other ?? "another XML file";
    throw unreadable(sentence("xmlKind", { kind }));
  }
  const [message, { element, parts }] = found;
  const told = message === "pain.002" ? statuses(document) : bookings(all(document, element, ...parts));
  return { message, told: lastWord(told).map((each, at) => ({ ...each, line: at + 1 })) };
}

function bookings(entries: readonly unknown[]): BankLine[] {
  return entries.flatMap((entry) => {
    const parts = all(entry, "NtryDtls", "TxDtls");
    if (parts.length > 0) return parts.map((part) => booking(entry, part, parts.length === 1));
    // A bank that books a file as a whole names only the file.
    return { ...booking(entry, entry, true), file: textAt(entry, "NtryDtls", "Btch", "PmtInfId") };
  });
}

function booking(entry: unknown, part: unknown, alone: boolean): BankLine {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts");
  const direction = textAt(part, "CdtDbtInd") ?? textAt(entry, "CdtDbtInd");
  const back = all(part, "RtrInf").length > 0 || textAt(entry, "RvslInd") === "true" || direction === "CRDT";
  const paid: Becomes = status === "BOOK" ? "paid" : status === "PDNG" ? "processing" : null;
  return {
    ...unsaid,
    texts: referencesOf(all(part, "Refs"), all(part, "RmtInf", "Ustrd"), all(part, "AddtlTxInf")),
    at: dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt"),
    status: [status, direction, back ? "return" : null].filter(Boolean).join(" "),
    ...(amountOf(part, "Amt") ?? amountOf(part, "AmtDtls", "TxAmt", "Amt") ?? (alone && amountOf(entry, "Amt"))),
    reason: back ? (reasonInWords(codeIn(part, "RtrInf"), textAt(part, "RtrInf", "AddtlInf"), true) ?? paidBack) : null,
    becomes: back && status === "BOOK" ? "failed" : paid,
  };
}

const paidBack = sentence("paidBack");
const codeIn = (of: unknown, name: string) => textAt(of, name, "Rsn", "Cd") ?? textAt(of, name, "Rsn", "Prtry");

function statuses(document: unknown): BankLine[] {
  const [report] = all(document, "CstmrPmtStsRpt");
  const at = dayIn(textAt(report, "GrpHdr", "CreDtTm"));
  const wholeFile = (of: unknown, id: string, status: string): BankLine[] =>
    of === undefined ? [] : [{ ...unsaid, at, file: textAt(of, id), ...stated(textAt(of, status), of) }];
  const payments = all(report, "OrgnlPmtInfAndSts");
  if (payments.length === 0) return wholeFile(all(report, "OrgnlGrpInfAndSts")[0], "OrgnlMsgId", "GrpSts");
  return payments.flatMap((payment) => {
    const transfers = all(payment, "TxInfAndSts");
    if (transfers.length === 0) return wholeFile(payment, "OrgnlPmtInfId", "PmtInfSts");
    return transfers.map(
      (transfer): BankLine => ({
        ...unsaid,
        at,
        texts: referencesOf(all(transfer, "OrgnlEndToEndId"), all(transfer, "OrgnlInstrId")),
        ...stated(textAt(transfer, "TxSts") ?? textAt(payment, "PmtInfSts"), transfer),
        ...amountOf(transfer, "OrgnlTxRef", "Amt", "InstdAmt"),
      }),
    );
  });
}

const meanings: readonly [Becomes, readonly string[]][] = [
  ["paid", ["ACSC", "ACCC"]],
  ["failed", ["RJCT", "CANC"]],
  ["processing", ["RCVD", "PDNG", "ACTC", "ACCP", "ACSP", "ACWC", "ACWP", "ACPT", "ACFC"]],
];

function stated(status: string | null, of: unknown): Pick<BankLine, "status" | "reason" | "becomes"> {
  const code = codeIn(of, "StsRsnInf");
  const becomes = meanings.find(([, words]) => words.includes(status ?? ""))?.[0] ?? null;
  const reason = becomes === "failed" ? reasonInWords(code, textAt(of, "StsRsnInf", "AddtlInf")) : null;
  return { status: [status, code].filter(Boolean).join(" "), reason, becomes };
}

/** References at any depth: banks repeat ours in different places. */
function referencesOf(...elements: unknown[]): string[] {
  return elements.flatMap((element): string[] => {
    if (typeof element === "string") return [element];
    return typeof element === "object" && element !== null ? referencesOf(...Object.values(element)) : [];
  });
}

const dayOf = (entry: unknown, name: string) => dayIn(textAt(entry, name, "Dt") ?? textAt(entry, name, "DtTm"));

/** The day of a date or a time, in the bank's time zone. */
function dayIn(text: string | null): string | null {
  const day = text?.slice(0, 10) ?? "";
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** An amount that is no number belongs to no payout. */
function amountOf(
  of: unknown,
  ...path: readonly string[]
): Pick<BankLine, "amount" | "value" | "currency" | "problem"> | null {
  const amount = textAt(of, ...path);
  if (amount === null) return null;
  const decimal = amount.length > 40 ? null : toDecimal(amount.replace(/^\+/, ""));
  const currency = textAt(of, ...path, "@Ccy");
  return {
    amount,
    currency,
    ...(decimal ? { value: toMajor(decimal, 0), problem: null } : { value: null, problem: "amount_unclear" }),
  };
}
