import { type Locale, pseudoLocale } from "./locales.ts";
import { pseudo } from "./pseudo.ts";

/** English is imported as a whole, because its texts are the types of all keys. Other languages have the same files. */
const files = {
  de: (name: string) => import(`./messages/de/${name}.json`),
  ja: (name: string) => import(`./messages/ja/${name}.json`),
};

export async function catalogueOf(locale: Locale) {
  const english = { ...(await import("./messages/en/index.ts")) };
  if (locale === pseudoLocale) return pseudo(english);
  if (!(locale in files)) return english;
  const load = files[locale as keyof typeof files];
  const texts = Object.keys(english).map(async (name) => {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, (await load(file)).default];
  });
  return Object.fromEntries(await Promise.all(texts)) as typeof english;
}
