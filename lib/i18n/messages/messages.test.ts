import { readdirSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { describe, expect, test } from "vitest";
import { catalogueOf } from "../catalogues.ts";
import { locales } from "../locales.ts";

const [en, de, ja] = await Promise.all([catalogueOf("en"), catalogueOf("de"), catalogueOf("ja")]);
const catalogues: Record<string, object> = { en, de, ja };

type Texts = Map<string, string>;
const flat = (texts: object, path = ""): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [[path + key, text] as [string, string]] : flat(text, `${path}${key}.`),
  );
const textsOf = (locale: string): Texts => new Map(flat(catalogues[locale] ?? {}));
const english = textsOf("en");

const kinds = { select: 1, plural: 2, ordinal: 3 };

/** Returns the arguments and tags of a message with their kinds, and the cases of each plural and select. */
function about(text: string) {
  const names = new Set<string>();
  const plurals: { cases: string[]; ordinal: boolean }[] = [];
  const selects = new Set<string>();
  const walk = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node;
    if (kind === kinds.plural || kind === kinds.ordinal) {
      names.add(`${name} as a number`);
      plurals.push({ cases: Object.keys(rest[0]), ordinal: kind === kinds.ordinal });
      Object.values(rest[0]).forEach(walkAll);
    } else if (kind === kinds.select) {
      names.add(`${name} as a word`);
      selects.add(`${name}: ${Object.keys(rest[0]).sort().join(" ")}`);
      Object.values(rest[0]).forEach(walkAll);
    } else if (typeof kind === "number" && kind > 0) names.add(`${name} as a number`);
    else if (node.length === 1) names.add(name);
    else {
      names.add(`<${name}>`);
      [kind, ...rest].forEach(walk);
    }
  };
  const walkAll = (nodes: unknown) => (Array.isArray(nodes) ? nodes.forEach(walk) : undefined);
  walkAll(compile(text));
  return { names, plurals, selects };
}

/** One language may use a plural where another only inserts the number. */
const plainNames = (text: string) => [...new Set([...about(text).names].map((name) => name.replace(/ as a .*/, "")))];

