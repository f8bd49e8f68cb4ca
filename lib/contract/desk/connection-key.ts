import * as z from "zod";
import { inSchema } from "../sentences.ts";

export const shortestKey = 12;
export const keyTooShort = inSchema("keyShort", { count: shortestKey });
export const notAKey = inSchema("noKey");

export const connectionKey = z.strictObject({
  key: z
    .string()
    .trim()
    .min(shortestKey, keyTooShort)
    .max(500, notAKey)
    .regex(/^[\x21-\x7e]+$/, notAKey),
});
