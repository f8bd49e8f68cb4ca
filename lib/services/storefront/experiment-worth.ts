import { and, eq, inArray, sql } from "drizzle-orm";
import type { experiment } from "../../database/schema/checkout.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import type { Transaction } from "../delivery/emit.ts";
import type { Visitor } from "./experiment-visitors.ts";

type Order = Awaited<ReturnType<typeof readOrders>>[number];
type Experiment = Pick<typeof experiment.$inferSelect, "plan" | "frozen" | "endedAt">;

/** How long before taking part a visitor's revenue explains later revenue. */
const priorMs = 90 * 86_400_000;

export async function ordersOf(tx: Transaction, tenantId: number, visitorIds: ReadonlySet<string>) {
  const rows = visitorIds.size === 0 ? [] : await readOrders(tx, tenantId, [...visitorIds]);
  return Map.groupBy(rows, ({ visitorId }) => visitorId);
}

const readOrders = (tx: Transaction, tenantId: number, visitorIds: string[]) =>
  tx
    .select({
      visitorId: order.visitorId,
      placedAt: order.placedAt,
      acceptedAt: order.acceptedAt,
      counted: order.counted,
      cancelled: order.cancelled,
      refunded: sql<boolean>`${order.refunded} > 0`,
      revenue: sql`${order.total} + ${order.edited} - ${order.refunded}`.mapWith(Number),
    })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.visitorId, visitorIds)));

/** What a visitor did from the first sight of the variant to the end of the experiment. */
export function worthOf(
  { exposedAt }: Visitor,
  orders: readonly Order[],
  { plan, frozen, endedAt }: Experiment,
): Partial<Visitor> {
  const from = exposedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const until = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const isWithin = (at: Date | null) => at !== null && from <= at.getTime() && at.getTime() <= until;
  const isBefore = (at: Date | null) => at !== null && from - priorMs <= at.getTime() && at.getTime() < from;
  const counted = orders.filter((one) => one.counted);
  const placed = counted.filter(({ placedAt }) => isWithin(placedAt));
  const kept = placed.filter(({ cancelled }) => !cancelled);
  const earlier = counted.filter(({ placedAt, cancelled }) => isBefore(placedAt) && !cancelled);
  const accepted = orders.some(({ acceptedAt }) => isWithin(acceptedAt));
  const revenueOf = (some: readonly Order[]) =>
    Math.min(
      frozen?.cap ?? Number.POSITIVE_INFINITY,
      some.reduce((sum, { revenue }) => sum + revenue, 0),
    );
  return {
    accepted,
    orders: kept.length,
    revenue: revenueOf(kept),
    refunded: kept.filter(({ refunded }) => refunded).length,
    cancelled: placed.length - kept.length,
    prior: revenueOf(earlier),
    converted: plan?.metric === "acceptance" ? accepted : kept.length > 0,
  };
}
