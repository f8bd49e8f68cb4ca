import * as z from "zod";
import { nameText } from "../common.ts";
import { emailAddress, newPassword } from "./set-up.ts";

// What people send who are not signed in, by the link they were given.

const token = z.string().min(1, "The link carries a token; this address has none.").max(200);

/** A name and a password are of who has no account; who has one is signed in. */
export const acceptDraft = z.strictObject({ token, name: nameText(80).optional(), password: newPassword.optional() });

export const resetRequest = z.strictObject({ email: emailAddress });

export const passwordReset = z.strictObject({ token, password: newPassword });
