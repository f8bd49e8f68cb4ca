/** Payouts requested in Cartwright have ids in this form. */
export const isEntryId = (id: string): boolean => /^cwpo_[0-9a-f]{20}$/.test(id);
