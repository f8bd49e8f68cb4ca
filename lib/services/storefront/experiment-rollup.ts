import { sql } from "drizzle-orm";
import { experimentSum, noDay } from "../../database/schema/checkout-sales.ts";
import { type SumsOf, sumColumns } from "../checkout/experiment-sums.ts";
import type { Transaction } from "../delivery/emit.ts";
import type { Visitor } from "./experiment-visitors.ts";

const columns = sumColumns.map((name) => experimentSum[name].name);

type Row = { experiment_id: string; variant: string; segment: string; day: string; sums: bigint[] };

/** The square of a large amount has more digits than a double. */
function valuesOf({ converted, unconfirmed, accepted, refunded, cancelled, ...visitor }: Visitor): SumsOf<bigint> {
  const [orders, revenue, prior] = [BigInt(visitor.orders), BigInt(visitor.revenue), BigInt(visitor.prior)];
  return {
    ...{ visitors: 1n, conversions: BigInt(converted), unconfirmed: BigInt(unconfirmed) },
    ...{ ordered: orders > 0n ? 1n : 0n, accepted: BigInt(accepted) },
    ...{ orders, ordersSquares: orders * orders, revenue, revenueSquares: revenue * revenue },
    ...{ revenueOrders: revenue * orders, prior, priorSquares: prior * prior, priorRevenue: prior * revenue },
    ...{ refunded: BigInt(refunded), cancelled: BigInt(cancelled) },
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
    const of = valuesOf(visitor);
    const values = sumColumns.map((name) => of[name]);
    for (const place of segmentsOf(visitor)) {
      const row = { experiment_id: experimentId, variant, ...place };
      const key = Object.values(row).join(" ");
      const sums = this.#rows.get(key)?.sums ?? values.map(() => 0n);
      this.#rows.set(key, { ...row, sums: sums.map((sum, at) => sum + BigInt(sign) * (values[at] as bigint)) });
    }
  }

  /** A fixed order prevents deadlocks. Returns the experiments whose sums have changed. */
  async write(tx: Transaction, tenantId: number): Promise<Set<string>> {
    const rows = [...this.#rows.values()]
      .filter(({ sums }) => sums.some((sum) => sum !== 0n))
      .map(({ sums, ...place }) => ({
        ...place,
        ...Object.fromEntries(sums.map((sum, at) => [columns[at], `${sum}`])),
      }));
    if (rows.length === 0) return new Set();
    await tx.execute(sql`
      insert into checkout.experiment_sum as known
        (tenant_id, experiment_id, variant, segment, day, ${sql.raw(columns.join(", "))})
      select ${tenantId}::int, experiment_id, variant, segment, day, ${sql.raw(columns.join(", "))}
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (
        experiment_id text, variant text, segment text, day date, ${sql.raw(columns.map((name) => `${name} numeric`).join(", "))})
      order by experiment_id, segment, day, variant
      on conflict (tenant_id, experiment_id, segment, day, variant) do update set
        ${sql.raw(columns.map((name) => `${name} = known.${name} + excluded.${name}`).join(", "))}`);
    return new Set(rows.map(({ experiment_id }) => experiment_id));
  }
}
