import { type Locale, pseudoLocale } from "@/lib/i18n/locales";
import { pseudo } from "@/lib/i18n/pseudo";

const english = () => import("@/lib/i18n/messages/en/help.json");
const texts = {
  en: english,
  de: () => import("@/lib/i18n/messages/de/help.json"),
  ja: () => import("@/lib/i18n/messages/ja/help.json"),
  [pseudoLocale]: async () => ({ default: pseudo((await english()).default) }),
};

export const helpIn = async (locale: Locale) => (await texts[locale]()).default;
