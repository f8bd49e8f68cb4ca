import "server-only";
import { and, inArray, isNotNull } from "drizzle-orm";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import { inStoreMode, type StoreMode, type Transaction } from "../db.ts";
import { nameOf } from "../partners/decisions.ts";
import { queueMail } from "./outbox.ts";

type News = { type: string; data: Record<string, unknown> };

/** Decisions of one hour are told in one mail, because managers review many commissions at once. */
const hourMs = 60 * 60_000;

/** Called with each event once, in the transaction that notes it. Only people who applied get mail. */
export async function queueNews(tx: Transaction, storeMode: StoreMode, events: readonly News[]): Promise<void> {
  const about = events.filter(
    ({ type, data }) => type.startsWith("commission.") && typeof data.affiliate_id === "string",
  );
  if (about.length === 0) return;
  const ids = [...new Set(about.map(({ data }) => data.affiliate_id as string))];
  const { affiliateId } = partnerApplication;
  const known = and(inStoreMode(partnerApplication, storeMode), inArray(affiliateId, ids), isNotNull(affiliateId));
  const people = new Map(
    (await tx.select().from(partnerApplication).where(known)).map((row) => [row.affiliateId, row]),
  );
  const hour = Math.floor(Date.now() / hourMs);
  for (const { type, data } of about) {
    const row = people.get(data.affiliate_id as string);
    if (!row) continue;
    const rest = { ...storeMode, to: row.email, locale: row.locale };
    const { amount, currency } = data;
    if (
      type === "commission.created" &&
      data.type === "sale" &&
      typeof amount === "number" &&
      typeof currency === "string"
    ) {
      const format = createFormat({ locale: row.locale, currency, timeZone: "UTC" });
      const words = { name: nameOf(row), amount: showAmount(format, amount, currency, "minor") };
      await queueMail(tx, { ...rest, kind: "first_sale", about: words, once: `first_sale ${row.affiliateId}` });
    }
    if (type === "commission.approved" || type === "commission.rejected") {
      const once = `decided ${row.affiliateId} ${hour}`;
      const inMs = (hour + 1) * hourMs - Date.now();
      await queueMail(tx, { ...rest, kind: "commissions_decided", about: { name: nameOf(row) }, once, inMs });
    }
  }
}
