import { pseudo } from "@/lib/i18n/pseudo";

const files = {
  en: () => Promise.all([import("@/lib/i18n/messages/en/palette.json"), import("@/lib/i18n/messages/en/jobs.json")]),
  de: () => Promise.all([import("@/lib/i18n/messages/de/palette.json"), import("@/lib/i18n/messages/de/jobs.json")]),
  ja: () => Promise.all([import("@/lib/i18n/messages/ja/palette.json"), import("@/lib/i18n/messages/ja/jobs.json")]),
};

const loads = new Map<string, Promise<Record<string, unknown>>>();

/** The palette's texts load with it instead of with every page; a failed load is retried. */
export function paletteTexts(locale: string): Promise<Record<string, unknown>> {
  const known = loads.get(locale);
  if (known) return known;
  const texts = load(locale);
  loads.set(locale, texts);
  texts.catch(() => loads.delete(locale));
  return texts;
}

async function load(locale: string) {
  const [palette, jobs] = await (files[locale as keyof typeof files] ?? files.en)();
  const texts = { palette: palette.default, jobs: jobs.default };
  return locale in files ? texts : pseudo(texts);
}
