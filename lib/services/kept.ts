/** How long what comes by the thousand is kept, where an operator may say so. The least that is sound, and what is meant. */
export const terms = {
  /** Clicks on tracking links, one by one. */
  KEEP_CLICKS_MONTHS: { least: 3, usual: 13 },
  /** Deliveries of webhooks with their attempts and events. */
  KEEP_DELIVERIES_DAYS: { least: 7, usual: 60 },
  /** What the storefront told, and who saw a variant of an experiment that is over. */
  KEEP_STOREFRONT_EVENTS_DAYS: { least: 30, usual: 90 },
  /** Jobs that are over, record by record; those of payouts stay with their ledger. */
  KEEP_JOBS_DAYS: { least: 30, usual: 400 },
} as const;

export type Term = keyof typeof terms;

export function kept(term: Term, env: NodeJS.ProcessEnv = process.env): number {
  const { least, usual } = terms[term];
  const said = env[term];
  if (!said) return usual;
  const number = Number(said);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${term} must be a whole number from ${least} up.`);
}

/** At the start, so that nobody finds out an hour later. */
export function checkKept(): void {
  for (const term of Object.keys(terms) as Term[]) kept(term);
}
