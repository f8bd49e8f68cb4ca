import { isRecord } from "@/lib/contract/errors";

/** The order in a payload, if it names one. */
export function ordersIn(body: string | undefined): string[] {
  try {
    const event: unknown = JSON.parse(body ?? "");
    const data = isRecord(event) ? event.data : undefined;
    return isRecord(data) && typeof data.order_id === "string" && data.order_id !== "" ? [data.order_id] : [];
  } catch {
    return [];
  }
}
