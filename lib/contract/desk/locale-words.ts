/** A test requires a complete catalogue for each language. */
export const locales = ["en", "de", "ja"] as const;
