import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { perProcess } from "./per-process.ts";

export type RequestContext = {
  id: string;
  /** Set by the first code that knows the pattern of the address: `/api/checkout/upsells/:id`. */
  route?: string;
};

const storage = perProcess("request", () => new AsyncLocalStorage<RequestContext>());

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Gives the calls and log lines of background work an id. */
export const asWork = <T>(id: string, work: () => T): T => inRequest({ id }, work);

export function noteRoute(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export const newRequestId = (kind: "desk" | "req"): string => `${kind}_${randomUUID()}`;

/** Accepts the id that a proxy in front has set. Any other text could forge a line of the log. */
export function readRequestId(value: string | string[] | null | undefined): string | undefined {
  return typeof value === "string" && /^[\w.-]{8,80}$/.test(value) ? value : undefined;
}
