import * as z from "zod";
import { nameText } from "../common.ts";
import { emailAddress, newPassword } from "./set-up.ts";

const token = z.string().min(1, "The link carries a token; this address has none.").max(200);

/** New people send a name and a password. People with an account are signed in already and send neither. */
export const acceptDraft = z.strictObject({ token, name: nameText(80).optional(), password: newPassword.optional() });

export const resetRequest = z.strictObject({ email: emailAddress });

export const passwordReset = z.strictObject({ token, password: newPassword });
