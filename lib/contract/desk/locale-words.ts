/** Languages that people can choose. A test requires a complete catalogue for each of them. */
export const locales = ["en", "de", "ja"] as const;
