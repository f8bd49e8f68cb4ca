"use client";

import { useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";

export type OrderEvent = {
  id: string;
  type: string;
  at: string | null;
  /** True if `at` is the time of arrival, because the event has no time. */
  received?: boolean;
  data: Record<string, unknown>;
  deliveries: { id: string; endpoint_id: string; status: string }[];
};

export type OrderEvents = ReturnType<typeof useOrderEvents>;

/** Events come from a service that lists them, otherwise from the webhooks that another API has sent to Cartwright. */
export function useOrderEvents(order: Order, id: string) {
  const { checkout, desk, extensions } = useDesk();
  const isListed = extensions.checkout;
  const listed = useQuery({ ...checkout.orders.events.options({ params: { id } }), enabled: isListed });
  // Events contain the API's own order id, which may differ from the id that was looked up.
  const received = useQuery({ ...desk.live.events.options({ query: { order: order.order_id } }), enabled: !isListed });
  const status = useQuery({ ...desk.live.status.options(), enabled: !isListed });
  const list: OrderEvent[] | undefined = isListed
    ? listed.data?.data.map(({ id, type, created_at, data, deliveries }) => ({
        id,
        type,
        at: created_at ?? null,
        data: data ?? {},
        deliveries: deliveries ?? [],
      }))
    : received.data?.data.map(({ id, type, created_at, received_at, data }) => ({
        id,
        type,
        at: created_at ?? received_at,
        received: created_at === null,
        data: data ?? {},
        deliveries: [],
      }));
  const query = isListed ? listed : received;
  return {
    list,
    query,
    /** `api`: the API lists events. `sent`: it sends them to Cartwright. `none`: neither. */
    source: isListed ? ("api" as const) : status.data?.source === "webhook" ? ("sent" as const) : ("none" as const),
  };
}
