import type { Order } from "@/lib/contract/checkout/orders";

export const orderStates = {
  placed: { tone: "success" },
  cancelled: { tone: "danger", hollow: true },
  refunded: { tone: "warning" },
  unconfirmed: { tone: "warning", hollow: true },
} as const;

export const nameOfOrder = (order: Order) => order.platform_order_id || order.order_id;

/** Undefined if the API does not report whether the order was cancelled or refunded. */
export function stateOf({ cancelled, refunded_amount, confirmed }: Order): keyof typeof orderStates | undefined {
  if (cancelled) return "cancelled";
  if (confirmed === false) return "unconfirmed";
  if (refunded_amount) return "refunded";
  return cancelled === undefined ? undefined : "placed";
}
