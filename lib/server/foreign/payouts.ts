import "server-only";
import type { payouts as contract } from "../../contract/affiliate/payouts.ts";
import type { StandIns } from "./stand-in.ts";

export const payouts: StandIns<typeof contract.payouts> = {
  /** As when one response cannot hold everything, so the lists are read instead. */
  owed: async () => ({ complete: false, commissions: [], payouts: [], affiliates: [] }),
};
