import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { cache } from "react";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import { busy } from "../../database/client.ts";
import { store } from "../../database/schema/desk.ts";
import { partner, partnerKey } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, isAmong, type StoreMode, storeModeOf } from "../db.ts";
import { isClosed } from "../payouts/lines.ts";
import { readerFor, walk } from "../payouts/read-all-pages.ts";
import { readAffiliate } from "../payouts/read-owed.ts";
import type { Caller } from "../wire/call.ts";
import { asSystem } from "../wire/call.ts";
import { partnerAuth } from "./auth.ts";
import { type Partner, partnerCall } from "./caller.ts";
import { noteEmailChange } from "./email-change.ts";
import { newLogin, type PartnerRow, sessionEnded, shutOutAffiliate } from "./shut-out.ts";

export const findPartner = cache(async (headers: Headers, fresh = false): Promise<Partner | null> => {
  const { api } = await partnerAuth();
  const found = await api.getSession({ headers }).catch((cause) => {
    throw cause?.body?.code === "FAILED_TO_GET_SESSION" ? busy() : cause;
  });
  return found && readPartner(found.user.id, { sessionId: found.session.id, fresh });
});

/** `fresh` for a call that changes something. */
type Entry = { sessionId?: string; withKey?: boolean; fresh?: boolean };

/** Null for a partner whom the affiliate service no longer lets in with this session or key, which is ended. */
export async function readPartner(id: string, entry: Entry = {}): Promise<Partner | null> {
  const [row] = await db()
    .select({ row: partner, store })
    .from(partner)
    .innerJoin(store, eq(store.id, partner.storeId))
    .where(eq(partner.id, id));
  if (!row) return null;
  const { affiliateId, mode, name, email, locale, tax } = row.row;
  const { sessionId } = entry;
  const found = { id, affiliateId, mode, store: row.store, name, email, locale, tax, ...(sessionId && { sessionId }) };
  return (await isStillLetIn(found, entry)) ? found : null;
}

/** The address and the status may have been changed elsewhere, so each call compares them. */
async function isStillLetIn(partner: Partner, { withKey, fresh }: Entry): Promise<boolean> {
  const mayStay = (row: Affiliate | null) =>
    row !== null && isAt(partner.email, row) && mayEnter(row) && !(withKey && isClosed(row));
  if (!fresh && mayStay(await readOwn(partner, true))) return true;
  const row = await readOwn(partner, false);
  if (mayStay(row)) return true;
  const place = { storeId: partner.store.id, mode: partner.mode };
  if (row && !isAt(partner.email, row)) {
    await noteEmailChange({ ...place, affiliateId: partner.affiliateId }, partner.email, row);
  } else if (row && mayEnter(row)) await db().delete(partnerKey).where(eq(partnerKey.partnerId, partner.id));
  else await shutOutAffiliate(place, partner.affiliateId);
  return false;
}

const isAt = (email: string, row: Affiliate) => row.email?.toLowerCase() === email;

const readOwn = (partner: Partner, screen: boolean): Promise<Affiliate | null> =>
  partnerCall<Affiliate>(partner, "affiliates.get", { screen }).catch((cause) => {
    if (cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  });

/** For what the pages of the program do without a person of the store. */
export async function callerOfPages({ storeId, mode }: StoreMode, of: Pick<Caller, "lane" | "actor">): Promise<Caller> {
  const [found] = await db().select().from(store).where(eq(store.id, storeId));
  if (!found) throw new ApiError(404, "not_found", sentence("noStore"));
  return { membership: asSystem(found), mode, ...of };
}

/** A session for one program says nothing to another one. */
export async function requirePartner(headers: Headers, program?: StoreMode, fresh = true): Promise<Partner> {
  const found = await findPartner(headers, fresh);
  if (found && (!program || (found.store.id === program.storeId && found.mode === program.mode))) return found;
  throw sessionEnded();
}

const closedStatuses = ["pending", "rejected"];

export const mayEnter = ({ email, status }: Affiliate): boolean =>
  Boolean(email) && !closedStatuses.includes(status ?? "");

/** Null also for an affiliate whose application is not approved. */
export async function findAffiliate(caller: Caller, email: string): Promise<Affiliate | null> {
  const isIt = (row: Affiliate) => isAt(email, row) && mayEnter(row);
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
  isIt = (row: Affiliate) => isAt(email, row),
): Promise<Affiliate | null> {
  const { records } = await walk<Affiliate>(readerFor(caller), "affiliates", { search: email }, { enough: isIt });
  return records.find(isIt) ?? null;
}

/** Makes the affiliate a partner, or brings what is known of the partner up to date. */
export async function enrol(caller: Caller, affiliate: Affiliate): Promise<PartnerRow> {
  const place = { ...storeModeOf(caller), affiliateId: affiliate.id };
  const email = (affiliate.email ?? "").toLowerCase();
  const name = affiliateName(affiliate) ?? affiliate.id;
  await db()
    .insert(partner)
    .values({ id: `partner_${randomUUID()}`, login: newLogin(), ...place, name, email })
    .onConflictDoNothing();
  await noteChangedEmails(caller, [affiliate]);
  const [row] = await db()
    .update(partner)
    .set({ name, updatedAt: new Date() })
    .where(and(inStoreMode(partner, place), eq(partner.affiliateId, affiliate.id)))
    .returning();
  return row as PartnerRow;
}

/** Finds partners whose address was changed elsewhere. Each is read again, because these records may be older. */
export async function noteChangedEmails(caller: Caller, affiliates: Iterable<Affiliate | null>): Promise<void> {
  const known = new Map([...affiliates].flatMap((row) => (row?.email ? [[row.id, row] as const] : [])));
  const storeMode = storeModeOf(caller);
  const rows = await db()
    .select({ affiliateId: partner.affiliateId, email: partner.email })
    .from(partner)
    .where(and(inStoreMode(partner, storeMode), isAmong(partner.affiliateId, [...known.keys()])));
  for (const { affiliateId, email } of rows) {
    if (isAt(email, known.get(affiliateId) as Affiliate)) continue;
    const now = await readAffiliate(readerFor(caller), affiliateId);
    if (now) await noteEmailChange({ ...storeMode, affiliateId }, email, now);
  }
}
