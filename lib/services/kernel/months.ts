import { type SQL, sql } from "drizzle-orm";
import { addDays } from "../../days.ts";
import type { Range } from "../../ranges.ts";

type Sums = { daily: string; columns: readonly string[]; tenantId: number };

/** Whole months come from the monthly sums, the rest at both ends of the range from the daily sums. */
export function sumsOf({ daily, columns, tenantId }: Sums, { start, end }: Range): SQL {
  const rows = (table: string, name: "day" | "month", from: string, to: string) =>
    sql`select ${sql.raw(columns.join(", "))} from ${sql.raw(table)}
      where tenant_id = ${tenantId} and ${sql.raw(name)} between ${from} and ${to}`;
  const first = start.endsWith("-01") ? start : monthOf(start, 1);
  const next = monthOf(addDays(end, 1), 0);
  if (first >= next) return rows(daily, "day", start, end);
  return sql.join(
    [
      rows(daily.replace("daily", "monthly"), "month", first, addDays(next, -1)),
      rows(daily, "day", start, addDays(first, -1)),
      rows(daily, "day", next, end),
    ],
    sql` union all `,
  );
}

function monthOf(day: string, later: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
}
