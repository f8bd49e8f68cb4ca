export const partnerAuthBase = "/api/partners/auth";

/** What a commission is to the affiliate. `paying` is in a payout that is not paid yet. */
export const commissionStates = ["in_review", "approved", "paying", "paid", "rejected"] as const;
export type CommissionState = (typeof commissionStates)[number];

export const payoutStates = ["on_its_way", "paid", "failed", "cancelled"] as const;
export type PayoutState = (typeof payoutStates)[number];

type Days = { at: string | null; paid_at: string | null; returned_at: string | null };

/** The day under which a payout is listed: when it was paid or returned, or else made. */
export const dayOfPayout = ({ at, paid_at, returned_at }: Days): string | null => paid_at ?? returned_at ?? at;

export const taxFields = ["legal_name", "country", "vat_id", "tax_number", "address"] as const;

/** SVG is not among them, because it may contain scripts. */
export const mediaTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "application/pdf",
  "text/plain",
  "application/zip",
] as const;
export const largestMedia = 5 * 1024 * 1024;
