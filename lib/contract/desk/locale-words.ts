/** What people may choose. A language is added here once its catalogue is whole, which messages.test.ts looks after. */
export const locales = ["en", "de", "ja"] as const;
