import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OfferResults } from "../../contract/checkout/analytics.ts";
import { offerAnswers } from "../../contract/checkout/order-words.ts";
import { mostSteps } from "../../contract/checkout/upsell-words.ts";
import { dailyUpsell } from "../../database/schema/checkout-sales.ts";
import type { Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { offerFigures } from "./reports.ts";
import { type Leading, nextOf, readChained } from "./upsell-chains.ts";

/** The sums of the offers that follow one, each with the same sums as on a page of its own. */
export async function readChain(context: Context, first: Leading, range: Range): Promise<OfferResults["chain"]> {
  const { db, tenantId, currency } = context;
  const known = new Map<string, Awaited<ReturnType<typeof readChained>>[number]>();
  for (let ids = nextOf(first), left = mostSteps - 1; ids.length > 0 && left > 0; left--) {
    const rows = await readChained(db, tenantId, ids);
    for (const row of rows) known.set(row.id, row);
    ids = rows.flatMap(nextOf);
  }
  if (known.size === 0) return [];
  const { day, upsellId, shown, accepted, declined, revenue } = dailyUpsell;
  const sum = (column: PgColumn) => sql`sum(${column})`.mapWith(Number);
  const rows = await db
    .select({
      ...{ id: upsellId, shown: sum(shown), accepted: sum(accepted) },
      ...{ declined: sum(declined), revenue: sum(revenue) },
    })
    .from(dailyUpsell)
    .where(
      and(eq(dailyUpsell.tenantId, tenantId), inArray(upsellId, [...known.keys()]), between(day, range.start, range.end)),
    )
    .groupBy(upsellId);
  const sums = new Map(rows.map(({ id, ...each }) => [id, each]));
  const figures = offerFigures(currency);
  const stepsAfter = (offer: Leading, step: number): OfferResults["chain"] =>
    offerAnswers.flatMap((answer) => {
      const next = step > mostSteps ? undefined : known.get(offer[`next_${answer}`] ?? "");
      if (!next) return [];
      const { id, name } = next;
      const own = { step, upsell_id: id, name, after: offer.id ?? "", answer, ...figures(sums.get(id) ?? {}) };
      return [own, ...stepsAfter(next, step + 1)];
    });
  return stepsAfter(first, 2);
}
