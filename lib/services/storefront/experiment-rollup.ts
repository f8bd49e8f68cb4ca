import type { Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { experimentSum, noDay } from "../../database/schema/checkout-sales.ts";
import { ofEach, type SumsOf, sumColumns } from "../checkout/experiment-sums.ts";
import type { Visitor } from "./experiment-visitors.ts";

const columns = columnsWithout(experimentSum, "tenantId");

type Row = SumsOf<bigint> & { experimentId: string; variant: string; segment: string; day: string };

/** The square of a large amount has more digits than a double. */
function valuesOf({ converted, unconfirmed, accepted, refunded, cancelled, ...visitor }: Visitor): SumsOf<bigint> {
  const [orders, revenue, prior] = [BigInt(visitor.orders), BigInt(visitor.revenue), BigInt(visitor.prior)];
  return {
    visitors: 1n,
    conversions: BigInt(converted),
    unconfirmed: BigInt(unconfirmed),
    ordered: orders > 0n ? 1n : 0n,
    accepted: BigInt(accepted),
    orders,
    ordersSquares: orders * orders,
    revenue,
    revenueSquares: revenue * revenue,
    revenueOrders: revenue * orders,
    prior,
    priorSquares: prior * prior,
    priorRevenue: prior * revenue,
    refunded: BigInt(refunded),
    cancelled: BigInt(cancelled),
  };
}

function segmentsOf({ day, device, country, returning }: Visitor): { segment: string; day: string }[] {
  const kind = returning === null ? null : returning ? "returning" : "new";
  const segments = Object.entries({ device, country, visitors: kind }).flatMap(([name, value]) =>
    value === null ? [] : [{ segment: `${name}:${value}`, day: noDay }],
  );
  return [{ segment: "", day: day ?? noDay }, ...segments];
}

/** Collects the changes of the sums over visitors. */
export class ExperimentSums {
  readonly #rows = new Map<string, Row>();

  add(visitor: Visitor, sign: 1 | -1 = 1): void {
    const { experimentId, variant, setAside } = visitor;
    if (variant === null || setAside) return;
    const values = valuesOf(visitor);
    for (const place of segmentsOf(visitor)) {
      const key = [experimentId, variant, place.segment, place.day].join(" ");
      const row = this.#rows.get(key) ?? { experimentId, variant, ...place, ...ofEach(() => 0n) };
      for (const name of sumColumns) row[name] += BigInt(sign) * values[name];
      this.#rows.set(key, row);
    }
  }

  /** A fixed order prevents deadlocks. Returns the experiments whose sums have changed. */
  async write(tx: Transaction, tenantId: number): Promise<Set<string>> {
    const rows = [...this.#rows.values()].filter((row) => sumColumns.some((name) => row[name] !== 0n));
    await columns.add(tx, tenantId, rows);
    return new Set(rows.map(({ experimentId }) => experimentId));
  }
}
