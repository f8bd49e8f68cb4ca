/** Ours are told by the mark that they carry. */
export const isEntryId = (id: string): boolean => /^cwpo_[0-9a-f]{20}$/.test(id);
