import "server-only";
import * as z from "zod";
import { onRecords } from "./on-records.ts";

export const deleteUpsells = onRecords(
  { api: "checkout", resource: "upsells", operation: "delete" },
  { params: z.strictObject({}) },
);
