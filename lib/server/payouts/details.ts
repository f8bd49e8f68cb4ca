import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { AffiliateDetails, MaskedDetails, PayoutDetails } from "../../contract/desk/payout-details.ts";
import type { Transaction } from "../../database/client.ts";
import { payoutDetails as table } from "../../database/schema/desk-bank.ts";
import { deriveSecret, type Resealing } from "../../secret.ts";
import { db, type Executor, inStoreMode, isAmong, now, type StoreMode } from "../db.ts";
import { env } from "../env.ts";
import { open, reseal, seal } from "../wire/vault.ts";

type Row = typeof table.$inferSelect;
type Place = StoreMode & { affiliateId: string };
export type ToldDetails = Pick<Row, "id" | "masked">;
type Guard = (tx: Transaction) => Promise<void>;
type Change = {
  by: string;
  /** False for a change that the affiliate must confirm by mail before money is sent there. */
  confirmed: boolean;
  /** Runs first in the transaction of the change. An error stops it. */
  guard?: Guard;
  /** Queues a mail in the transaction of the change. */
  tell?: (tx: Transaction, saved: ToldDetails) => Promise<void>;
};

const bindingOf = ({ storeId, mode, affiliateId }: Place) => {
  return { storeId, mode, api: "desk", origin: `payout details ${affiliateId}` };
};

const at = ({ affiliateId, ...storeMode }: Place) =>
  and(inStoreMode(table, storeMode), eq(table.affiliateId, affiliateId));

/** Returns the version that was stored, or null if these details are in force already. */
export async function saveDetails(
  place: Place,
  details: PayoutDetails,
  { by, confirmed, guard, tell }: Change,
): Promise<string | null> {
  const [current] = await db()
    .select()
    .from(table)
    .where(and(at(place), eq(table.pending, false)));
  if (current && open(current.sealed, bindingOf(place)) === JSON.stringify(details)) {
    await forgetPending(db(), place);
    return null;
  }
  const values = {
    id: `pd_${randomBytes(12).toString("base64url")}`,
    kind: details.kind,
    sealed: seal(JSON.stringify(details), bindingOf(place)),
    ...shownOf(details),
    fingerprint: fingerprintOf(details),
    changedAt: now,
    changedBy: by,
    confirmedAt: confirmed ? now : null,
  };
  await db().transaction(async (tx) => {
    await guard?.(tx);
    if (confirmed) await forgetPending(tx, place);
    await put(tx, { ...place, pending: !confirmed }, values);
    await tell?.(tx, values);
  });
  return values.id;
}

const put = (tx: Transaction, key: Place & { pending: boolean }, values: PgUpdateSetSource<typeof table>) =>
  tx
    .insert(table)
    .values({ ...key, ...values } as typeof table.$inferInsert)
    .onConflictDoUpdate({ target: [table.storeId, table.mode, table.affiliateId, table.pending], set: values });

/** False if there is no such change, because it was confirmed already or replaced by another one. */
export async function confirmDetails(place: Place, id: string, guard?: Guard): Promise<boolean> {
  return db().transaction(async (tx) => {
    await guard?.(tx);
    const [changed] = await tx
      .delete(table)
      .where(and(at(place), table.pending, eq(table.id, id)))
      .returning();
    if (!changed) return false;
    const { storeId: _store, mode: _mode, affiliateId: _affiliate, pending: _pending, ...values } = changed;
    await put(tx, { ...place, pending: false }, { ...values, confirmedAt: now });
    return true;
  });
}

export async function forgetPending(tx: Executor, place: Place): Promise<void> {
  await tx.delete(table).where(and(at(place), table.pending));
}

/** Returns what was in force, or else the change that waited for the affiliate. */
export async function forgetDetails(tx: Executor, place: Place): Promise<ToldDetails | null> {
  const deleted = await tx.delete(table).where(at(place)).returning();
  return deleted.find(({ pending }) => !pending) ?? deleted[0] ?? null;
}

