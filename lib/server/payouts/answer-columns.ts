import "server-only";
import { desc, eq } from "drizzle-orm";
import type { AnswerColumns } from "../../contract/desk/payout-words.ts";
import { answerColumns as table } from "../../database/schema/desk-bank.ts";
import { db, now } from "../db.ts";
import type { StoreScope } from "../wire/call.ts";

// Which column is which, as a person said it for the headings of a bank's file. Both modes share it.

const most = 100;

export async function readColumns({ membership }: StoreScope): Promise<Record<string, AnswerColumns>> {
  const rows = await db()
    .select({ key: table.key, columns: table.columns })
    .from(table)
    .where(eq(table.storeId, membership.store.id))
    .orderBy(desc(table.updatedAt))
    .limit(most);
  return Object.fromEntries(rows.map(({ key, columns }) => [key, columns]));
}

export async function rememberColumns({ membership }: StoreScope, key: string, columns: AnswerColumns): Promise<void> {
  await db()
    .insert(table)
    .values({ storeId: membership.store.id, key, columns })
    .onConflictDoUpdate({ target: [table.storeId, table.key], set: { columns, updatedAt: now } });
}
