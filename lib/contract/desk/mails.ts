import * as z from "zod";
import { managers, readers } from "../affiliate/fields.ts";
import { longText, nameText, oneOf, pageQuery, pagination, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { locales } from "./locale-words.ts";
import { mailKinds, mailStates } from "./mail-words.ts";

const mail = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  to: z.string(),
  locale: z.string(),
  state: z.enum(mailStates),
  attempts: z.number().int(),
  error: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
});

export type Mail = z.infer<typeof mail>;

const content = { subject: nameText(200), text: longText(5000) };

const template = z.object({
  kind: z.enum(mailKinds),
  locale: z.enum(locales),
  subject: z.string(),
  text: z.string(),
  /** False for the text that comes with Cartwright. */
  own: z.boolean(),
  placeholders: z.array(z.string()),
});

export type MailTemplate = z.infer<typeof template>;

const ofKind = {
  params: z.object({ kind: oneOf(mailKinds), locale: oneOf(locales) }),
  path: "/mail-templates/:kind/:locale",
} as const;

export const mails = defineContract({
  mails: {
    list: {
      method: "GET",
      path: "/mails",
      roles: readers,
      summary: "List mails to partners, newest first",
      query: pageQuery(25).extend({
        state: oneOf(mailStates).optional().describe("Only mails in this state."),
        kind: oneOf(mailKinds).optional().describe("Only mails of this kind."),
      }),
      response: z.object({ data: z.array(mail), pagination, mail: z.boolean() }),
    },
    get: {
      method: "GET",
      path: "/mails/:id",
      // A mail may contain a link that opens the partner's account.
      roles: managers,
      summary: "Read a mail to a partner with its text",
      response: mail.extend({ subject: z.string(), text: z.string() }),
    },
    retry: {
      method: "POST",
      path: "/mails/:id/retry",
      roles: managers,
      summary: "Send a mail that was not sent again",
      response: mail,
      errors: [409],
    },
  },
  mail_templates: {
    list: {
      method: "GET",
      path: "/mail-templates/:locale",
      params: z.object({ locale: oneOf(locales) }),
      roles: readers,
      summary: "List the texts of mails to partners in one language",
      response: z.object({ data: z.array(template) }),
    },
    get: { ...ofKind, method: "GET", roles: readers, summary: "Read the text of a kind of mail", response: template },
    save: {
      ...ofKind,
      method: "PUT",
      roles: managers,
      summary: "Change the text of a kind of mail",
      body: z.strictObject(content),
      example: { subject: "Welcome to {program}", text: "Hello {name},\n\nyour links are here:\n\n{portal}" },
      response: template,
      before: "get",
    },
    preview: {
      ...ofKind,
      method: "POST",
      path: "/mail-templates/:kind/:locale/preview",
      roles: readers,
      summary: "Show a text of a kind of mail as it would be sent, with sample values",
      body: z.strictObject({ subject: z.string().max(200), text: z.string().max(5000) }),
      example: { subject: "Welcome to {program}", text: "Hello {name}" },
      response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
      unaudited: true,
    },
    reset: {
      ...ofKind,
      method: "DELETE",
      roles: managers,
      summary: "Restore the original text of a kind of mail",
      response: template,
      before: "get",
    },
  },
});
