import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Facts about the request or background work that everything below it belongs to. */
export type RequestContext = {
  id: string;
  /** The pattern of the address, from the first code that knew it: `/api/checkout/upsells/:id`. */
  route?: string;
};

/**
 * Stored on the global object, because the bundled app and the entry that serves it each have a copy of this module.
 */
const key = Symbol.for("cartwright.request");
const scope = globalThis as { [key]?: AsyncLocalStorage<RequestContext> };
scope[key] ??= new AsyncLocalStorage();
const storage = scope[key];

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** For background work, such as a turn of a job or a held write. Its calls and log lines carry its id. */
export const asWork = <T>(id: string, work: () => T): T => inRequest({ id }, work);

export function noteRoute(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export const newRequestId = (kind: "desk" | "req"): string => `${kind}_${randomUUID()}`;

/** Accepts the id of a proxy in front. Any other text could forge a line in the log. */
export function readRequestId(value: string | string[] | null | undefined): string | undefined {
  return typeof value === "string" && /^[\w.-]{8,80}$/.test(value) ? value : undefined;
}
