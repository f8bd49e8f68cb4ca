import type { Order } from "@/lib/contract/checkout/orders";

/** Undefined if the API does not report whether the order was cancelled or refunded. */
export function stateOf({ cancelled, refunded_amount }: Order): "placed" | "cancelled" | "refunded" | undefined {
  if (cancelled) return "cancelled";
  if (refunded_amount) return "refunded";
  return cancelled === undefined ? undefined : "placed";
}
