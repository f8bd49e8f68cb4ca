import * as z from "zod";
import { confirmation, nameText, oneOf, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { locales } from "./locale-words.ts";
import { emailAddress, newPassword, timeZone } from "./set-up.ts";

const account = z.object({
  name: z.string(),
  email: z.string(),
  two_factor: z.boolean(),
  recovery_codes: z.number().nullable(),
  /** Null means the browser's language. */
  locale: z.string().nullable(),
  /** Null means the time zone of each store. */
  time_zone: z.string().nullable(),
});

export type Account = z.infer<typeof account>;

const session = z.object({
  id: z.string(),
  /** For example “Firefox on Windows”; null if the browser is unknown. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  begun_at: timestamp,
  /** Accurate to some minutes. */
  seen_at: timestamp,
  current: z.boolean(),
});

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** True if a service synchronises the passkey to other devices. */
  synced: z.boolean(),
  created_at: timestamp,
  used_at: timestamp.nullable(),
});

export type Passkey = z.infer<typeof passkey>;

const passkeys = z.object({
  /** The origin that passkeys belong to, or null if browsers accept no passkeys for this installation. */
  origin: z.string().nullable(),
  data: z.array(passkey),
});

export type Passkeys = z.infer<typeof passkeys>;

const currentPassword = z.string().min(1, inSchema("yourPassword")).max(1024);

export const accounts = defineContract({
  account: {
    get: {
      method: "GET",
      path: "/account",
      roles,
      summary: "Read your account",
      response: account,
    },
    update: {
      method: "PATCH",
      path: "/account",
      roles,
      summary: "Change your name",
      body: z.strictObject({ name: nameText(80) }),
      example: { name: "Olive Owner" },
      response: account,
      before: "get",
    },
    prefer: {
      method: "PUT",
      path: "/account/preferences",
      roles,
      summary: "Set your language and your time zone",
      body: z.strictObject({ locale: oneOf(locales).nullable(), time_zone: timeZone.nullable() }),
      example: { locale: "en", time_zone: null },
      response: account,
      before: "get",
    },
    email: {
      method: "PUT",
      path: "/account/email",
      roles,
      summary: "Change the email that you sign in with",
      body: z.strictObject({ email: emailAddress, current_password: currentPassword }),
      example: { email: "olive@shop.example", current_password: "not the password" },
      response: account,
      before: "get",
    },
    password: {
      method: "PUT",
      path: "/account/password",
      roles,
      summary: "Change your password",
      body: z.strictObject({ current_password: currentPassword, password: newPassword }),
      example: { current_password: "not the password", password: "a wheel has six spokes" },
      response: z.object({ sessions_ended: z.number() }),
    },
    sessions: {
      method: "GET",
      path: "/account/sessions",
      roles,
      summary: "List your sessions",
      response: z.object({ data: z.array(session) }),
    },
    end_session: {
      method: "DELETE",
      path: "/account/sessions/:id",
      roles,
      summary: "Sign out one of your sessions",
      response: confirmation,
    },
    passkeys: {
      method: "GET",
      path: "/account/passkeys",
      roles,
      summary: "List your passkeys",
      response: passkeys,
    },
    rename_passkey: {
      method: "PATCH",
      path: "/account/passkeys/:id",
      roles,
      summary: "Rename a passkey",
      body: z.strictObject({ name: nameText(60) }),
      example: { name: "Work laptop" },
      response: passkeys,
    },
    remove_passkey: {
      method: "DELETE",
      path: "/account/passkeys/:id",
      roles,
      summary: "Remove a passkey",
      response: confirmation,
    },
    end_others: {
      method: "POST",
      path: "/account/sessions/end-others",
      roles,
      summary: "Sign out all your other sessions",
      response: z.object({ sessions_ended: z.number() }),
    },
  },
});
