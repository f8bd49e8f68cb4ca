import { type Locale, type locales, pseudoLocale } from "./locales.ts";
import { pseudo } from "./pseudo.ts";

const catalogues = {
  en: () => import("./messages/en/index.ts"),
  de: () => import("./messages/de/index.ts"),
  ja: () => import("./messages/ja/index.ts"),
} satisfies Record<(typeof locales)[number], unknown>;

export async function catalogueOf(locale: Locale) {
  if (locale === pseudoLocale) return pseudo({ ...(await catalogues.en()) });
  return { ...(await catalogues[locale]()) };
}
