import { and, eq, getTableColumns, gt, inArray, like, sql } from "drizzle-orm";
import type { breakdowns } from "../../contract/checkout/experiment-words.ts";
import type { ExperimentSums } from "../../contract/checkout/experiments.ts";
import type { Database } from "../../database/client.ts";
import type { experiment } from "../../database/schema/checkout.ts";
import { experimentNetwork, noDay, experimentSum as table } from "../../database/schema/checkout-sales.ts";
import { minorDigits } from "../../decimal.ts";
import { describeVariants } from "./verdict.ts";

type Reader = Pick<Database, "select">;
type Sums = Omit<typeof table.$inferSelect, "tenantId" | "segment" | "day">;

const {
  tenantId: _tenant,
  experimentId: _id,
  variant: _variant,
  segment: _segment,
  day: _day,
  ...columns
} = getTableColumns(table);
type SumColumn = keyof typeof columns;
export type SumsOf<Value> = Record<SumColumn, Value>;
export const sumColumns = Object.keys(columns) as SumColumn[];
export const ofEach = <Value>(value: (name: SumColumn) => Value) =>
  Object.fromEntries(sumColumns.map((name) => [name, value(name)])) as SumsOf<Value>;
const totals = ofEach((name) => sql`sum(${columns[name]})`.mapWith(Number));

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

/** The visitors who are not contained in the sums, because too many came from one network. */
export async function readSetAside(db: Reader, tenantId: number, id: string) {
  const { setAside, day } = experimentNetwork;
  const [found] = await db
    .select({
      visitors: sql`coalesce(sum(${setAside}), 0)`.mapWith(Number),
      networks: sql`count(*)`.mapWith(Number),
      last_day: sql<string | null>`max(${day})::text`,
    })
    .from(experimentNetwork)
    .where(and(eq(experimentNetwork.tenantId, tenantId), eq(experimentNetwork.experimentId, id), gt(setAside, 0)));
  return found?.last_day ? { ...found, last_day: found.last_day } : null;
}

export function describeArms(
  { variants, plan }: Pick<typeof experiment.$inferSelect, "variants" | "plan">,
  sums: readonly Sums[],
  currency: string,
) {
  return describeVariants(variants, sums).map((arm) => {
    const own = sums.find(({ variant }) => variant === arm.name) ?? none;
    return {
      ...arm,
      ...(own.unconfirmed > 0 && { unconfirmed: own.unconfirmed }),
      ...(plan && { sums: toWire(own, currency) }),
    };
  });
}

const none = ofEach(() => 0);

const ofVariant: readonly string[] = ["visitors", "conversions", "unconfirmed"];

const amounts: readonly string[] = ["revenue", "revenueOrders", "prior"];
const squaresOfAmounts: readonly string[] = ["revenueSquares", "priorSquares", "priorRevenue"];

/** Squares of amounts are divided by the square of the unit. */
function toWire(sums: SumsOf<number>, currency: string): ExperimentSums {
  const unit = 10 ** minorDigits(currency);
  const scaleOf = (name: string) => (amounts.includes(name) ? unit : squaresOfAmounts.includes(name) ? unit ** 2 : 1);
  const own = sumColumns.filter((name) => !ofVariant.includes(name));
  return Object.fromEntries(own.map((name) => [table[name].name, sums[name] / scaleOf(name)])) as ExperimentSums;
}
