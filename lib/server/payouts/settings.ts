import "server-only";
import type { Payer, PayoutSettings } from "../../contract/desk/payout-settings.ts";
import type { Transaction } from "../../database/client.ts";
import { payoutSettings as table } from "../../database/schema/desk-bank.ts";
import type { Resealing } from "../../secret.ts";
import { db, inStoreMode, now, type StoreMode } from "../db.ts";
import { open, reseal, seal } from "../wire/vault.ts";
import { maskedNumber } from "./details.ts";

type Row = typeof table.$inferSelect;

const bindingOf = ({ storeId, mode }: StoreMode) => ({ storeId, mode, api: "desk", origin: "payer" });

async function find(storeMode: StoreMode): Promise<Row | undefined> {
  const [row] = await db().select().from(table).where(inStoreMode(table, storeMode));
  return row;
}

export async function readPayoutSettings(storeMode: StoreMode): Promise<PayoutSettings> {
  const row = await find(storeMode);
  const payer = row && openPayer(row);
  return {
    payer: payer ? shown(row, payer) : null,
    approve_above: row?.approveAbove ?? null,
    updated_at: row?.updatedAt.toISOString() ?? null,
    updated_by: row?.updatedBy ?? null,
  };
}

const shown = ({ masked }: Row, { iban: _, ...rest }: Payer) => ({ ...rest, masked: masked ?? "" });

export async function savePayoutSettings(
  storeMode: StoreMode,
  { payer, approve_above: approveAbove }: { payer?: Payer | undefined; approve_above: number | null },
  updatedBy: string,
): Promise<void> {
  const account = payer && {
    sealed: seal(JSON.stringify(payer), bindingOf(storeMode)),
    masked: maskedNumber(payer.iban, 4),
  };
  const values = { ...account, approveAbove, updatedBy };
  await db()
    .insert(table)
    .values({ ...storeMode, ...values, updatedAt: new Date() })
    .onConflictDoUpdate({ target: [table.storeId, table.mode], set: { ...values, updatedAt: now } });
}

/** The account that pays is null if none is stored, or if it was encrypted with another secret. */
export async function readPayer(storeMode: StoreMode): Promise<{ payer: Payer | null; approveAbove: number | null }> {
  const row = await find(storeMode);
  return { payer: row ? openPayer(row) : null, approveAbove: row?.approveAbove ?? null };
}

function openPayer(row: Row): Payer | null {
  const plain = row.sealed && open(row.sealed, bindingOf(row));
  return plain ? JSON.parse(plain) : null;
}

export async function resealPayers(tx: Transaction, work: Resealing): Promise<void> {
  for (const row of await tx.select().from(table).for("update")) {
    const sealed = row.sealed && (await reseal(work, row.sealed, bindingOf(row)));
    await tx.update(table).set({ sealed }).where(inStoreMode(table, row));
  }
}
