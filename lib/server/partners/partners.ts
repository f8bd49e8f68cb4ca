import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { cache } from "react";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import { busy } from "../../database/client.ts";
import { store } from "../../database/schema/desk.ts";
import { partner, partnerPasskey, partnerSession, partnerVerification } from "../../database/schema/desk-portal.ts";
import type { Caller } from "../call.ts";
import { isEmbedded } from "../connections.ts";
import { db, inStoreMode, type StoreMode, type Transaction } from "../db.ts";
import { readAffiliate } from "../payouts/facts.ts";
import { readerFor, walk } from "../payouts/walk.ts";
import { asSystem } from "../people.ts";
import { partnerAuth } from "./auth.ts";
import type { Partner } from "./caller.ts";

export type PartnerRow = typeof partner.$inferSelect;

export const findPartner = cache(async (headers: Headers): Promise<Partner | null> => {
  const { api } = await partnerAuth();
  const found = await api.getSession({ headers }).catch((cause) => {
    throw cause?.body?.code === "FAILED_TO_GET_SESSION" ? busy() : cause;
  });
  return found && readPartner(found.user.id, found.session.id);
});

export async function readPartner(id: string, sessionId?: string): Promise<Partner | null> {
  const [row] = await db()
    .select({ row: partner, store })
    .from(partner)
    .innerJoin(store, eq(store.id, partner.storeId))
    .where(eq(partner.id, id));
  if (!row) return null;
  const { affiliateId, mode, name, email, locale, tax } = row.row;
  return { id, affiliateId, mode, store: row.store, name, email, locale, tax, ...(sessionId && { sessionId }) };
}

/** For what the pages of the program do without a person of the store. */
export async function callerOfPages({ storeId, mode }: StoreMode, of: Pick<Caller, "lane" | "actor">): Promise<Caller> {
  const [found] = await db().select().from(store).where(eq(store.id, storeId));
  if (!found) throw new ApiError(404, "not_found", "There is no such store.");
  return { membership: asSystem(found), mode, ...of };
}

/** A session for one program says nothing to another one. */
export async function requirePartner(headers: Headers, program?: StoreMode): Promise<Partner> {
  const found = await findPartner(headers);
  if (found && (!program || (found.store.id === program.storeId && found.mode === program.mode))) return found;
  throw new ApiError(401, "signed_out", "Your session has ended. Sign in again.");
}

const closedStatuses = ["pending", "rejected"];

export const mayEnter = ({ email, status }: Affiliate): boolean =>
  Boolean(email) && !closedStatuses.includes(status ?? "");

/** Null also for an affiliate whose application is not approved. */
export async function findAffiliate(caller: Caller, email: string): Promise<Affiliate | null> {
  const isIt = (row: Affiliate) => row.email?.toLowerCase() === email && mayEnter(row);
  const reader = readerFor(caller);
  const place = { storeId: caller.membership.store.id, mode: caller.mode };
  const known = await db()
    .select({ id: partner.affiliateId })
    .from(partner)
    .where(and(inStoreMode(partner, place), eq(partner.email, email)));
  for (const { id } of known) {
    const row = await readAffiliate(reader, id);
    // The affiliate may have another address by now.
    if (row && isIt(row)) return row;
  }
  return searchAffiliate(caller, email, isIt);
}

/** Another API than our own cannot search, so its list is read until the affiliate is found. */
export async function searchAffiliate(
  caller: Caller,
  email: string,
  isIt = (row: Affiliate) => row.email?.toLowerCase() === email,
): Promise<Affiliate | null> {
  const search = isEmbedded({ api: "affiliate", mode: caller.mode }) ? { search: email } : {};
  const { records } = await walk<Affiliate>(readerFor(caller), "affiliates", search, { enough: isIt });
  return records.find(isIt) ?? null;
}

/** Makes the affiliate a partner, or brings what is known of the partner up to date. */
export async function enrol(place: StoreMode, affiliate: Affiliate): Promise<PartnerRow> {
  const id = `partner_${randomUUID()}`;
  const email = (affiliate.email ?? "").toLowerCase();
  const facts = { name: affiliateName(affiliate) ?? affiliate.id, email, updatedAt: new Date() };
  const [row] = await db()
    .insert(partner)
    .values({ id, login: `${id}@partners.invalid`, ...place, affiliateId: affiliate.id, ...facts })
    .onConflictDoUpdate({ target: [partner.storeId, partner.mode, partner.affiliateId], set: facts })
    .returning();
  return row as PartnerRow;
}

/** Also ends links that were sent and not used, and removes the passkeys. */
export async function shutOut(
  tx: Pick<Transaction, "delete">,
  { id, login }: Pick<PartnerRow, "id" | "login">,
): Promise<number> {
  await tx.delete(partnerVerification).where(eq(partnerVerification.value, JSON.stringify({ email: login })));
  await tx.delete(partnerPasskey).where(eq(partnerPasskey.userId, id));
  return (await tx.delete(partnerSession).where(eq(partnerSession.userId, id)).returning()).length;
}
