import * as z from "zod";
import { pagination } from "../common.ts";
import { inSchema } from "../sentences.ts";

export { money } from "../affiliate/fields.ts";

/** No role of staff may call an operation of partners. */
export const partnersOnly = { roles: [] } as const;

/** Reads that the partner’s own API key may do as well. */
export const byKey = { method: "GET", scope: "read", ...partnersOnly } as const;

/** Null if the affiliate service does not tell it. */
export const told = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), pagination: z.object(pagination.shape) });

export const monthName = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, inSchema("month"));
