import * as z from "zod";

export const shortestKey = 12;
export const keyTooShort = `An API key has at least ${shortestKey} characters.`;
export const notAKey = "This does not look like an API key.";

export const connectionKey = z.strictObject({
  key: z
    .string()
    .trim()
    .min(shortestKey, keyTooShort)
    .max(500, notAKey)
    .regex(/^[\x21-\x7e]+$/, notAKey),
});
