import type { Desk } from "@/lib/api/desk";
import type { ticketStates } from "@/lib/contract/checkout/ticket-words";
import type { Range } from "@/lib/ranges";

export type TicketState = (typeof ticketStates)[number];
/** All tickets of a period, or those of one offer. */
export type TicketsOf = { range: Range; upsell_id?: string };
export type TicketPage = { state: TicketState | ""; page: number; perPage: number };

export const firstTickets: TicketPage = { state: "", page: 1, perPage: 20 };

export function ticketReads(
  { checkout }: Pick<Desk, "checkout">,
  { range, ...of }: TicketsOf,
  { state, page, perPage }: TicketPage,
) {
  const asked = { start_date: range.start, end_date: range.end, ...of };
  return {
    summary: checkout.tickets.summary.options({ query: asked }),
    list: checkout.tickets.list.options({ query: { ...asked, ...(state && { state }), page, per_page: perPage } }),
  };
}
