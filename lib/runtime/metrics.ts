import { monitorEventLoopDelay } from "node:perf_hooks";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { delivery } from "../database/schema/checkout-delivery.ts";
import { job } from "../database/schema/desk-jobs.ts";
import { mail } from "../database/schema/desk-mail.ts";
import { oldestDue } from "../health.ts";
import { counters, durations, type Meter } from "../telemetry.ts";

// Prometheus's text format for the metrics of one process. This file is loaded only if metrics are enabled.

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Labels = Record<string, string>;
type Histogram = { buckets: number[]; sum: number; count: number };
export type Gauge = { name: string; help: string; values: { labels?: Labels; value: number }[] };

/** A metric with more series than this has a label that it should not have. */
const mostSeries = 2_000;

export class Metrics implements Meter {
  private readonly counts = new Map<string, Map<string, number>>();
  private readonly histograms = new Map<string, Map<string, Histogram>>();

  count(name: string, labels: Labels, by: number): void {
    const series = seriesOf(this.counts, name);
    const at = placeOf(series, labels);
    series.set(at, (series.get(at) ?? 0) + by);
  }

  seconds(name: string, labels: Labels, value: number): void {
    const series = seriesOf(this.histograms, name);
    const at = placeOf(series, labels);
    const histogram = series.get(at) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
    series.set(at, histogram);
    const bucket = bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + 1;
    histogram.sum += value;
    histogram.count++;
  }

  text(gauges: Gauge[]): string {
    const lines: string[] = [];
    const head = (name: string, help: string, type: string) =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [name, help] of Object.entries(counters)) {
      head(name, help, "counter");
      for (const [labels, value] of this.counts.get(name) ?? []) lines.push(`${name}${braced(labels)} ${value}`);
    }
    for (const [name, help] of Object.entries(durations)) {
      head(name, help, "histogram");
      for (const [labels, { buckets, sum, count }] of this.histograms.get(name) ?? []) {
        let below = 0;
        bounds.forEach((bound, n) => {
          below += buckets[n] ?? 0;
          lines.push(`${name}_bucket${braced(labels, `le="${bound}"`)} ${below}`);
        });
        lines.push(`${name}_bucket${braced(labels, 'le="+Inf"')} ${count}`);
        lines.push(`${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${count}`);
      }
    }
    for (const { name, help, values } of gauges) {
      head(name, help, name.endsWith("_total") ? "counter" : "gauge");
      for (const { labels = {}, value } of values) lines.push(`${name}${braced(written(labels))} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

function seriesOf<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const series = all.get(name) ?? new Map<string, T>();
  all.set(name, series);
  return series;
}

function placeOf(series: Map<string, unknown>, labels: Labels): string {
  const at = written(labels);
  return series.has(at) || series.size < mostSeries ? at : 'overflow="true"';
}

function written(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`))}"`,
    )
    .join(",");
}

function braced(...labels: string[]): string {
  const said = labels.filter(Boolean).join(",");
  return said && `{${said}}`;
}

const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] });

/** Dashboards for Node expect these names. */
export function watchProcess(): () => Gauge[] {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  // Without samples, the histogram returns 0 or NaN.
  const lag = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  return () => {
    const memory = process.memoryUsage();
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const gauges = [
      one("nodejs_eventloop_lag_mean_seconds", "Since it was last asked", lag(loop.mean)),
      one("nodejs_eventloop_lag_p99_seconds", "Since it was last asked", lag(loop.percentile(99))),
      one("nodejs_eventloop_lag_max_seconds", "Since it was last asked", lag(loop.max)),
      one("process_resident_memory_bytes", "Memory of the process", memory.rss),
      one("nodejs_heap_size_used_bytes", "Heap in use", memory.heapUsed),
      one("nodejs_heap_size_total_bytes", "Heap", memory.heapTotal),
      one("nodejs_external_memory_bytes", "Memory outside of the heap", memory.external),
      one("process_cpu_seconds_total", "Time on a processor", (userCPUTime + systemCPUTime) / 1e6),
      one("process_start_time_seconds", "When it started", Math.round(performance.timeOrigin) / 1000),
    ];
    loop.reset();
    return gauges;
  };
}

// All processes report the same values from the database, so a dashboard must take their maximum and not their sum.

const openStatuses: (typeof delivery.$inferSelect)["status"][] = ["pending", "failed", "held", "exhausted"];

export async function readQueues(pool: pg.Pool): Promise<Gauge[]> {
  const client = await pool.connect();
  try {
    // Frequent scrapes must not block other queries.
    await client.query("begin read only; set local statement_timeout = '3s'");
    const database = drizzle(client);
    const jobs = await database.select({ is: job.state, count: count() }).from(job).groupBy(job.state);
    // Delivered rows are left out: there are millions, and they are counted as attempts.
    const deliveries = await database
      .select({ is: delivery.status, count: count() })
      .from(delivery)
      .where(and(inArray(delivery.status, openStatuses), eq(delivery.test, false)))
      .groupBy(delivery.status);
    const mails = await database
      .select({ is: sql<string>`case when ${mail.attempts} = 0 then 'queued' else 'again' end`, count: count() })
      .from(mail)
      .where(inArray(mail.state, ["queued", "sending"]))
      .groupBy(sql`1`);
    await client.query("commit");
    const oldest = await oldestDue(client);
    return [
      byState("cartwright_jobs", "Jobs by state", ["queued", "running", "paused", "cancelled", "done"], jobs),
      byState("cartwright_deliveries", "Deliveries that were not delivered, by state", openStatuses, deliveries),
      byState("cartwright_mails", "Mails to be sent, for the first time or again", ["queued", "again"], mails),
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
