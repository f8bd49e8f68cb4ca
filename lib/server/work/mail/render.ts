import "server-only";
import { and, eq } from "drizzle-orm";
import type { SendMailOptions } from "nodemailer";
import { isNews, type MailKind, mailPlaceholders } from "../../../contract/desk/mail-words.ts";
import { type mail, mailTemplate } from "../../../database/schema/desk-mail.ts";
import { db, inStoreMode, type StoreMode } from "../../db.ts";
import { env } from "../../env.ts";
import { programOf } from "../../memory/partner-program.ts";
import { senderAddress, wordsIn } from "../../wire/mail.ts";
import { toHtml } from "./html.ts";
import { unsubscribeToken } from "./opt-out.ts";

export type MailRow = typeof mail.$inferSelect;

/** `own` is false for the text that comes with Cartwright. */
type Template = { subject: string; text: string; own: boolean };

export const placeholdersOf = (kind: MailKind): readonly string[] => ["program", "portal", ...mailPlaceholders[kind]];

export type TemplateKey = StoreMode & Pick<MailRow, "kind" | "locale">;

export const atTemplate = (key: TemplateKey) =>
  and(inStoreMode(mailTemplate, key), eq(mailTemplate.kind, key.kind), eq(mailTemplate.locale, key.locale));

export async function readTemplate(key: TemplateKey): Promise<Template> {
  const [written] = await db().select().from(mailTemplate).where(atTemplate(key));
  return written ? { ...written, own: true } : { ...(await defaultTemplate(key)), own: false };
}

/** Each placeholder stands for itself, so that a default text can be edited like a manager's own. */
async function defaultTemplate({ kind, locale }: TemplateKey) {
  const t = await wordsIn(locale, "partnerMail");
  const words = Object.fromEntries(placeholdersOf(kind).map((name) => [name, `{${name}}`]));
  return { subject: t(`${kind}.subject`, words), text: t(`${kind}.text`, words) };
}

type Written = Pick<Template, "subject" | "text">;
type Letter = TemplateKey & Pick<MailRow, "to" | "about">;
type Rendered = SendMailOptions & Written & { html: string };

/** Mail programs make links of addresses in a text. Names may come from strangers, so their addresses are divided. */
const withoutAddress = (word: string) => word.replace(/[.．。｡](?=\p{L})|@|:(?=\/)/gu, (mark) => `${mark}\u200b`);

export async function renderMail(row: Letter, written?: Written): Promise<Rendered> {
  const [template, program, t] = await Promise.all([
    written ?? readTemplate(row),
    programOf(row),
    wordsIn(row.locale, "partnerMail"),
  ]);
  const { subject, text } = template;
  const portal = new URL(`/partners/${program.slug}`, env().CARTWRIGHT_ORIGIN).href;
  // Nobody is sent to a closed portal, except by a manager's own words.
  const isClosed = !program.portalOpen && "own" in template && !template.own;
  const { link, ...about } = row.about;
  const told = Object.entries(about).map(([name, word]) => [name, withoutAddress(word)]);
  const words: Record<string, string> = {
    ...Object.fromEntries(told),
    ...(link !== undefined && { link }),
    program: program.name,
    portal,
  };
  const withoutName = (line: string) => line.replace(/[ \t]*\{name\}/g, "");
  // A text that was saved before may name the applicant.
  const own = placeholdersOf(row.kind).includes("name") ? text : withoutName(text);
  const fill = (line: string) => line.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
  const token = isNews(row.kind) && unsubscribeToken({ ...row, email: row.to });
  const address = (path: string) => new URL(`${path}?token=${token}`, env().CARTWRIGHT_ORIGIN).href;
  const foot = token ? [t("unsubscribe", { link: address("/join/unsubscribe") })] : [];
  const paragraphs = [
    ...own
      .trim()
      .split(/\n{2,}/)
      .filter((paragraph) => !(isClosed && paragraph.includes("{portal}")))
      .map(fill),
    ...foot,
  ].filter((paragraph) => paragraph.trim() !== "");
  return {
    to: row.to,
    from: { name: program.name, address: senderAddress() },
    ...(program.replyTo && { replyTo: program.replyTo }),
    subject: fill(withoutName(subject)).replace(/\s+/g, " "),
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
