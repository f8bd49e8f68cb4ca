import "server-only";
import type { Transaction } from "../../database/client.ts";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import type { StoreMode } from "../db.ts";
import { servedHere } from "../wire/connections.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { findContacts } from "./contacts.ts";
import { queuePayoutMail } from "./payout-mail.ts";

type News = { type: string; data: Record<string, unknown> };

/** Decisions of one hour are told in one mail, because managers review many commissions at once. */
const hourMs = 60 * 60_000;

/** Called with each event once, in the transaction that notes it. Only people who applied or were in the portal get mail. */
export async function queueNews(tx: Transaction, storeMode: StoreMode, events: readonly News[]): Promise<void> {
  await queuePayoutNews(tx, storeMode, events);
  const about = events.filter(
    ({ type, data }) => type.startsWith("commission.") && typeof data.affiliate_id === "string",
  );
  if (about.length === 0) return;
  const byAffiliate = Map.groupBy(about, ({ data }) => data.affiliate_id as string);
  const people = await findContacts(tx, storeMode, [...byAffiliate.keys()]);
  const hour = Math.floor(Date.now() / hourMs);
  for (const [id, news] of byAffiliate) {
    const contact = people.get(id);
    if (!contact) continue;
    const { to, locale, name, applied } = contact;
    const rest = { ...storeMode, to, locale };
    const sale = applied ? news.map(amountOfSale).find((found) => found !== null) : null;
    if (sale) {
      const format = createFormat({ locale, currency: sale.currency, timeZone: "UTC" });
      const words = { name, amount: showAmount(format, sale.amount, sale.currency, "minor") };
      await queueMail(tx, { ...rest, kind: "first_sale", about: words, once: `first_sale ${id}` });
    }
    if (news.some(({ type }) => type === "commission.approved" || type === "commission.rejected")) {
      await queueMail(tx, {
        ...rest,
        kind: "commissions_decided",
        about: { name },
        once: `decided ${id} ${hour}`,
        inMs: (hour + 1) * hourMs - Date.now(),
      });
    }
  }
}

/** Our own service tells of payouts that another program marked. */
async function queuePayoutNews(tx: Transaction, storeMode: StoreMode, events: readonly News[]): Promise<void> {
  if (!servedHere(storeMode.mode).includes("affiliate")) return;
  const ended = events.filter(({ type }) => ["payout.paid", "payout.failed", "payout.returned"].includes(type));
  for (const { data } of ended) await queuePayoutMail(tx, storeMode, { ...data, id: data.payout_id });
}

function amountOfSale({ type, data: { type: of, amount, currency } }: News) {
  if (type !== "commission.created" || of !== "sale") return null;
  return typeof amount === "number" && typeof currency === "string" ? { amount, currency } : null;
}
