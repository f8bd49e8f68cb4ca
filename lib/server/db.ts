import "server-only";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../database/client.ts";
import { type Database, openDatabase } from "../database/client.ts";
import { countUpTo as countRows } from "../database/count-rows.ts";
import { env } from "./env.ts";

// On globalThis, because a development server evaluates modules again at each change.
const shared = globalThis as { cartwrightDatabase?: Database };

export function db(): Database {
  shared.cartwrightDatabase ??= openDatabase(env().DATABASE_URL, env().DATABASE_CONNECTIONS);
  return shared.cartwrightDatabase;
}

export type Executor = Pick<
  Transaction,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction" | "$count"
>;

export type StoreMode = { storeId: string; mode: "live" | "sandbox" };
type OfDesk = { membership: { store: { id: string } }; mode: StoreMode["mode"] };

export const storeModeOf = ({ membership, mode }: OfDesk): StoreMode => ({ storeId: membership.store.id, mode });

type StoreModeTable = { storeId: AnyPgColumn; mode: AnyPgColumn };

export const inStoreMode = (table: StoreModeTable, { storeId, mode }: StoreMode) =>
  and(eq(table.storeId, storeId), eq(table.mode, mode));

export const inDesk = (table: StoreModeTable, desk: OfDesk) => inStoreMode(table, storeModeOf(desk));

/** Unlike `inArray`, this sends any number of values as one parameter. */
export const isAmong = (column: AnyPgColumn, values: readonly string[]) =>
  sql<boolean>`${column} in (select json_array_elements_text(${JSON.stringify(values)}::json))`;

/** The database's clock, which all processes share. */
export const now = sql`now()`;
export const fromNow = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

export const countUpTo = (table: PgTable, where: SQL | undefined) => countRows(db(), table, where);
