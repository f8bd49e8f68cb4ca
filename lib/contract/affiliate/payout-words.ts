export const payoutStatuses = ["pending", "processing", "paid", "failed", "cancelled"] as const;
export const payoutSorts = ["created_at", "amount", "paid_at", "status"] as const;

const finalStatuses: readonly string[] = ["paid", "failed", "cancelled"];
export const isOver = (status: string | undefined): boolean => status !== undefined && finalStatuses.includes(status);

/**
 * Paid, failed and cancelled are final, except that a paid payout fails if the bank returns the money. A failed or
 * cancelled payout releases its commissions.
 */
export const payoutOutcomes = ["processing", "paid", "failed", "cancelled"] as const;

/** What an amount that a person entered is. */
export const adjustments = ["bonus", "advance"] as const;

type Ended = { status?: string | undefined; paid_at?: string | null | undefined };

/** The time of payment of a payout that did reach its affiliate. One that failed keeps the day on which it was sent. */
export const paidAtOf = ({ status, paid_at: at }: Ended): string | null =>
  status === "failed" || status === "cancelled" ? null : (at ?? null);

/** A payout that was paid and came back is called returned, which the API counts among the failed ones. */
export const shownStatus = <Status extends string>(status: Status, returnedAt: string | null | undefined) =>
  status === "failed" && returnedAt ? "returned" : status;

/** A day as a time, so that the day is the same in nearly every time zone. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;
