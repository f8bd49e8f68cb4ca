import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { personName } from "../../contract/affiliate/affiliate-words.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";

export type Application = typeof partnerApplication.$inferSelect;

export const nameOf = ({ details }: Pick<Application, "details">) => personName(details);

export const ofAffiliate = (storeMode: StoreMode, id: string) =>
  and(inStoreMode(partnerApplication, storeMode), eq(partnerApplication.affiliateId, id));

/** What the affiliate wrote and accepted on the public page, as the affiliate may read it. */
export const applicationsOf = ({ affiliateId, ...storeMode }: StoreMode & { affiliateId: string }) => {
  const { details, answers, email, termsVersion, consentedAt, confirmedAt } = partnerApplication;
  return db()
    .select({
      details,
      answers,
      email,
      terms_version: termsVersion,
      consented_at: consentedAt,
      confirmed_at: confirmedAt,
    })
    .from(partnerApplication)
    .where(ofAffiliate(storeMode, affiliateId));
};

/** Applications and mails contain personal data, which leave with the affiliate. */
export async function forgetApplicant(storeMode: StoreMode, affiliateId: string, email?: string): Promise<void> {
  await db().transaction(async (tx) => {
    const rows = await tx.delete(partnerApplication).where(ofAffiliate(storeMode, affiliateId)).returning();
    const emails = [...rows.map((row) => row.email), ...(email ? [email] : [])];
    await tx.delete(mail).where(and(inStoreMode(mail, storeMode), inArray(mail.to, emails)));
  });
}
