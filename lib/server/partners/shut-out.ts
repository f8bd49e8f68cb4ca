import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import {
  partner,
  partnerKey,
  partnerPasskey,
  partnerSession,
  partnerVerification,
} from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";
import { forgetPending } from "../payouts/details.ts";

export type PartnerRow = typeof partner.$inferSelect;

export const newLogin = () => `partner_${randomUUID()}@partners.invalid`;

/** Ends sessions, passkeys and API keys, links that were sent and not used, and payout details that wait for one. */
export async function shutOut(tx: Transaction, row: PartnerRow): Promise<number> {
  const { id } = row;
  const [locked] = await tx.select({ login: partner.login }).from(partner).where(eq(partner.id, id)).for("update");
  const login = JSON.stringify({ email: locked?.login });
  await tx.delete(partnerVerification).where(eq(partnerVerification.value, login));
  // An entry that has begun finds another login at its end.
  await tx.update(partner).set({ login: newLogin() }).where(eq(partner.id, id));
  await tx.delete(partnerPasskey).where(eq(partnerPasskey.userId, id));
  await tx.delete(partnerKey).where(eq(partnerKey.partnerId, id));
  await forgetPending(tx, row);
  return (await tx.delete(partnerSession).where(eq(partnerSession.userId, id)).returning()).length;
}

/** `gone` for an affiliate who was deleted. */
export async function shutOutAffiliate(storeMode: StoreMode, affiliateId: string, { gone = false } = {}) {
  return db().transaction(async (tx) => {
    const own = and(inStoreMode(partner, storeMode), eq(partner.affiliateId, affiliateId));
    const [row] = await tx.select().from(partner).where(own);
    const ended = row ? await shutOut(tx, row) : 0;
    if (row && gone) await tx.delete(partner).where(eq(partner.id, row.id));
    return ended;
  });
}

/** What a session stores comes before the session is ended, or is refused: both lock the partner. */
export async function requireSession(
  tx: Transaction,
  { id, sessionId }: { id: string; sessionId?: string },
): Promise<void> {
  await tx.select({ id: partner.id }).from(partner).where(eq(partner.id, id)).for("update");
  const own = and(eq(partnerSession.userId, id), eq(partnerSession.id, sessionId ?? ""));
  if ((await tx.$count(partnerSession, own)) === 0) throw sessionEnded();
}

/** Ends a session whose sign-in began before the partner was shut out. */
export async function requireLogin(id: string, login: unknown): Promise<void> {
  const [row] = await db().select({ login: partner.login }).from(partner).where(eq(partner.id, id));
  if (row?.login === login) return;
  await db().delete(partnerSession).where(eq(partnerSession.userId, id));
  throw sessionEnded();
}

/** The same for a passkey that was added in the meantime. */
export async function requirePasskeyOfSession(holder: { id: string; sessionId?: string }): Promise<void> {
  await db()
    .transaction((tx) => requireSession(tx, holder))
    .catch(async (cause) => {
      await db().delete(partnerPasskey).where(eq(partnerPasskey.userId, holder.id));
      throw cause;
    });
}

export const sessionEnded = () => new ApiError(401, "signed_out", sentence("signedOut"));
