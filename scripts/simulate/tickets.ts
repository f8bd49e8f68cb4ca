import type { Random } from "../../lib/services/simulator/random.ts";
import type { VisitIds } from "../../lib/services/simulator/report-visit.ts";
import type { ShopperVisit } from "../../lib/services/simulator/shopper.ts";
import type { Client } from "./client.ts";

type Event = Record<string, unknown>;
type Answer = { id?: string; error?: { code: string } };

/** The share of accepted offers that the shop charges by a ticket. */
const charged = 0.5;
/** One of so many tickets is sent for a second order once it is used. */
const triedAgain = 5;

export const newTickets = () => ({ made: 0, redeemed: 0, refused: 0, tried: 0, refusedAgain: 0 });
export type TicketCounts = ReturnType<typeof newTickets>;

/** The events of a visit, in which tickets take the place of what the shop would report. A subscription has none. */
export async function chargeByTickets(
  events: readonly Event[],
  { shown, cart }: ShopperVisit,
  names: VisitIds,
  { client, random, counts }: { client: Client; random: Random; counts: TicketCounts },
) {
  const subscribed = new Set(events.flatMap((event) => (event.type === "subscription.created" ? event.upsell_id : [])));
  const tickets = new Map<unknown, string>();
  for (const { offer, answer } of shown) {
    if (answer !== "accepted" || subscribed.has(offer.id) || !random.chance(charged)) continue;
    const body = { upsell_id: offer.id, visitor_id: names.visitor, cart, placement: offer.placement };
    // The offer or its price may have gone in the meantime. The shop then reports what it sold itself.
    const { id } = (await client.call<Answer>("/tickets", body, true)) ?? {};
    if (id !== undefined) tickets.set(offer.id, id);
  }
  counts.made += tickets.size;
  const redeemed = [...tickets.values()].map((id) => ({ id }));
  return events
    .filter(({ type, upsell_id }) => type !== "offer.accepted" || !tickets.has(upsell_id))
    .map((event) => (event.type === "order.placed" && tickets.size > 0 ? { ...event, tickets: redeemed } : event));
}

export async function noteTickets(client: Client, counts: TicketCounts, outcomes: { id: string; status: string }[]) {
  for (const { id, status } of outcomes) {
    if (status !== "redeemed") counts.refused++;
    else if (++counts.redeemed % triedAgain === 0) {
      counts.tried++;
      const other = { order_id: `${id}_2`, platform_order_id: `${id}_2` };
      const answer = await client.call<Answer>(`/tickets/${id}/redeem`, other, true);
      if (answer?.error?.code === "ticket_redeemed") counts.refusedAgain++;
    }
  }
}
