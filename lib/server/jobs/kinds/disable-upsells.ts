import "server-only";
import * as z from "zod";
import { onRecords } from "./on-records.ts";

export const disableUpsells = onRecords(
  { api: "checkout", resource: "upsells", operation: "update" },
  { params: z.strictObject({}), body: () => ({ status: "inactive" }) },
);
