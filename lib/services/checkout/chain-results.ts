import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OfferResults } from "../../contract/checkout/analytics.ts";
import { offerAnswers } from "../../contract/checkout/order-words.ts";
import { mostSteps, nextOf } from "../../contract/checkout/upsell-words.ts";
import { upsell } from "../../database/schema/checkout.ts";
import { dailyUpsell } from "../../database/schema/checkout-sales.ts";
import type { Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { offerFigures } from "./reports.ts";
import { columns, type Leading } from "./upsell-chains.ts";

type Chain = OfferResults["chain"];

/** The offers that follow one, each with the sums of its own results. */
export async function readChain(context: Context, before: Leading, range: Range, step = 2): Promise<Chain> {
  const ids = step > mostSteps ? [] : nextOf(before);
  if (ids.length === 0) return [];
  const rows = await readSums(context, ids, range);
  const steps = offerAnswers.flatMap((answer) => {
    const row = rows.find(({ id }) => id === before[`next_${answer}`]);
    return row ? [{ row, answer }] : [];
  });
  const chains = steps.map(async ({ row, answer }): Promise<Chain> => {
    const { id, name, next_accepted: _, next_declined: __, ...sums } = row;
    const own = { step, upsell_id: id, name, after: before.id ?? "", answer, ...offerFigures(context.currency)(sums) };
    return [own, ...(await readChain(context, row, range, step + 1))];
  });
  return (await Promise.all(chains)).flat();
}

function readSums({ db, tenantId }: Context, ids: readonly string[], { start, end }: Range) {
  const { shown, accepted, declined, revenue } = dailyUpsell;
  const sum = (column: PgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);
  const { tenantId: own, upsellId, day } = dailyUpsell;
  return db
    .select({
      ...columns,
      ...{ shown: sum(shown), accepted: sum(accepted), declined: sum(declined), revenue: sum(revenue) },
    })
    .from(upsell)
    .leftJoin(dailyUpsell, and(eq(own, upsell.tenantId), eq(upsellId, upsell.id), between(day, start, end)))
    .where(and(eq(upsell.tenantId, tenantId), inArray(upsell.id, [...ids])))
    .groupBy(upsell.tenantId, upsell.id);
}
