import "server-only";
import * as z from "zod";
import type { Kind } from "../kind.ts";
import { onRecords } from "./on-records.ts";

const named = { api: "checkout", resource: "bundles", operation: "update" } as const;
const becoming = (status: string): Kind => ({
  ...onRecords(named, { params: z.strictObject({}), body: () => ({ status }) }),
  embedded: true,
});

export const activateBundles = becoming("active");
export const archiveBundles = becoming("archived");
