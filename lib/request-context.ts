import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** What is known of the request, or the piece of work, that everything below it belongs to. */
export type RequestContext = {
  id: string;
  /** The address by its pattern, as the first that knew it said: `/api/checkout/upsells/:id`. */
  route?: string;
};

/** On the global object, because the bundled app and the entry that serves it each have a copy of this module. */
const key = Symbol.for("cartwright.request");
const scope = globalThis as { [key]?: AsyncLocalStorage<RequestContext> };
scope[key] ??= new AsyncLocalStorage();
const storage = scope[key];

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** For what no request asks for: a turn at a job, a held write. What it calls and logs is known by its id. */
export const asWork = <T>(id: string, work: () => T): T => inRequest({ id }, work);

export function noteRoute(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export const newRequestId = (kind: "desk" | "req"): string => `${kind}_${randomUUID()}`;

/** An id that somebody in front has given; anything that is none would be a line of its own in a log. */
export function readRequestId(value: string | string[] | null | undefined): string | undefined {
  return typeof value === "string" && /^[\w.-]{8,80}$/.test(value) ? value : undefined;
}
