// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProcess, productProcess } from "../../scripts/test/processes.ts";
import { openDatabase } from "../database/client.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { createTestDatabase } from "../testing/database.ts";

// biome-ignore lint/suspicious/noExplicitAny: of whatever shape a span comes in
type Span = any;
const spans: (Span & { service: string })[] = [];
/** Collects traces as OTLP over HTTP in JSON. */
const collector = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as Span;
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find((one: Span) => one.key === "service.name").value.stringValue;
    for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ ...span, service });
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ at: request.url }));
});

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-telemetry-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database.url, 2);
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
  ({ key } = await createApiKey(db, { storeId: "shop", mode: "live", name: "T", scopes: ["read:upsells"] }));
  await db.$client.end();
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  settings = { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir };
});

afterAll(async () => {
  collector.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a request has one id, is counted by its route pattern and is traced, without its key", async () => {
  const { port } = collector.address() as AddressInfo;
  const { child, origin, operations, ended, said } = await productProcess("services", {
    ...settings,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const ask = (path: string, more: Record<string, string> = {}) =>
    fetch(`${origin}/services/checkout/v1/${path}`, { headers: { authorization: `Bearer ${key}`, ...more } });
  const known = await ask("upsells?page=1", {
    "x-request-id": "desk_from-elsewhere",
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  });
  expect([known.status, known.headers.get("x-request-id")]).toEqual([200, "desk_from-elsewhere"]);
  // A text that is no valid id must not reach the log.
  const odd = await ask("upsells/ups_1", { "x-request-id": `${"x".repeat(81)}` });
  expect([odd.status, odd.headers.get("x-request-id")]).toEqual([404, expect.stringMatching(/^req_[0-9a-f-]{36}$/)]);
  await ask("upsells/ups_2");
  await fetch(`${origin}/services/connect/shopify/shop`, { method: "POST" });

  const answered = () =>
    said()
      .split("\n")
      .filter((line) => line.includes('"answered"'));
  await expect.poll(answered).toHaveLength(3);
  expect(answered().map((line) => JSON.parse(line))[0]).toMatchObject({
    requestId: "desk_from-elsewhere",
    path: "/services/checkout/v1/upsells",
    status: 200,
  });

  const metrics = async () => (await fetch(`${operations}/metrics`)).text();
  const counted = (route: string, status: string) =>
    `cartwright_http_request_seconds_count{route="/services/checkout/v1/${route}",method="GET",status="${status}"}`;
  await expect.poll(metrics).toContain(`${counted("upsells/:id", "4xx")} 2\n`);
  const text = await metrics();
  expect(text).toContain(`${counted("upsells", "2xx")} 1\n`);
  for (const line of [
    'cartwright_http_request_seconds_count{route="/services/connect/:platform/:store",method="POST",status="4xx"} 1',
    'cartwright_database_up{kind="services"} 1',
    'cartwright_jobs{state="queued"} 0',
    'cartwright_deliveries{state="pending"} 0',
    'cartwright_oldest_due_seconds{queue="deliveries"} 0',
    'cartwright_database_connections{state="most"} 20',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d{8,}$/m);
  expect(text).toMatch(/^cartwright_worker_silent_seconds\{worker="deliveries"\} [\d.]+$/m);
  const sample = /^(# (HELP|TYPE) .+|\w+(\{(\w+="(\\.|[^"\\])*",?)+\})? -?[\d.e+-]+)$/;
  expect(
    text
      .trimEnd()
      .split("\n")
      .filter((line) => !sample.test(line)),
  ).toEqual([]);
  // Metrics are not served on the port of shoppers.
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);

  await expect
    .poll(() => spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name))
    .toContain("GET checkout service");
  const service = spans.find(({ name, traceId }) => traceId === trace && name === "GET checkout service");
  expect(service).toMatchObject({ service: "cartwright-services", parentSpanId: "b7ad6b7169203331", kind: 2 });
  expect(spans.filter(({ parentSpanId, name }) => parentSpanId === service.spanId && name === "SELECT")).not.toEqual(
    [],
  );
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  for (const place of [said(), text, JSON.stringify(spans)]) expect(place).not.toContain(key);
});

test.each([
  ["0", ["x-request-id"]],
  ["1", ["traceparent", "x-request-id"]],
])("trace headers reach another API only if TRACE_UPSTREAMS allows it: %s", async (said, wanted) => {
  let heard: string[] = [];
  const upstream = createServer(({ headers }, response) => {
    heard = Object.keys(headers).filter((name) => ["traceparent", "tracestate", "x-request-id"].includes(name));
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const port = (server: typeof upstream) => (server.address() as AddressInfo).port;
  const { line } = await inProcess(
    `
    import "./server-modules.ts";
    const { startTracing } = await import("./operations-port.ts");
    const { inRequest } = await import("../request-context.ts");
    const { callUpstream } = await import("../server/wire/upstream.ts");
    await startTracing("web");
    const baseUrl = "http://127.0.0.1:${port(upstream)}/v1";
    const place = { storeId: "shop", mode: "live", api: "checkout", embedded: false };
    const connection = { ...place, baseUrl, key: "live_0123456789", form: "bearer" as const, holder: "" };
    const call = () => callUpstream(connection, { method: "GET", path: "/upsells" });
    const { status } = await inRequest({ id: "desk_1" }, call);
    console.log(status);
    `,
    {
      ...process.env,
      ...settings,
      CARTWRIGHT_SECRET: "x".repeat(43),
      CARTWRIGHT_ORIGIN: "http://127.0.0.1:3000",
      TRACE_UPSTREAMS: said,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port(collector)}`,
    },
  );
  expect(line).toBe("200");
  expect(heard.toSorted()).toEqual(wanted);
  upstream.close();
});
