import "server-only";
import * as z from "zod";
import { judge, prepare, settlePayout } from "../../payouts/item.ts";
import { believeMs, follow } from "../../payouts/ledger.ts";
import type { Kind } from "../kind.ts";

/** Makes payouts that a person has confirmed. Each has a ledger row, written before together with its commissions. */
export const createPayouts: Kind = {
  params: z.strictObject({ preview: z.string() }),
  of: () => ({ api: "affiliate", resource: "payouts", operation: "create" }),
  calls: 2,
  own: true,
  prepare,
  ledger: { believeMs, judge, settle: settlePayout, follow },
};