export async function maskedDetails(
  storeMode: StoreMode,
  affiliateIds: readonly string[],
): Promise<Map<string, Omit<AffiliateDetails, "affiliate_id">>> {
  const rows = await db()
    .select()
    .from(table)
    .where(and(inStoreMode(table, storeMode), isAmong(table.affiliateId, affiliateIds)));
  const shown = (id: string, pending: boolean) => {
    const row = rows.find((each) => each.affiliateId === id && each.pending === pending);
    return row ? toMasked(row) : null;
  };
  return new Map(affiliateIds.map((id) => [id, { current: shown(id, false), pending: shown(id, true) }]));
}

const toMasked = ({ kind, masked, country, changedAt, changedBy }: Row): MaskedDetails => {
  return { kind, masked, country, changed_at: changedAt.toISOString(), changed_by: changedBy };
};

/** Details in force, of which the secret part stays encrypted. */
type StoredDetails = { id: string; masked: string; method: string; since: Date };
export type OpenedDetails = StoredDetails & { details: PayoutDetails | null };

const inForce = (storeMode: StoreMode, affiliateIds: readonly string[]) =>
  db()
    .select()
    .from(table)
    .where(and(inStoreMode(table, storeMode), eq(table.pending, false), isAmong(table.affiliateId, affiliateIds)));

/** In the words that affiliates have for their payout method. */
const methodOf = (kind: Row["kind"]) => (kind === "paypal" || kind === "wise" ? kind : "bank_transfer");

const toStored = ({ id, kind, masked, confirmedAt, changedAt }: Row): StoredDetails => {
  return { id, masked, method: methodOf(kind), since: confirmedAt ?? changedAt };
};

/** Affiliates among these with a change that they have not confirmed. */
export async function unconfirmedDetails(storeMode: StoreMode, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ id: table.affiliateId })
    .from(table)
    .where(and(inStoreMode(table, storeMode), table.pending, isAmong(table.affiliateId, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** `details` is null if they were encrypted with another secret. */
export async function openDetails(storeMode: StoreMode, ids: readonly string[]): Promise<Map<string, OpenedDetails>> {
  return new Map(
    (await inForce(storeMode, ids)).map((row) => {
      const plain = open(row.sealed, bindingOf(row));
      return [row.affiliateId, { ...toStored(row), details: plain === null ? null : JSON.parse(plain) }];
    }),
  );
}

export const maskedNumber = (text: string, start = 0) => `${text.slice(0, start)} •••• ${text.slice(-4)}`.trim();

export const maskedMailbox = (email: string) => email.replace(/^(.)[^@]*/, "$1•••");

function shownOf(details: PayoutDetails): { masked: string; country: string | null } {
  switch (details.kind) {
    case "iban":
      return { masked: maskedNumber(details.iban, 4), country: details.iban.slice(0, 2) };
    case "paypal":
      return { masked: maskedMailbox(details.paypal_email), country: null };
    case "wise":
      return {
        masked: details.wise_email ? maskedMailbox(details.wise_email) : maskedNumber(details.wise_recipient ?? ""),
        country: null,
      };
    case "bank_us":
      return { masked: maskedNumber(details.account_number), country: "US" };
    case "bank_uk":
      return { masked: maskedNumber(details.account_number), country: "GB" };
  }
}

function fingerprintOf(details: PayoutDetails, secret = env().CARTWRIGHT_SECRET): string {
  const { kind, ...rest } = details;
  const aside = ["holder", "bic", "account_type", "street", "postcode", "town", "country"];
  const account = Object.fromEntries(Object.entries(rest).filter(([name]) => !aside.includes(name)));
  const text = JSON.stringify([kind, Object.entries(account).sort()]).toLowerCase();
  return createHmac("sha256", deriveSecret(secret, "payout details")).update(text).digest("base64url");
}

export async function resealDetails(tx: Transaction, work: Resealing): Promise<void> {
  for (const row of await tx.select().from(table).for("update")) {
    const binding = bindingOf(row);
    const sealed = await reseal(work, row.sealed, binding);
    const plain = open(sealed, binding, work.to);
    const fingerprint = plain === null ? row.fingerprint : fingerprintOf(JSON.parse(plain), work.to);
    await tx.update(table).set({ sealed, fingerprint }).where(eq(table.id, row.id));
  }
}
