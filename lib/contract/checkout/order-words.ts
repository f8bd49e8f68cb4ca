import { isRecord } from "../errors.ts";

/** What became of an order since it was placed. One that was cancelled is not called refunded. */
export const orderStatuses = ["placed", "refunded", "cancelled"] as const;
export const orderSorts = ["placed_at", "total", "service_revenue"] as const;
/** Offers without an answer were shown, and the shopper neither accepted nor declined them. */
export const offerAnswers = ["accepted", "declined"] as const;

/** An API sends a bundle of an order as an id or as an object. */
export function readOrderBundle(entry: unknown): { id: string | undefined; name: string | undefined } {
  if (!isRecord(entry)) return { id: typeof entry === "string" ? entry : undefined, name: undefined };
  const [id, name] = [entry.id ?? entry.bundle_id, entry.name ?? entry.bundle_name];
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}
