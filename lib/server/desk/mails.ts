import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import { locales } from "../../contract/desk/locale-words.ts";
import { type MailKind, mailKinds } from "../../contract/desk/mail-words.ts";
import type { Mail, MailTemplate } from "../../contract/desk/mails.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { mail, mailTemplate } from "../../database/schema/desk-mail.ts";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { countUpTo, db, inDesk, now, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import { reasonFor } from "../payouts/reason-for.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { mayMail } from "../wire/mail.ts";
import { atTemplate, type MailRow, placeholdersOf, readTemplate, renderMail } from "../work/mail/render.ts";

export const mails: DeskHandlers<"mails"> = {
  async list({ query: { page, per_page, state, kind } }, context) {
    const all = and(inDesk(mail, context), state && eq(mail.state, state), kind && eq(mail.kind, kind));
    const rows = await db()
      .select()
      .from(mail)
      .where(all)
      .orderBy(desc(mail.createdAt), desc(mail.id))
      .limit(per_page)
      .offset((page - 1) * per_page);
    return {
      data: rows.map(toMail),
      pagination: { page, per_page, total: await countUpTo(mail, all) },
      mail: mayMail(),
    };
  },

  async get({ params }, context) {
    const row = await findMail(context, params.id);
    // Links open the partner's account. They are shown only if a person has to pass them on.
    const { link, ...about } = row.about;
    const { subject, text } = await renderMail(mayMail() ? { ...row, about } : row);
    return { ...toMail(row), subject, text };
  },

  async retry({ params }, context) {
    if (!mayMail()) throw new ApiError(409, "no_mail_server", sentence("mailNoServer"));
    const again = inArray(mail.state, ["failed", "uncertain", "unsent"]);
    const [row] = await db()
      .update(mail)
      .set({ state: "queued", attempts: 0, nextAt: now, error: null })
      .where(and(inDesk(mail, context), eq(mail.id, params.id), again))
      .returning();
    if (row) return toMail(row);
    await findMail(context, params.id);
    throw new ApiError(409, "already_sent", sentence("mailAlreadySent"));
  },
};

async function findMail(context: DeskContext, id: string): Promise<MailRow> {
  const [row] = await db()
    .select()
    .from(mail)
    .where(and(inDesk(mail, context), eq(mail.id, id)));
  if (!row) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Email", id }));
  return row;
}

const toMail = ({ id, kind, to, locale, state, attempts, error, ...row }: MailRow): Mail => ({
  id,
  kind,
  to,
  locale,
  state,
  attempts,
  error,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
  next_at: state === "queued" ? row.nextAt.toISOString() : null,
});

type Locale = (typeof locales)[number];

export const mail_templates: DeskHandlers<"mail_templates"> = {
  async list({ params }, context) {
    const { locale } = templateOf(params);
    return { data: await Promise.all(mailKinds.map((kind) => present(context, { kind, locale }))) };
  },

  get: ({ params }, context) => present(context, templateOf(params)),

  async save({ params, body }, context) {
    const { kind, locale } = templateOf(params);
    const named = [...`${body.subject} ${body.text}`.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const unknown = named.find((name) => !placeholdersOf(kind).includes(name));
    if (unknown) throw invalid({ field: "text", ...sentence("mailPlaceholder", { name: unknown }) });
    if (body.subject.includes("{name}")) {
      throw invalid({ field: "subject", ...sentence("nameInSubject") });
    }
    const needed = placeholdersOf(kind).includes("link") && !body.text.includes("{link}");
    if (needed) throw invalid({ field: "text", ...sentence("mailLink") });
    const values = { ...storeModeOf(context), kind, locale, ...body, updatedAt: new Date() };
    const target = [mailTemplate.storeId, mailTemplate.mode, mailTemplate.kind, mailTemplate.locale];
    await db().insert(mailTemplate).values(values).onConflictDoUpdate({ target, set: values });
    return present(context, { kind, locale });
  },

  async preview({ params, body }, context) {
    const template = templateOf(params);
    const letter = { ...storeModeOf(context), ...template, ...(await sampleFor(template.locale, context)) };
    const { subject, text, html } = await renderMail(letter, body);
    return { subject, text, html };
  },

  async reset({ params }, context) {
    const template = templateOf(params);
    await db()
      .delete(mailTemplate)
      .where(atTemplate({ ...storeModeOf(context), ...template }));
    return present(context, template);
  },
};

async function sampleFor(locale: Locale, { membership: { person, store } }: DeskContext) {
  const format = createFormat({ locale, currency: store.currency, timeZone: "UTC" });
  const about = {
    name: "Mira Lindqvist",
    link: new URL("/join/sample", env().CARTWRIGHT_ORIGIN).href,
    inviter: person.name,
    amount: showAmount(format, 1240, store.currency, "minor"),
    details: "SE•• •••• 4321",
    reason: (await reasonFor(locale, "The account is closed (AC04).")) ?? "",
    before: "m•••@example.com",
    email: "l•••@example.org",
    month: format.month(new Date().toISOString()),
  };
  return { to: "mira@example.com", about };
}

type Template = { kind: MailKind; locale: Locale };

function templateOf({ kind = mailKinds[0], locale }: { kind?: string; locale: string }): Template {
  const known = { kind: mailKinds.find((one) => one === kind), locale: locales.find((one) => one === locale) };
  if (known.kind && known.locale) return known as Template;
  throw new ApiError(404, "not_found", `There is no text of the mail ${kind} in ${locale}.`);
}

async function present(context: DeskContext, template: Template): Promise<MailTemplate> {
  const { subject, text, own } = await readTemplate({ ...storeModeOf(context), ...template });
  return { ...template, subject, text, own, placeholders: [...placeholdersOf(template.kind)] };
}
