/** The first three are what became of a ticket. The others are what a merchant looks into: charged at another price, or refused to an order. */
export const ticketStates = ["open", "redeemed", "expired", "other_price", "refused"] as const;
