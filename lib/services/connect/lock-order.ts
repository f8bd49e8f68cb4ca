import { and, eq, inArray, TransactionRollbackError } from "drizzle-orm";
import type { Platform } from "../../contract/checkout/source-words.ts";
import type { Transaction } from "../../database/client.ts";
import { type ShopOrderState, shopOrder } from "../../database/schema/checkout-shop.ts";
import type { ShopOrderFacts } from "./platform-order.ts";

type Place = { tenantId: number; platform: Platform };
export type LockedOrder = { id: string; state: ShopOrderState | null };

/**
 * The row of an order, and rows that turn out to be the same order. Each id that a platform has for an order has a row;
 * one has the order, and the others name it. All are locked in the sequence of their ids, so that two deliveries about
 * one order cannot wait for each other.
 */
export async function lockOrder(
  tx: Transaction,
  { tenantId, platform }: Place,
  { key, aliases = [] }: ShopOrderFacts,
): Promise<[order: LockedOrder, ...same: LockedOrder[]]> {
  const own = [...new Set([key, ...aliases])].sort();
  const rowsOf = (some: Transaction, ids: string[]) =>
    some
      .select({ id: shopOrder.id, state: shopOrder.state })
      .from(shopOrder)
      .where(and(eq(shopOrder.tenantId, tenantId), eq(shopOrder.platform, platform), inArray(shopOrder.id, ids)))
      .orderBy(shopOrder.id);
  for (let ids = own; ; ) {
    await tx
      .insert(shopOrder)
      .values(ids.map((id) => ({ tenantId, platform, id })))
      .onConflictDoNothing();
    const missing = missingFrom(await rowsOf(tx, ids));
    if (missing.length > 0) {
      ids = [...new Set([...ids, ...missing])].sort();
      continue;
    }
    const locked = await tx
      .transaction(async (nested) => {
        const rows = await rowsOf(nested as Transaction, ids).for("update");
        // A row was joined to another one in the meantime. Leaving the savepoint gives the locks back.
        return missingFrom(rows).length > 0 ? nested.rollback() : rows;
      })
      .catch((cause) => {
        if (cause instanceof TransactionRollbackError) return null;
        throw cause;
      });
    if (!locked) continue;
    const [order, ...same] = locked
      .filter(({ state }) => state?.sameAs === undefined)
      .sort((a, b) => rank(a, key) - rank(b, key));
    return [order as LockedOrder, ...same];
  }
}

function missingFrom(rows: readonly LockedOrder[]): string[] {
  const ids = rows.map(({ id }) => id);
  return rows.flatMap(({ state }) => state?.sameAs ?? []).filter((id) => !ids.includes(id));
}

/** An order that was told keeps its name. */
const rank = ({ id, state }: LockedOrder, key: string) => (isTold(state) ? 0 : id === key ? 1 : 2);

export const isTold = (state: ShopOrderState | null): state is ShopOrderState =>
  state !== null && (state.counted !== undefined || Boolean(state.reported));
