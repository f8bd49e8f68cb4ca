import "server-only";
import { and, eq } from "drizzle-orm";
import { createTranslator } from "next-intl";
import type { SendMailOptions } from "nodemailer";
import { isNews, type MailKind, mailPlaceholders } from "../../contract/desk/mail-words.ts";
import { type mail, mailTemplate } from "../../database/schema/desk-mail.ts";
import { catalogueOf } from "../../i18n/catalogues.ts";
import { isLocale } from "../../i18n/locales.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";
import { env } from "../env.ts";
import { programOf } from "../partners/program.ts";
import { toHtml } from "./html.ts";
import { unsubscribeToken } from "./opt-out.ts";
import { senderAddress } from "./send.ts";

export type MailRow = typeof mail.$inferSelect;

type Template = { subject: string; text: string };

export const placeholdersOf = (kind: MailKind): readonly string[] => ["program", "portal", ...mailPlaceholders[kind]];

const translator = async (wanted: string) => {
  const locale = isLocale(wanted) ? wanted : "en";
  return createTranslator({ locale, messages: await catalogueOf(locale), namespace: "partnerMail" });
};

/** Each placeholder stands for itself, so that a default text can be edited like a manager's own. */
export async function defaultTemplate(kind: MailKind, locale: string): Promise<Template> {
  const t = await translator(locale);
  const words = Object.fromEntries(placeholdersOf(kind).map((name) => [name, `{${name}}`]));
  return { subject: t(`${kind}.subject`, words), text: t(`${kind}.text`, words) };
}

async function readTemplate(row: StoreMode & Pick<MailRow, "kind" | "locale">): Promise<Template> {
  const { kind, locale } = row;
  const written = and(inStoreMode(mailTemplate, row), eq(mailTemplate.kind, kind), eq(mailTemplate.locale, locale));
  const [own] = await db().select().from(mailTemplate).where(written);
  return own ?? defaultTemplate(kind, locale);
}

export async function renderMail(row: MailRow): Promise<SendMailOptions & { subject: string; text: string }> {
  const [{ subject, text }, program, t] = await Promise.all([
    readTemplate(row),
    programOf(row),
    translator(row.locale),
  ]);
  const portal = new URL(`/partners/${program.slug}`, env().CARTWRIGHT_ORIGIN).href;
  const words: Record<string, string> = { program: program.name, portal, ...row.about };
  const fill = (line: string) => line.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
  const token = isNews(row.kind) && unsubscribeToken({ ...row, email: row.to });
  const address = (path: string) => new URL(`${path}?token=${token}`, env().CARTWRIGHT_ORIGIN).href;
  const foot = token ? [t("unsubscribe", { link: address("/join/unsubscribe") })] : [];
  const paragraphs = [
    ...text
      .trim()
      .split(/\n{2,}/)
      .map(fill),
    ...foot,
  ];
  return {
    to: row.to,
    from: { name: program.name, address: senderAddress() },
    ...(program.replyTo && { replyTo: program.replyTo }),
    subject: fill(subject).replace(/\s+/g, " "),
    text: `${paragraphs.join("\n\n")}\n`,
    html: toHtml(paragraphs, program),
    ...(token && {
      headers: {
        "List-Unsubscribe": `<${address("/api/join/unsubscribe")}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}
