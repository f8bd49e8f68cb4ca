import "server-only";
import { and, gt } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { emailChange } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, inStoreMode, isAmong, type StoreMode, storeModeOf } from "../db.ts";
import { registry } from "../registry.ts";
import type { Call, Caller } from "../wire/call.ts";

/** Finds affiliates among these whose address was changed elsewhere, so that their payouts are put on hold. */
export const changedEmails =
  registry<(caller: Caller, affiliates: Iterable<Affiliate | null>) => Promise<void>>("watchers of emails");

const holdMs = 2 * 86_400_000;

/** Until when payouts of these affiliates are on hold. */
export async function emailHolds(storeMode: StoreMode, ids: readonly string[]): Promise<Map<string, Date>> {
  const recent = and(inStoreMode(emailChange, storeMode), gt(emailChange.changedAt, fromNow(-holdMs)));
  const rows = await db()
    .select()
    .from(emailChange)
    .where(and(recent, isAmong(emailChange.affiliateId, ids)));
  const until = (changed: Date) => new Date(changed.getTime() + holdMs);
  return new Map(rows.map(({ affiliateId, changedAt }) => [affiliateId, until(changedAt)]));
}

/** Refuses to make a payout while the affiliate's payouts are on hold, whoever asks for it. */
export async function refuseHeldPayout({ api, resource, operation, body, ...call }: Call): Promise<void> {
  if (api !== "affiliate" || resource !== "payouts" || operation !== "create" || !isRecord(body)) return;
  const until = (await emailHolds(storeModeOf(call), [String(body.affiliate_id)])).get(String(body.affiliate_id));
  if (!until) return;
  const said = sentence("payoutsOnHold", { time: until.toISOString() });
  throw new ApiError(409, "email_changed", said, [{ field: "affiliate_id", ...said }]);
}
