import "server-only";
import { and, eq, gte, inArray, lt } from "drizzle-orm";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { repeat } from "../../repeat.ts";
import { db } from "../db.ts";
import { nameOf } from "../partners/decisions.ts";
import { queueMail } from "./outbox.ts";

const hourMs = 60 * 60_000;

export const startStatements = () =>
  repeat(() => queueStatements(new Date()), { everyMs: hourMs, failure: "statements were not announced" });

/** From the second day of a month, which is in the new month everywhere. A month without news needs no statement. */
export async function queueStatements(today: Date): Promise<void> {
  if (today.getUTCDate() < 2) return;
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const [begin, end] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
  const { storeId, mode, email } = partnerApplication;
  const ofPerson = and(eq(mail.storeId, storeId), eq(mail.mode, mode), eq(mail.to, email));
  const news = inArray(mail.kind, ["first_sale", "commissions_decided", "payout_sent"]);
  const rows = await db()
    .selectDistinctOn([storeId, mode, email], { row: partnerApplication })
    .from(partnerApplication)
    .innerJoin(mail, ofPerson)
    .where(and(news, gte(mail.createdAt, begin), lt(mail.createdAt, end)));
  for (const { row } of rows) {
    const format = new Intl.DateTimeFormat(row.locale, { month: "long", year: "numeric", timeZone: "UTC" });
    await queueMail(db(), {
      ...{ storeId: row.storeId, mode: row.mode, to: row.email, locale: row.locale, kind: "statement_ready" },
      about: { name: nameOf(row), month: format.format(begin) },
      once: `statement ${row.affiliateId} ${begin.toISOString().slice(0, 7)}`,
    });
  }
}
