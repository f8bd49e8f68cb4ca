import "server-only";
import * as z from "zod";
import { onRecords } from "./on-records.ts";

export const approveCommissions = onRecords(
  { api: "affiliate", resource: "commissions", operation: "approve" },
  { params: z.strictObject({}) },
);
