import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq, inArray, ne } from "drizzle-orm";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import { newsKinds } from "../../contract/desk/mail-words.ts";
import type { Transaction } from "../../database/client.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { emailChange, partner } from "../../database/schema/desk-portal.ts";
import { db, inStoreMode, now, type StoreMode } from "../db.ts";
import { programOf } from "../memory/partner-program.ts";
import { maskedMailbox } from "../payouts/details.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { ofAffiliate } from "./applicant.ts";
import { findContacts } from "./contacts.ts";
import { shutOut } from "./shut-out.ts";

// Who reads an affiliate's old mailbox keeps nothing of the account, wherever the address was changed.

type Place = StoreMode & { affiliateId: string };
type Named = Parameters<typeof affiliateName>[0];

const ofPartner = ({ affiliateId, ...storeMode }: Place) =>
  and(inStoreMode(partner, storeMode), eq(partner.affiliateId, affiliateId));

/** Does each part once, however many callers notice the same change. */
export async function noteEmailChange(place: Place, before: string, affiliate: Named): Promise<void> {
  const [was, email] = [before, affiliate.email ?? ""].map((address) => address.trim().toLowerCase());
  if (!was || !email || was === email) return;
  await db().transaction(async (tx) => {
    const [row] = await tx.select().from(partner).where(ofPartner(place)).for("update");
    if (row && row.email !== email) {
      await shutOut(tx, row);
      await tx.update(partner).set({ email, updatedAt: now }).where(eq(partner.id, row.id));
    }
    const noted = await tx
      .insert(emailChange)
      .values({ ...place, email, changedAt: now as never })
      .onConflictDoUpdate({
        target: [emailChange.storeId, emailChange.mode, emailChange.affiliateId],
        set: { email, changedAt: now },
        setWhere: ne(emailChange.email, email),
      })
      .returning();
    if (noted.length === 0) return;
    await tellBoth(tx, place, { was, email, affiliate });
    await moveMail(tx, place, was, email);
  });
}

type Change = { was: string; email: string; affiliate: Named };

async function tellBoth(tx: Transaction, place: Place, { was, email, affiliate }: Change): Promise<void> {
  const { affiliateId, ...storeMode } = place;
  const contact = (await findContacts(tx, storeMode, [affiliateId])).get(affiliateId);
  const about = {
    name: contact?.name ?? affiliateName(affiliate) ?? email,
    before: maskedMailbox(was),
    email: maskedMailbox(email),
  };
  const locale = contact?.locale ?? (await programOf(storeMode)).locale;
  const change = `email_changed ${affiliateId} ${randomUUID()}`;
  for (const to of [was, email]) {
    await queueMail(tx, { ...storeMode, kind: "email_changed", to, locale, about, once: `${change} ${to}` });
  }
}

/** News that waits in the outbox, and all later mail, goes to the new address. */
async function moveMail(tx: Transaction, { affiliateId, ...storeMode }: Place, was: string, email: string) {
  await tx.update(partnerApplication).set({ email }).where(ofAffiliate(storeMode, affiliateId));
  const waiting = and(inStoreMode(mail, storeMode), eq(mail.to, was), eq(mail.state, "queued"));
  await tx
    .update(mail)
    .set({ to: email })
    .where(and(waiting, inArray(mail.kind, newsKinds)));
}
