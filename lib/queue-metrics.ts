import { count, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { delivery } from "./database/schema/checkout-delivery.ts";
import { heldWrite, job } from "./database/schema/desk-jobs.ts";
import { oldestDue } from "./health.ts";
import type { Gauge } from "./metrics.ts";

// All processes report the same values from the database, so a dashboard must take their maximum and not their sum.

const heldStates: (typeof heldWrite.$inferSelect)["state"][] = ["held", "sending"];
const openStatuses: (typeof delivery.$inferSelect)["status"][] = ["pending", "failed", "held", "exhausted"];

export async function readQueues(pool: pg.Pool): Promise<Gauge[]> {
  const client = await pool.connect();
  try {
    // Frequent scrapes must not block other queries.
    await client.query("begin read only; set local statement_timeout = '3s'");
    const database = drizzle(client);
    const jobs = await database.select({ is: job.state, count: count() }).from(job).groupBy(job.state);
    const held = await database
      .select({ is: heldWrite.state, count: count() })
      .from(heldWrite)
      .where(inArray(heldWrite.state, heldStates))
      .groupBy(heldWrite.state);
    // Delivered rows are left out: there are millions, and they are counted as attempts.
    const deliveries = await database
      .select({ is: delivery.status, count: count() })
      .from(delivery)
      .where(inArray(delivery.status, openStatuses))
      .groupBy(delivery.status);
    await client.query("commit");
    const oldest = await oldestDue(client);
    return [
      byState("cartwright_jobs", "Jobs by state", ["queued", "running", "paused", "cancelled", "done"], jobs),
      byState("cartwright_held_writes", "Changes that wait to be sent, by state", heldStates, held),
      byState("cartwright_deliveries", "Deliveries that were not delivered, by state", openStatuses, deliveries),
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

/** States with a count of zero are included, so that graphs return to 0 instead of ending. */
function byState(name: string, help: string, states: string[], rows: { is: string; count: number }[]): Gauge {
  const counts = new Map(rows.map(({ is, count }) => [is, count]));
  return { name, help, values: states.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 })) };
}
