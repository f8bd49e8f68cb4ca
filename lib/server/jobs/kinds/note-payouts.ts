import "server-only";
import * as z from "zod";
import type { Kind } from "../kind.ts";

/** What became of payouts, as a provider's file said; its items are made with the job. */
export const notePayouts: Kind = {
  params: z.strictObject({}),
  of: () => ({ api: "affiliate", resource: "payouts", operation: "update" }),
  calls: 2,
  embedded: true,
  own: true,
};
