import { isRecord } from "../errors.ts";

// What screens need to know of orders, apart from the schemas, which weigh in a browser.

/** What a screen shows of an order by name; the rest are "Other fields". */
export const knownOrderFields = [
  "order_id",
  "platform_order_id",
  "service_data",
  "currency",
  "placed_at",
  "total",
  "refunded_amount",
  "cancelled",
] as const;
export const knownServiceFields = [
  "upsells_accepted",
  "bundles_purchased",
  "service_revenue",
  "experiment_variant",
] as const;

/** A bundle of an order by its id, whether the API names it by that alone or with more. */
export function readOrderBundle(entry: unknown): { id: string | undefined; name: string | undefined } {
  if (!isRecord(entry)) return { id: typeof entry === "string" ? entry : undefined, name: undefined };
  const [id, name] = [entry.id ?? entry.bundle_id, entry.name ?? entry.bundle_name];
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}
