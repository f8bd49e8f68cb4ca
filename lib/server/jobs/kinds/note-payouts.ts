import "server-only";
import * as z from "zod";
import type { Kind } from "../kind.ts";

/** Records the outcomes of payouts from a provider's file. The items are created with the job. */
export const notePayouts: Kind = {
  params: z.strictObject({}),
  of: () => ({ api: "affiliate", resource: "payouts", operation: "update" }),
  calls: 2,
  embedded: true,
  own: true,
};
