import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as traces } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { redactText } from "../log.ts";
import { onShutdown } from "../shutdown.ts";
import { switchOn, type Tracer } from "../telemetry.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT. The library reads the other OTEL_… settings. */
export function trace(service: string): void {
  // The framework's fetch spans would duplicate ours and contain whole addresses.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    // Long statements are cut.
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [withoutSecrets, new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  traces.setGlobalTracerProvider(provider);
  switchOn({ tracer: tracerOf(provider) });
  onShutdown(() => provider.shutdown());
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer("cartwright");
  return {
    async span(name, { kind, attributes = {}, from, onlyInside }, work) {
      const here = context.active();
      const inside = traces.getSpan(here) !== undefined;
      if (onlyInside && !inside) return work({ set: () => {} });
      // Within the process, the context already carries the caller's span.
      const parent = from && !inside ? propagation.extract(ROOT_CONTEXT, from, headerGetter) : here;
      const options = { attributes, ...(kind && { kind: kinds[kind] }) };
      return tracer.startActiveSpan(name, options, parent, async (span) => {
        try {
          return await work({ set: (key, value) => span.setAttribute(key, value) });
        } catch (cause) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: cause instanceof Error ? cause.message : "unknown" });
          throw cause;
        } finally {
          span.end();
        }
      });
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
  };
}

const headerGetter = {
  keys: (headers: Headers) => [...headers.keys()],
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
};

type Writable = { name: string; attributes: Record<string, unknown>; status: { message?: string } };

/** The framework records whole addresses, which may be sign-in links. */
const withoutSecrets: SpanProcessor = {
  onStart() {},
  onEnd(span: ReadableSpan) {
    const { attributes, status } = span as unknown as Writable;
    Object.assign(span, { name: redactText(span.name) });
    if (status.message) status.message = redactText(status.message);
    for (const { attributes = {} } of span.events) clean(attributes as Record<string, unknown>);
    clean(attributes);
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};

function clean(attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== "string") continue;
    const isAddress = /^(http\.(target|url)|url\.(full|query))$/.test(name);
    attributes[name] = redactText(isAddress ? (value.split("?", 1)[0] as string) : value);
  }
}
