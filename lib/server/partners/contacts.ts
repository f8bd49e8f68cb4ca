import "server-only";
import { and } from "drizzle-orm";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { partner } from "../../database/schema/desk-portal.ts";
import { type Executor, inStoreMode, isAmong, type StoreMode } from "../db.ts";
import { nameOf } from "./applicant.ts";

/** `applied` is false for affiliates who were there before Cartwright could send them mail. */
type Contact = { to: string; locale: string; name: string; applied: boolean };

/** How to write to those of these affiliates who applied on the public page or were in the portal. */
export async function findContacts(
  tx: Executor,
  storeMode: StoreMode,
  ids: readonly string[],
): Promise<Map<string, Contact>> {
  const among = isAmong(partnerApplication.affiliateId, ids);
  const applied = await tx
    .select()
    .from(partnerApplication)
    .where(and(inStoreMode(partnerApplication, storeMode), among));
  const entered = await tx
    .select()
    .from(partner)
    .where(and(inStoreMode(partner, storeMode), isAmong(partner.affiliateId, ids)));
  const found = new Map<string, Contact>();
  for (const row of applied) {
    found.set(row.affiliateId ?? "", { to: row.email, locale: row.locale, name: nameOf(row), applied: true });
  }
  for (const { affiliateId, email: to, locale, name } of entered) {
    const known = found.get(affiliateId);
    found.set(affiliateId, { to, locale: locale ?? known?.locale ?? "en", name, applied: known !== undefined });
  }
  return found;
}