describe.each(locales)("%s", (locale) => {
  const texts = textsOf(locale);

  test("a language has the same texts as English", () => {
    expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
    expect([...texts.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  test("a language has no empty text and no spaces around a text", () => {
    expect([...texts].flatMap(([key, text]) => (text === "" || text !== text.trim() ? [key] : []))).toEqual([]);
  });

  test("a language uses the apostrophes and quotation marks of its language", () => {
    // Texts for machines, such as CSV examples, keep straight quotes.
    const typed = [...texts].filter(([key, text]) => !key.endsWith(".example") && /["'`]/.test(text));
    expect(typed).toEqual([]);
  });

  test("a language uses the same values in each text as English", () => {
    const others = [...texts].flatMap(([key, text]) => {
      const [here, there] = [plainNames(text), plainNames(english.get(key) ?? "")];
      const strange = here.filter((name) => !there.includes(name));
      // A translated server message may leave out a value that the language has no place for.
      const lost = key.startsWith("sentences.") ? [] : there.filter((name) => !here.includes(name));
      return [...strange, ...lost].map((name) => `${key}: ${name}`);
    });
    expect(others).toEqual([]);
  });

  test("a language has all cases of its own plurals and of the selects in English", () => {
    const wrong = [...texts].flatMap(([key, text]) => {
      const { plurals, selects } = about(text);
      const cases = plurals.flatMap(({ cases: given, ordinal }) => {
        const type = ordinal ? "ordinal" : "cardinal";
        const needed = new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories;
        const named = given.filter((name) => !name.startsWith("="));
        const missing = needed.filter((name) => !named.includes(name) && !(name === "one" && given.includes("=1")));
        const never = named.filter((name) => !needed.includes(name as Intl.LDMLPluralRule));
        return [...missing, ...never].map((name) => `${key}: ${name}`);
      });
      const wanted = about(english.get(key) ?? "").selects;
      return [...cases, ...[...wanted].filter((each) => !selects.has(each)).map((each) => `${key}: ${each}`)];
    });
    expect(wrong).toEqual([]);
  });
});

const quoted = { en: /“([^”{]+)”/g, de: /„([^“{]+)“/g, ja: /「([^」{]+)」/g };
/** Names on the screens of other programs, and a state that only Japanese quotes. */
const elsewhere = /^(sources\.open|shop\.(script|order)|help\.terms\.guardrail)\./;

test.each(locales)("what a text in %s quotes is the name of something on a screen, or an example", (locale) => {
  const texts = textsOf(locale);
  const names = new Set(texts.values());
  const isExample = (key: string) => /such as/.test(english.get(key) ?? "");
  const strange = [...texts].flatMap(([key, text]) =>
    [...text.matchAll(quoted[locale])].flatMap(([, name = ""]) =>
      names.has(name) || elsewhere.test(key) || isExample(key) || !/^[\p{Lu}\p{Lo}]/u.test(name)
        ? []
        : `${key}: ${name}`,
    ),
  );
  expect(strange).toEqual([]);
});

const roleWords = { owner: "owner", merchant: "merchant", affiliate_manager: "affiliate manager", analyst: "analyst" };

test.each(locales)("a text in %s calls a role as the account menu does", (locale) => {
  const texts = textsOf(locale);
  // The set-up speaks of the first account instead.
  const about = [...english].filter(([key]) => !/setUp/.test(key));
  const odd = Object.entries(roleWords).flatMap(([role, words]) => {
    const name = (texts.get(`shell.roles.${role}`) ?? "").toLowerCase();
    return about.flatMap(([key, text]) =>
      new RegExp(`\\b${words}s?\\b`, "i").test(text) && !texts.get(key)?.toLowerCase().includes(name)
        ? `${key}: ${role}`
        : [],
    );
  });
  expect(odd).toEqual([]);
});

test("English uses one word for email, ID, experiment and empty field", () => {
  const others = /\b([Ee]-mails?|[Mm]ails?|Ids?|ids?|A\/B tests?|[Bb]lanks?)\b/;
  // This text lists the field names of an event, and the synonyms what people enter.
  const kept = ["webhooks.catalogue.about"];
  const entered = (key: string) => key.endsWith(".example") || key.startsWith("palette.synonyms.");
  const odd = [...english].filter(
    ([key, text]) => !entered(key) && !kept.includes(key) && others.test(text.replace(/\{\w+\}/g, "")),
  );
  expect(odd).toEqual([]);
});

/** Names, abbreviations and words that are the same in both languages. */
const everywhere = [
  "IBAN",
  "BIC",
  "CSV",
  "IDs",
  "URL",
  "SVG",
  "PNG",
  "SKU",
  "DNS",
  "TLS",
  "JSON Schema",
  "PayPal",
  "Wise",
  "{column} {order, select, asc {↑} other {↓}}",
];
const same: Record<string, readonly string[]> = {
  de: [
    "Affiliate",
    "Affiliates",
    "Bundle",
    "Bundles",
    "Upsell",
    "Upsells",
    "Link",
    "Links",
    "Webhooks",
    "Experiment",
    "Passkeys",
    "Code",
    "Name",
    "Person",
    "Website",
    "Status",
    "Details",
    "Problem",
    "Test",
    "Filter",
    "Operation",
    "Rate",
    "optional",
    "Conversion",
    "Conversions",
    "Performance",
    "Bonus",
    "Bot",
    "Live",
    "Sandbox",
    "Storefront",
    "Desktop",
    "Tablet",
    "Ticket",
    "Plug-in",
    "Computer",
    "Body",
    "Header",
    "Payload",
    "Parameter {field}: {reason}",
    "Version {version}",
    "email,first_name,last_name,group,commission_type,commission_rate,status\nmira@example.com,Mira,Lindqvist,Creators,percentage,12,active",
  ],
  ja: ["Ctrl", "Space"],
};

test.each(locales.filter((locale) => locale !== "en"))("%s has no text that is still English", (locale) => {
  const kept = [...everywhere, ...(same[locale] ?? [])];
  const untranslated = [...textsOf(locale)].flatMap(([key, text]) => {
    const words = text.replace(/\{[^{}]*\}|<[^>]*>/g, "").match(/[A-Za-z]{3,}/g);
    return words && text === english.get(key) && !kept.includes(text) ? [`${key}: ${text}`] : [];
  });
  expect(untranslated).toEqual([]);
});

const root = new URL("../../../", import.meta.url);

function sources(): string[] {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const ours = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|i18n\/messages|lib\/services/.test(file));
  return ours.map((file) => readFileSync(new URL(file, root), "utf8"));
}

test("each text is used in the code", () => {
  const [whole, begun, ended] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const source of sources()) {
    for (const [, quoted] of source.matchAll(/"([\w.]+)"/g)) whole.add(quoted ?? "");
    // Names of object fields are often message keys as well.
    for (const [, field] of source.matchAll(/\b(\w+)[:,?}]/g)) whole.add(field ?? "");
    for (const [, template = ""] of source.matchAll(/`([^`]*)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      if (parts.length === 1) continue;
      const [first = "", last = ""] = [parts[0], parts.at(-1)];
      if (/^\w+\.[\w.]*$/.test(first)) begun.add(first);
      if (/^[\w.]{3,}$/.test(last)) ended.add(last);
    }
  }
  const unspoken = [...english.keys()].filter((key) => {
    // These texts are found by the message of the server or the name of an event.
    if (/^(sentences|webhooks\.meanings)\./.test(key)) return false;
    const steps = key.split(".");
    const tails = steps.map((_, at) => steps.slice(at).join("."));
    return !tails.some(
      (tail) =>
        whole.has(tail) ||
        [...begun].some((start) => tail.startsWith(start)) ||
        [...ended].some((end) => key.endsWith(end)),
    );
  });
  expect(unspoken).toEqual([]);
});
