import { and, eq, inArray } from "drizzle-orm";
import type { Platform } from "../../contract/checkout/source-words.ts";
import { type ShopOrderState, shopOrder } from "../../database/schema/checkout-shop.ts";
import type { Transaction } from "../delivery/emit.ts";
import type { ShopOrderFacts } from "./reading.ts";

type Place = { tenantId: number; platform: Platform };
export type OrderRow = { id: string; state: ShopOrderState | null };

/**
 * The row of an order, and rows that turn out to be the same order. Each id that a platform has for an order has a row;
 * one has the order, and the others name it. All are locked in the sequence of their ids, so that two deliveries about
 * one order cannot wait for each other.
 */
export async function lockOrder(
  tx: Transaction,
  { tenantId, platform }: Place,
  { key, aliases = [] }: ShopOrderFacts,
): Promise<[order: OrderRow, ...same: OrderRow[]]> {
  const rowsOf = (ids: string[]) =>
    tx
      .select({ id: shopOrder.id, state: shopOrder.state })
      .from(shopOrder)
      .where(and(eq(shopOrder.tenantId, tenantId), eq(shopOrder.platform, platform), inArray(shopOrder.id, ids)))
      .orderBy(shopOrder.id);
  let ids = [...new Set([key, ...aliases])].sort();
  const fresh = ids.map((id) => ({ tenantId, platform, id }));
  await tx.insert(shopOrder).values(fresh).onConflictDoNothing();
  for (let locks = false; ; ) {
    const rows: OrderRow[] = locks ? await rowsOf(ids).for("update") : await rowsOf(ids);
    const named = rows.flatMap(({ state }) => state?.sameAs ?? []);
    const missing = named.filter((id) => !ids.includes(id));
    if (missing.length === 0 && locks) {
      const [order, ...same] = rows
        .filter(({ state }) => state?.sameAs === undefined)
        .sort((a, b) => rank(a, key) - rank(b, key));
      return [order as OrderRow, ...same];
    }
    locks = missing.length === 0;
    ids = [...new Set([...ids, ...missing])].sort();
  }
}

/** An order that was told keeps its name. */
const rank = ({ id, state }: OrderRow, key: string) => (isTold(state) ? 0 : id === key ? 1 : 2);

export const isTold = (state: ShopOrderState | null): state is ShopOrderState =>
  state !== null && (state.counted !== undefined || Boolean(state.reported));
