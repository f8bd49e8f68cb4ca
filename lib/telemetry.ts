import { perProcess } from "./per-process.ts";

// Connects code to metrics and traces if they are enabled. This module loads neither.

type Labels = Record<string, string>;

export type Meter = {
  count(name: Counter, labels: Labels, by: number): void;
  seconds(name: Duration, labels: Labels, value: number): void;
};

export const counters = {
  cartwright_upstream_rate_limited_total: "Calls that an API refused with 429",
  cartwright_governor_refused_total: "Calls that would have waited longer for their turn than somebody had patience",
  cartwright_delivery_attempts_total: "Attempts to deliver an event to an endpoint, by what came of them",
  cartwright_reads_total: "Reports and lists that a standby may answer, by the server that answered",
} as const;

export const durations = {
  cartwright_http_request_seconds: "Requests from the first byte to the last, by route and class of status",
  cartwright_upstream_seconds: "Calls of the two APIs, by class of status; none where there was no answer",
  cartwright_governor_wait_seconds: "How long calls waited for their turn, by lane",
  cartwright_standby_wait_seconds: "How long reads waited until a standby had everything that was acknowledged before",
} as const;

export type Counter = keyof typeof counters;
export type Duration = keyof typeof durations;

export type SpanOptions = {
  kind?: "server" | "client";
  attributes?: Record<string, string | number | boolean>;
  /** Headers of the caller, whose trace continues here. */
  from?: Headers;
  /** Starts no trace of its own, as for loops that run every second. */
  onlyInside?: boolean;
};
export type Span = { set(name: string, value: string | number): void };
export type Tracer = {
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  headers(): Record<string, string>;
};

type Shared = { meter?: Meter; tracer?: Tracer };
const shared = perProcess<Shared>("telemetry", () => ({}));

export function switchOn(what: Shared): void {
  Object.assign(shared, what);
}

export const isMetered = (): boolean => shared.meter !== undefined;
export const isTraced = (): boolean => shared.tracer !== undefined;
export const traceHeaders = (): Record<string, string> => shared.tracer?.headers() ?? {};

export function count(name: Counter, labels: Labels, by = 1): void {
  shared.meter?.count(name, labels, by);
}

export function noteSeconds(name: Duration, labels: Labels, since: number): void {
  shared.meter?.seconds(name, labels, (performance.now() - since) / 1000);
}

/** Groups 200 and 204 as 2xx, so that graphs have few lines. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

const nobody: Span = { set: () => {} };

export function span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return shared.tracer ? shared.tracer.span(name, options, work) : work(nobody);
}
