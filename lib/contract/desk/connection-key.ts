import * as z from "zod";

/** Apart from its operation, because a form in the browser checks it too. */
export const connectionKey = z.strictObject({
  key: z
    .string()
    .trim()
    .min(12, "This does not look like an API key.")
    .max(500, "This does not look like an API key.")
    .regex(/^[\x21-\x7e]+$/, "This does not look like an API key."),
});
