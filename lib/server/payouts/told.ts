import type { saidOutcomes } from "../../contract/desk/payout-words.ts";

/** What a line of a file says about a payout. */
export type Told = {
  line: number;
  /** One of these names the payout. */
  texts: readonly string[];
  /** Names one of our files instead, if the bank answers for all its payouts at once. */
  file: string | null;
  status: string | null;
  amount: string | null;
  currency: string | null;
  reason: string | null;
  /** The day on which the bank said it. */
  at: string | null;
  becomes: (typeof saidOutcomes)[number] | null;
};

export const unsaid: Told = {
  ...{ line: 0, texts: [], file: null, status: null, amount: null, currency: null, reason: null, at: null },
  becomes: null,
};
