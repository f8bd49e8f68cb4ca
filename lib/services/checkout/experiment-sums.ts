import { and, eq, gt, inArray, like, sql } from "drizzle-orm";
import type { breakdowns } from "../../contract/checkout/experiment-words.ts";
import type { ExperimentSums } from "../../contract/checkout/experiments.ts";
import type { Database } from "../../database/client.ts";
import type { experiment } from "../../database/schema/checkout.ts";
import { noDay, experimentSum as table } from "../../database/schema/checkout-sales.ts";
import { minorDigits } from "../../decimal.ts";
import { describeVariants } from "./verdict.ts";

type Reader = Pick<Database, "select">;
type Sums = Omit<typeof table.$inferSelect, "tenantId" | "segment" | "day">;

export const sumColumns = [
  "visitors",
  "conversions",
  "ordered",
  "accepted",
  "orders",
  "ordersSquares",
  "revenue",
  "revenueSquares",
  "revenueOrders",
  "prior",
  "priorSquares",
  "priorRevenue",
  "refunded",
  "cancelled",
] as const;
const totals = Object.fromEntries(
  sumColumns.map((name) => [name, sql`sum(${table[name]})`.mapWith(Number)]),
) as unknown as Record<(typeof sumColumns)[number], ReturnType<typeof sql<number>>>;

/** By experiment and variant, over all days. */
export function readSums(db: Reader, tenantId: number, experimentIds: readonly string[]): Promise<Sums[]> {
  return db
    .select({ experimentId: table.experimentId, variant: table.variant, ...totals })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), inArray(table.experimentId, [...experimentIds]), eq(table.segment, "")))
    .groupBy(table.experimentId, table.variant);
}

/** By day of the first sight, or by segment. Nobody knows the day of visitors who came before days were recorded. */
export async function readParts(db: Reader, tenantId: number, id: string, by: (typeof breakdowns)[number]) {
  const own = and(eq(table.tenantId, tenantId), eq(table.experimentId, id));
  const isDay = by === "day";
  const rows = await db
    .select()
    .from(table)
    .where(and(own, isDay ? and(eq(table.segment, ""), gt(table.day, noDay)) : like(table.segment, `${by}:%`)))
    .orderBy(table.segment, table.day);
  return Map.groupBy(rows, ({ segment, day }) => (isDay ? day : segment.slice(by.length + 1)));
}

export function describeArms(
  { variants, plan }: Pick<typeof experiment.$inferSelect, "variants" | "plan">,
  sums: readonly Sums[],
  currency: string,
) {
  return describeVariants(variants, sums).map((arm) => ({
    ...arm,
    ...(plan && { sums: toWire(sums.find(({ variant }) => variant === arm.name) ?? none, currency) }),
  }));
}

const none = Object.fromEntries(sumColumns.map((name) => [name, 0])) as Record<(typeof sumColumns)[number], number>;

const amounts: readonly string[] = ["revenue", "revenueOrders", "prior"];
const squaresOfAmounts: readonly string[] = ["revenueSquares", "priorSquares", "priorRevenue"];

/** Squares of amounts are divided by the square of the unit. */
function toWire(sums: typeof none, currency: string): ExperimentSums {
  const unit = 10 ** minorDigits(currency);
  const scaleOf = (name: string) => (amounts.includes(name) ? unit : squaresOfAmounts.includes(name) ? unit ** 2 : 1);
  const own = sumColumns.slice(2).map((name) => [table[name].name, sums[name] / scaleOf(name)]);
  return Object.fromEntries(own) as ExperimentSums;
}
