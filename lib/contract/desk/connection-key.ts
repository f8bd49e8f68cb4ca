import * as z from "zod";

/** Separate from its operation, because a form in the browser validates it as well. */
export const connectionKey = z.strictObject({
  key: z
    .string()
    .trim()
    .min(12, "An API key has at least 12 characters.")
    .max(500, "This does not look like an API key.")
    .regex(/^[\x21-\x7e]+$/, "This does not look like an API key."),
});
