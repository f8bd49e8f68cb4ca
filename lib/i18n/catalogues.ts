import { type Locale, pseudoLocale } from "./locales.ts";
import { pseudo } from "./pseudo.ts";

/** English is imported as a whole, because its texts are the types of all keys. Other languages have the same files. */
const files = {
  de: (name: string) => import(`./messages/de/${name}.json`),
  ja: (name: string) => import(`./messages/ja/${name}.json`),
};

const loaded = new Map<Locale, ReturnType<typeof load>>();

/** Every page of a language has the same catalogue. */
export function catalogueOf(locale: Locale) {
  const catalogue = loaded.get(locale) ?? load(locale);
  loaded.set(locale, catalogue);
  return catalogue;
}

async function load(locale: Locale) {
  const english = { ...(await import("./messages/en/index.ts")) };
  if (locale === pseudoLocale) return pseudo(english);
  if (!(locale in files)) return english;
  const read = files[locale as keyof typeof files];
  const texts = Object.keys(english).map(async (name) => {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, (await read(file)).default];
  });
  return Object.fromEntries(await Promise.all(texts)) as typeof english;
}
