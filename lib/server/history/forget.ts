import "server-only";
import { and, eq } from "drizzle-orm";
import { dailyMetrics, experimentSnapshot } from "../../database/schema/desk-history.ts";
import { isEmbedded } from "../connections.ts";
import { db } from "../db.ts";

/** A sandbox that is emptied or filled becomes another shop, so its history goes. No other history is ever deleted. */
export async function forgetSandboxHistory(storeId: string): Promise<void> {
  const mode = "sandbox";
  if (!isEmbedded({ api: "checkout", mode })) return;
  for (const table of [dailyMetrics, experimentSnapshot]) {
    await db()
      .delete(table)
      .where(and(eq(table.storeId, storeId), eq(table.mode, mode)));
  }
}
