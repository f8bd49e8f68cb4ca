import { isRecord } from "../errors.ts";

/** An API sends a bundle of an order as an id or as an object. */
export function readOrderBundle(entry: unknown): { id: string | undefined; name: string | undefined } {
  if (!isRecord(entry)) return { id: typeof entry === "string" ? entry : undefined, name: undefined };
  const [id, name] = [entry.id ?? entry.bundle_id, entry.name ?? entry.bundle_name];
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}
