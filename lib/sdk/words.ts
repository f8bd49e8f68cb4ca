import type { OwnWords, Words } from "./types.ts";

/** What an answer of the service has for the language of the page. */
export type Texts = { language: string; words: Words };

type Own = Partial<Words> | undefined;

/** In the language of the offer's or the service's texts, or of the page if the shop has texts of its own. */
export function speak(currency: string, given: Texts, own: Own, offer: OwnWords | undefined) {
  const language = offer?.language ?? ((own?.accept && document.documentElement.lang) || given.language);
  const number = (value: number, options: Intl.NumberFormatOptions) => value.toLocaleString(language, options);
  return {
    language,
    say: { ...given.words, ...own, ...offer },
    money: (value: number) => number(value, { style: "currency", currency }),
    percent: (value: number) => number(value / 100, { style: "percent", maximumFractionDigits: 2 }),
    fill: (text: string, value: string) => text.replace("%", () => value),
  };
}
