/** Without a configured collector, no tracing code is loaded. */
export async function startTracing(kind: "web" | "services" | "worker"): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT && !process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  const { trace } = await import("./tracing.ts");
  trace(process.env.OTEL_SERVICE_NAME || `cartwright-${kind}`);
}
