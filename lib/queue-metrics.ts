import type pg from "pg";
import { oldestDue } from "./health.ts";
import type { Gauge } from "./metrics.ts";

// All processes report the same values from the database, so a dashboard must take their maximum and not their sum.

export async function readQueues(pool: pg.Pool): Promise<Gauge[]> {
  const client = await pool.connect();
  try {
    // Frequent scrapes must not block other queries.
    await client.query("begin read only; set local statement_timeout = '3s'");
    const { rows: jobs } = await client.query("select state as is, count(*)::int as count from desk.job group by 1");
    const { rows: held } = await client.query(`
      select state as is, count(*)::int as count from desk.held_write where state in ('held', 'sending') group by 1`);
    // Delivered rows are millions and are counted as attempts.
    const { rows: deliveries } = await client.query(`
      select status as is, count(*)::int as count from checkout.delivery
      where status in ('pending', 'failed', 'held', 'exhausted') group by 1`);
    await client.query("commit");
    const oldest = await oldestDue(client);
    return [
      byState("cartwright_jobs", "Jobs by state", ["queued", "running", "paused", "cancelled", "done"], jobs),
      byState("cartwright_held_writes", "Changes that wait to be sent, by state", ["held", "sending"], held),
      byState(
        "cartwright_deliveries",
        "Deliveries that were not delivered, by state",
        ["pending", "failed", "held", "exhausted"],
        deliveries,
      ),
      {
        name: "cartwright_oldest_due_seconds",
        help: "For how long the oldest work of a kind has been due, with nobody at it",
        values: Object.entries(oldest).map(([queue, value]) => ({ labels: { queue }, value })),
      },
    ];
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    throw cause;
  } finally {
    client.release();
  }
}

/** Includes states with a count of zero, so that graphs return to 0 instead of ending. */
function byState(name: string, help: string, states: string[], rows: { is: string; count: number }[]): Gauge {
  const counts = new Map(rows.map(({ is, count }) => [is, count]));
  return { name, help, values: states.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 })) };
}
