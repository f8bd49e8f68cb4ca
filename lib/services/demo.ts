import { and, eq } from "drizzle-orm";
import type { Database } from "../database/client.ts";
import { tenant, upsell } from "../database/schema/checkout.ts";
import { emptySandbox } from "./tenants.ts";

const catalogue = [
  ["grinder", "Hand grinder"],
  ["kettle", "Gooseneck kettle"],
  ["filters", "Paper filters, 100"],
  ["beans-house", "House blend, 250 g"],
  ["beans-decaf", "Decaf, 250 g"],
  ["scale", "Brew scale"],
  ["mug", "Stoneware mug"],
  ["carafe", "Glass carafe"],
] as const;

const offers = ["Add", "Complete the set:", "Save on", "Try"] as const;
const placements = ["post_purchase", "cart", "checkout", "thank_you"] as const;
const start = Date.UTC(2026, 0, 5, 9);

/** Forty offers of a coffee shop, the same each time. Whatever the sandbox held before is gone. */
export async function fillSandbox(db: Database, storeId: string): Promise<{ upsells: number }> {
  await emptySandbox(db, storeId);
  const [place] = await db
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox")));
  if (!place) throw new Error(`Store ${storeId} does not exist in the checkout service.`);
  const rows = Array.from({ length: 40 }, (_, n) => demoUpsell(place.id, n));
  await db.insert(upsell).values(rows);
  return { upsells: rows.length };
}

function demoUpsell(tenantId: number, n: number): typeof upsell.$inferInsert {
  const [product, title] = catalogue[n % catalogue.length] as (typeof catalogue)[number];
  const [trigger] = catalogue[(n * 3 + 1) % catalogue.length] as (typeof catalogue)[number];
  const [second] = catalogue[(n * 5 + 2) % catalogue.length] as (typeof catalogue)[number];
  const percentage = n % 5 !== 4;
  const at = new Date(start + n * 7.3 * 86_400_000);
  return {
    tenantId,
    id: `ups_demo${String(n + 1).padStart(3, "0")}`,
    name: `${offers[Math.floor(n / 8) % offers.length]} ${title.toLowerCase()}${n >= 32 ? " again" : ""}`,
    status: n % 7 === 6 ? "draft" : n % 5 === 3 ? "inactive" : "active",
    productId: `prod_${product}`,
    triggerProducts: [...new Set([trigger, second])].filter((id) => id !== product).map((id) => `prod_${id}`),
    discountType: percentage ? "percentage" : "fixed_amount",
    discountValue: percentage ? 5 + ((n * 5) % 30) : 2.5 + (n % 4),
    placement: placements[n % placements.length] as string,
    createdAt: at,
    updatedAt: at,
  };
}
