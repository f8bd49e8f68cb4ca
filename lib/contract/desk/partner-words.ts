export const questionKinds = ["line", "text", "address", "choice"] as const;

/** Whose applications are approved without a person, unless they have a hint. */
export const approvalRules = ["nobody", "invited", "everybody"] as const;

/** What speaks against an application at first sight. */
export const hintCodes = ["disposable_email", "same_network", "same_payout", "own_customer"] as const;

export type Hint = {
  code: (typeof hintCodes)[number];
  /** The other affiliates that the hint is about. */
  affiliates?: string[] | undefined;
  detail?: string | undefined;
};

/** Providers of mailboxes that end after minutes or hours. */
export const disposableDomains = [
  "10minutemail.com",
  "33mail.com",
  "anonaddy.me",
  "burnermail.io",
  "dispostable.com",
  "dropmail.me",
  "emailondeck.com",
  "fakeinbox.com",
  "getnada.com",
  "guerrillamail.com",
  "guerrillamail.info",
  "inboxkitten.com",
  "mail-temp.com",
  "mailcatch.com",
  "maildrop.cc",
  "mailinator.com",
  "mailnesia.com",
  "mailsac.com",
  "mintemail.com",
  "mohmal.com",
  "moakt.com",
  "mytemp.email",
  "sharklasers.com",
  "spamgourmet.com",
  "temp-mail.io",
  "temp-mail.org",
  "tempail.com",
  "tempmail.com",
  "tempmailo.com",
  "tempr.email",
  "throwawaymail.com",
  "trashmail.com",
  "trashmail.de",
  "wegwerfmail.de",
  "yopmail.com",
  "yopmail.fr",
] as readonly string[];
