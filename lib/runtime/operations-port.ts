import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Health, readHealth, statusOf } from "../health.ts";
import { log } from "../log.ts";
import { readPulses } from "../repeat.ts";
import { switchOn } from "../telemetry.ts";
import { chooseAddress, type ListenAddress, listen } from "./address.ts";
import type { Gauge } from "./metrics.ts";

// The operator's port, which shoppers and browsers cannot reach, is open only if OPERATIONS_PORT is set.

type Options = {
  kind: "web" | "services" | "worker";
  /** Undefined until the pool exists. */
  pool: () => pg.Pool | undefined;
  lateFails?: boolean;
};

export async function openOperations({ kind, pool, lateFails = false }: Options): Promise<ListenAddress | undefined> {
  if (!process.env.OPERATIONS_PORT) return undefined;
  const address = await chooseAddress("OPERATIONS_PORT", 0, process.env.OPERATIONS_HOST || "127.0.0.1");
  const readMetrics = await startMetrics(kind, pool);
  const server = createServer(async (request, response) => {
    const say = (status: number, body: string, type = "application/json") => {
      // Requests are rare, and an open connection would delay a stop.
      response.writeHead(status, { "content-type": type, "cache-control": "no-store", connection: "close" });
      response.end(body);
    };
    try {
      const path = (request.url ?? "/").split("?", 1)[0];
      if (request.method !== "GET") say(405, "");
      else if (path === "/health/live") say(200, JSON.stringify({ status: "live" }));
      else if (path === "/health/ready") {
        const open = pool();
        const health = open ? await readHealth(open, { lateFails }) : starting;
        say(statusOf(health), JSON.stringify(health));
      } else if (path === "/metrics") say(200, await readMetrics(), "text/plain; version=0.0.4; charset=utf-8");
      else say(404, "");
    } catch (err) {
      log.warn({ err }, "an operator's question could not be answered");
      say(500, "");
    }
  });
  await listen(server, address, "OPERATIONS_PORT");
  server.unref();
  return address;
}

/** Monitors wait ten seconds, as long as a request waits for a database that does not respond. */
const answerMs = 4_000;

const starting: Health = { status: "not_ready", failing: ["starting"], checks: {} };

async function startMetrics(kind: string, pool: Options["pool"]): Promise<() => Promise<string>> {
  const { Metrics, readQueues, watchProcess } = await import("./metrics.ts");
  const metrics = new Metrics();
  switchOn({ meter: metrics });
  const readProcess = watchProcess();
  return async () => {
    // Metrics must be readable while the database is down, because then they matter.
    const open = pool();
    const late = sleep(answerMs, undefined, { ref: false });
    const queues = open && (await Promise.race([readQueues(open).catch(() => undefined), late]));
    const up: Gauge = {
      name: "cartwright_database_up",
      help: "Whether the database answered what these gauges ask",
      values: [{ labels: { kind }, value: queues ? 1 : 0 }],
    };
    return metrics.text([up, ...(queues ?? []), ...(open ? [poolOf(open)] : []), beats(), ...readProcess()]);
  };
}

function poolOf(pool: pg.Pool): Gauge {
  const { totalCount, idleCount, waitingCount } = pool;
  const counts = { used: totalCount - idleCount, idle: idleCount, most: pool.options.max, waiting: waitingCount };
  return {
    name: "cartwright_database_connections",
    help: "Of the pool that answers people, and how many wait for one",
    values: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  };
}

function beats(): Gauge {
  return {
    name: "cartwright_worker_silent_seconds",
    help: "Since each round of work in this process was last heard of",
    values: Object.entries(readPulses()).map(([worker, value]) => ({ labels: { worker }, value })),
  };
}

/** Tracing code is loaded only if a collector is configured. */
export async function startTracing(kind: "web" | "services" | "worker"): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT && !process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  const { trace } = await import("./tracing.ts");
  trace(process.env.OTEL_SERVICE_NAME || `cartwright-${kind}`);
}
