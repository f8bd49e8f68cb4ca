import "server-only";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import type { StoreMode, Transaction } from "../db.ts";
import { findContacts } from "../partners/contacts.ts";
import { queueMail } from "./outbox.ts";

type News = { type: string; data: Record<string, unknown> };

/** Decisions of one hour are told in one mail, because managers review many commissions at once. */
const hourMs = 60 * 60_000;

/** Called with each event once, in the transaction that notes it. Only people who applied or were in the portal get mail. */
export async function queueNews(tx: Transaction, storeMode: StoreMode, events: readonly News[]): Promise<void> {
  const about = events.filter(
    ({ type, data }) => type.startsWith("commission.") && typeof data.affiliate_id === "string",
  );
  if (about.length === 0) return;
  const ids = [...new Set(about.map(({ data }) => data.affiliate_id as string))];
  const people = await findContacts(tx, storeMode, ids);
  const hour = Math.floor(Date.now() / hourMs);
  for (const { type, data } of about) {
    const id = data.affiliate_id as string;
    const contact = people.get(id);
    if (!contact) continue;
    const { to, locale, name, applied } = contact;
    const rest = { ...storeMode, to, locale };
    const { amount, currency } = data;
    const isSale = type === "commission.created" && data.type === "sale";
    if (applied && isSale && typeof amount === "number" && typeof currency === "string") {
      const format = createFormat({ locale, currency, timeZone: "UTC" });
      const words = { name, amount: showAmount(format, amount, currency, "minor") };
      await queueMail(tx, { ...rest, kind: "first_sale", about: words, once: `first_sale ${id}` });
    }
    if (type === "commission.approved" || type === "commission.rejected") {
      const inMs = (hour + 1) * hourMs - Date.now();
      await queueMail(tx, {
        ...rest,
        kind: "commissions_decided",
        about: { name },
        once: `decided ${id} ${hour}`,
        inMs,
      });
    }
  }
}
