import { sentence } from "../../sentences.ts";
import { isoDay } from "./answer-values.ts";
import { type BankLine, unsaid } from "./bank-line.ts";
import { fileIn, marksIn } from "./payout-ids-in-text.ts";

// MT940 and MT942, the older statements of banks: fields such as :61: for a booking and :86: for what it is about.

export const isMt940 = (text: string): boolean =>
  /^\s*(?:\{1:|:20:)/.test(text) && /^:(?:25|28C?|6\d[A-Z]?):/m.test(text);

type Field = { tag: string; text: string; line: number };

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, rest = ""] = /^(?:\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, text: rest, line: at + 1 });
    else if (last && !/^-\}?\s*$/.test(line)) last.text += `\n${line}`;
  }
  return fields;
}

const booking = /^(\d\d)(\d\d)(\d\d)(\d{4})?(R?[CD])[A-Z]?(\d+),(\d*)[NSF][A-Z0-9]{3}([^\n]*)/;

/** Money that went out is a payment; money that came in with our reference came back. */
const meanings: Record<string, BankLine["becomes"]> = { D: "paid", C: "failed", RD: "failed" };

export function readMt940(text: string): BankLine[] {
  let currency: string | null = null;
  const told: BankLine[] = [];
  for (const { tag, text: field, line } of fieldsOf(text)) {
    if (/^(?:60|62|34)/.test(tag)) currency = /[A-Z]{3}(?=[CD]?\d)/.exec(field)?.[0] ?? currency;
    const entry = tag === "61" ? booking.exec(field) : null;
    if (entry) {
      const [, year, month, day, entryDay, mark = "", whole = "", cents = "", rest = ""] = entry;
      const value = `${whole.replace(/^0+(?=\d)/, "")}${cents.replace(/0+$/, "") && `.${cents.replace(/0+$/, "")}`}`;
      told.push({
        ...unsaid,
        line,
        currency,
        value,
        status: mark,
        amount: `${whole}.${cents.padEnd(2, "0")}`,
        texts: [rest, ...field.split("\n").slice(1)].flatMap((each) => each.split("//")),
        at: dayOf(Number(year) + 2000, Number(month), Number(day), entryDay),
        becomes: meanings[mark] ?? null,
      });
    }
    const last = told.at(-1);
    if (tag === "86" && last) {
      // A reference may be cut at the end of a line or of a subfield such as ?21.
      const bare = field.replace(/\n/g, "");
      const parts = bare.split(/\?\d\d/);
      last.texts = [...last.texts, bare, parts.join(""), parts.join(" ")];
    }
  }
  return told.map((each) => {
    const { texts } = each;
    const file = marksIn(texts).size > 0 ? null : fileIn(texts);
    return { ...each, file, reason: each.becomes === "failed" ? sentence("paidBack") : null };
  });
}

/** The day of the booking, for which the bank leaves out the year, or else the value day. */
function dayOf(year: number, month: number, day: number, entry: string | undefined): string | null {
  const valued = isoDay(year, month, day);
  if (entry === undefined || valued === null) return valued;
  const [booked, of] = [Number(entry.slice(0, 2)), Number(entry.slice(2))];
  const years = booked - month > 6 ? -1 : month - booked > 6 ? 1 : 0;
  return isoDay(year + years, booked, of) ?? valued;
}
