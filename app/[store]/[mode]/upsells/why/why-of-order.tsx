"use client";

import { useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import { nameOfOrder } from "../../orders/order-state";
import WhyDialog, { type WhyProps } from "./why-dialog";

/** Describes the shopper of an order, as far as it is known. What the order got from offers was not in the cart before. */
export default function WhyOfOrder({ order: id, ...dialog }: WhyProps & { order: string }) {
  const { checkout } = useDesk();
  const order = useQuery(checkout.orders.get.options({ params: { id } }));
  const offers = useQuery(checkout.orders.offers.options({ params: { id } }));
  if (order.isLoading || offers.isLoading) return null;
  if (!order.data) return <WhyDialog {...dialog} />;
  const shown = offers.data?.data ?? [];
  const { placement = "", device = "" } = shown.find(({ upsell_id }) => upsell_id === dialog.upsell.id) ?? {};
  const accepted = shown.filter(({ answer }) => answer === "accepted").map(({ product_id }) => product_id);
  const bought = (order.data.line_items ?? []).map(({ product_id }) => product_id);
  const cart = [...new Set(bought)].filter((product) => !accepted.includes(product));
  const known = { cart, placement, device, visitor_id: order.data.visitor_id ?? "" };
  return <WhyDialog {...dialog} known={known} of={nameOfOrder(order.data)} />;
}
