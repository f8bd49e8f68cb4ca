import { locales } from "../contract/desk/locale-words.ts";

export { locales };

/** Tests screens with longer words, accents and right-to-left writing. */
export const pseudoLocale = "en-XB";

export type Locale = (typeof locales)[number] | typeof pseudoLocale;

/** Each language is named in itself, so that its speakers find it. */
export const localeNames: Record<string, string> = { en: "English", de: "Deutsch", ja: "日本語" };

/** Keeps the language of a visitor who is not signed in. */
export const localeCookie = "locale";

export const isLocale = (word: unknown): word is Locale =>
  word === pseudoLocale || locales.includes(word as (typeof locales)[number]);

export const directionOf = (locale: Locale) => (locale === pseudoLocale ? "rtl" : "ltr");

export function negotiate(accepted: string | null): (typeof locales)[number] {
  const wanted = (accepted ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { language: tag.split("-")[0]?.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const found = locales.find((locale) => locale === language);
    if (found) return found;
  }
  return "en";
}
