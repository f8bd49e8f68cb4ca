import "server-only";
import { and, eq, gte, inArray, lt } from "drizzle-orm";
import { mail } from "../../../database/schema/desk-mail.ts";
import { partnerProgram } from "../../../database/schema/desk-partners.ts";
import { repeat } from "../../../repeat.ts";
import { db } from "../../db.ts";
import { queueMail } from "./outbox.ts";

const hourMs = 60 * 60_000;

export const startStatements = () =>
  repeat(() => queueStatements(new Date()), { everyMs: hourMs, failure: "statements were not announced" });

/**
 * From the second day of a month, which is in the new month everywhere. A month without news needs no statement, and a statement
 * is read in the portal.
 */
export async function queueStatements(today: Date): Promise<void> {
  if (today.getUTCDate() < 2) return;
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const [begin, end] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
  const { storeId, mode, to, locale } = mail;
  const news = inArray(mail.kind, ["first_sale", "commissions_decided", "payout_sent"]);
  const rows = await db()
    .selectDistinctOn([storeId, mode, to], { storeId, mode, to, locale, about: mail.about })
    .from(mail)
    .innerJoin(partnerProgram, and(eq(partnerProgram.storeId, storeId), eq(partnerProgram.mode, mode)))
    .where(and(partnerProgram.portalOpen, news, gte(mail.createdAt, begin), lt(mail.createdAt, end)));
  for (const { about, ...person } of rows) {
    const format = new Intl.DateTimeFormat(person.locale, { month: "long", year: "numeric", timeZone: "UTC" });
    await queueMail(db(), {
      ...person,
      kind: "statement_ready" as const,
      about: { name: about.name ?? "", month: format.format(begin) },
      once: `statement ${person.to} ${begin.toISOString().slice(0, 7)}`,
    });
  }
}
