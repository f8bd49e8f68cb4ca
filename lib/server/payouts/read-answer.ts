import { sentence } from "../../sentences.ts";
import { type Choice, readSheet, type Sheet } from "./answer-sheet.ts";
import { readBankAnswer } from "./bank-answer.ts";
import { type BankLine, lastWord } from "./bank-line.ts";
import { isMt940, readMt940 } from "./mt940.ts";
import { unreadable } from "./xml.ts";

export type SheetBounds = { rows: number; columns: number };
export type ReadAnswer = { message: string | null; sheet: Sheet | null; told: BankLine[] };

/** What a file of a bank or a payment service says. */
export function readAnswer(text: string, choice: Choice, bounds: SheetBounds): ReadAnswer {
  const answer = readAny(text, choice, bounds);
  const { length } = answer.told;
  if (length > bounds.rows) throw unreadable(sentence("fileLines", { count: length, most: bounds.rows }));
  return answer;
}

function readAny(text: string, choice: Choice, bounds: SheetBounds): ReadAnswer {
  if (/^\uFEFF?\s*</.test(text)) return { ...readBankAnswer(text), sheet: null };
  if (isMt940(text)) return { message: "MT940", sheet: null, told: lastWord(readMt940(text)) };
  const { sheet, told } = readSheet(text, choice, bounds);
  return { message: null, sheet, told: lastWord(told) };
}
