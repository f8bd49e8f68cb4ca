// Each kind of mail to partners, with the placeholders that its text may use besides {program} and {portal}.
export const mailPlaceholders = {
  application_confirm: ["link"],
  application_received: ["name"],
  application_approved: ["name"],
  application_declined: ["name"],
  partner_invited: ["inviter", "link"],
  partner_sign_in: ["link"],
  email_changed: ["name", "before", "email"],
  payout_details_changed: ["name", "details", "link"],
  payout_details_entered: ["name", "details"],
  payout_details_deleted: ["name", "details"],
  payout_details_wanted: ["name", "link"],
  first_sale: ["name", "amount"],
  commissions_decided: ["name"],
  payout_sent: ["name", "amount"],
  payout_failed: ["name", "amount", "reason", "link"],
  statement_ready: ["name", "month"],
} as const;

export type MailKind = keyof typeof mailPlaceholders;

export const mailKinds = Object.keys(mailPlaceholders) as [MailKind, ...MailKind[]];

/** Mails that a partner may unsubscribe from. */
export const newsKinds = ["first_sale", "commissions_decided", "payout_sent", "statement_ready"] as const;

export const isNews = (kind: MailKind): boolean => newsKinds.some((news) => news === kind);

/** `unsent` mails are only shown in the log, because there is no mail server. */
export const mailStates = ["queued", "sending", "sent", "failed", "uncertain", "unsent", "unsubscribed"] as const;
