/** Tracing code is loaded only if a collector is configured. */
export async function startTracing(kind: "web" | "services" | "worker"): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT && !process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  const { trace } = await import("./tracing.ts");
  trace(process.env.OTEL_SERVICE_NAME || `cartwright-${kind}`);
}
