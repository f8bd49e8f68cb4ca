/** What an offer says in one language, and how long each may be. */
export const textParts = ["headline", "text", "accept", "decline"] as const;
export const textLimits = { headline: 80, text: 240, accept: 30, decline: 30 } as const;
export const mostLanguages = 20;
export const isLanguage = (code: string): boolean => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(code);

export type OfferWords = { [Part in (typeof textParts)[number]]?: string | undefined };
/** By languages such as `de` and `pt-BR`. */
export type OfferTexts = Record<string, OfferWords>;
