/** How long rows that arrive by the thousand are kept: the lowest value that an operator may set, and the default. */
export const terms = {
  KEEP_CLICKS_MONTHS: { least: 3, usual: 13 },
  /** Webhook deliveries with their attempts and events. */
  KEEP_DELIVERIES_DAYS: { least: 7, usual: 60 },
  /** What shops' platforms told, with the body as they sent it. */
  KEEP_SHOP_DELIVERIES_DAYS: { least: 7, usual: 30 },
  /** Storefront events, tickets, and the visitors of finished experiments. */
  KEEP_STOREFRONT_EVENTS_DAYS: { least: 30, usual: 90 },
  /** Finished jobs with their items. Payout jobs stay with the ledger. */
  KEEP_JOBS_DAYS: { least: 30, usual: 400 },
} as const;

export type Term = keyof typeof terms;

export function kept(term: Term, env: NodeJS.ProcessEnv = process.env): number {
  const { least, usual } = terms[term];
  const said = env[term];
  if (!said) return usual;
  const number = Number(said);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${term} must be a whole number of at least ${least}.`);
}

/** Checks the settings at the start, so that an error shows at once and not an hour later. */
export function checkKept(): void {
  for (const term of Object.keys(terms) as Term[]) kept(term);
}
