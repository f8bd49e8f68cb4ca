export const questionKinds = ["line", "text", "address", "choice"] as const;

/** Whose applications are approved without a person, unless they have a hint. */
export const approvalRules = ["nobody", "invited", "everybody"] as const;

/** What speaks against an application at first sight. */
const hintCodes = ["disposable_email", "same_network", "same_payout", "own_customer"] as const;

export type Hint = {
  code: (typeof hintCodes)[number];
  /** The other affiliates that the hint is about. */
  affiliates?: string[] | undefined;
  detail?: string | undefined;
};
