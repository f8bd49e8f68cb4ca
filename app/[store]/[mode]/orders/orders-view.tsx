"use client";

import { useDesk } from "@/lib/api/desk";
import { OrderTable } from "./order-table";
import { SeenOrders } from "./seen-orders";

export function OrdersView() {
  const { has } = useDesk();
  // Another service cannot list orders, so those are shown that Cartwright has seen.
  return has("checkout", "orders", "list", "placed_at") ? <OrderTable /> : <SeenOrders />;
}
