import type { MatchedLine } from "../../contract/desk/payout-files.ts";

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
  becomes: MatchedLine["becomes"];
};
