import type { saidOutcomes, saidProblems } from "../../contract/desk/payout-words.ts";
import type { Sentence } from "../../contract/errors.ts";
import { marksIn } from "./payout-ids-in-text.ts";

/** What a line of a file says about a payout. */
export type BankLine = {
  line: number;
  /** One of these names the payout. */
  texts: readonly string[];
  /** Names one of our files instead, if the bank answers for all its payouts at once. */
  file: string | null;
  status: string | null;
  /** As the file writes it, for people. */
  amount: string | null;
  /** In major units, without a sign and superfluous zeros. */
  value: string | null;
  /** The value of a text such as 1,000, if the currency has no decimals. */
  grouped: string | null;
  currency: string | null;
  reason: Sentence | null;
  /** The day on which the bank said it. */
  at: string | null;
  becomes: (typeof saidOutcomes)[number] | null;
  /** Why the line changes nothing, whatever its payout is. */
  problem: (typeof saidProblems)[number] | null;
};

export const unsaid: BankLine = {
  line: 0,
  texts: [],
  file: null,
  status: null,
  reason: null,
  at: null,
  becomes: null,
  problem: null,
  amount: null,
  value: null,
  grouped: null,
  currency: null,
};

/** A payment that was booked and paid back in the same file was not paid. */
export function lastWord(told: readonly BankLine[]): BankLine[] {
  const isBack = ({ becomes, problem }: BankLine) => becomes === "failed" || problem === "incoming";
  const back = marksIn(told.filter(isBack).map(({ texts }) => texts));
  return told.filter((each) => isBack(each) || ![...marksIn(each.texts)].some((mark) => back.has(mark)));
}
