import { isRecord } from "@/lib/contract/errors";

export function ordersIn(body: string | undefined): string[] {
  try {
    const event: unknown = JSON.parse(body ?? "");
    const data = isRecord(event) ? event.data : undefined;
    return isRecord(data) && typeof data.order_id === "string" && data.order_id !== "" ? [data.order_id] : [];
  } catch {
    return [];
  }
}
