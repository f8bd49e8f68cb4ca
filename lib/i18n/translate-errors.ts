// Errors and validation messages are English on the wire and in the code. Other languages translate them by their keys,
// also those that were stored. What people wrote and what other APIs return has no key and stays unchanged.

import { schemaSentences, type TextKey, type Value } from "../contract/errors.ts";

/** Compiled by next-intl: words, and the names of the values between them. */
type Sentence = string | readonly (string | readonly [string])[];
type Sentences = Record<string, Sentence>;

/** The wire speaks to a developer about a field, and a screen to the person in front of it. */
const onScreens: Sentences = { empty: "Fill in this field.", required: "Fill in this field." };

let translations: Sentences | null = null;
let learn: (() => unknown) | null = null;
const listeners = new Set<() => void>();

export const isSpoken = () => translations !== null;

export function onSpoken(listener: () => void): () => void {
  listeners.add(listener);
  learn?.();
  return () => listeners.delete(listener);
}

/** `by` loads the translations and is called when they are first needed. */
export function willSpeak(by: (() => unknown) | null): void {
  learn = by;
  if (listeners.size > 0) by?.();
}

/** Null means English, which needs no translations. */
export function speak(own: Sentences | null): void {
  translations = own;
  for (const listener of listeners) listener();
}

/** A message of a form has no key beside it, but the schema that made it knows it. */
export function said(text: string, by: Partial<TextKey> | null | undefined = schemaSentences.get(text)): string {
  const { key = "", values = {} } = by ?? {};
  const own = translations?.[key] ?? onScreens[key];
  if (!own) return text;
  const translated = fill(own, (name) => (name === "field" ? fieldSaid : valueSaid)(values[name] ?? ""));
  // Japanese has no space between sentences.
  return translated.replaceAll("。 ", "。");
}

const valueSaid = (value: Value): string => (typeof value === "object" ? said(value.message, value) : String(value));

/** The name of a field is a value of the wire, such as "Discount value". */
export function fieldSaid(name: Value): string {
  if (typeof name === "object") return valueSaid(name);
  const key = `field${String(name).replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const own = translations?.[key];
  return own ? fill(own, () => "") : String(name);
}

export const partsOf = (sentence: Sentence): readonly (string | readonly [string])[] =>
  typeof sentence === "string"
    ? sentence.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? ([part] as const) : part))
    : sentence;

export const fill = (sentence: Sentence, inPlaceOf: (name: string) => string): string =>
  partsOf(sentence)
    .map((part) => (typeof part === "string" ? part : inPlaceOf(part[0])))
    .join("");
