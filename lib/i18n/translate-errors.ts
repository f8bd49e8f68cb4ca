// Errors and validation messages are English on the wire and in the code. Other languages translate them by their keys.
// Texts without a key are compared with the English sentences: those that were stored, and those of other APIs.
// Unknown messages stay unchanged.

import { type Sentence as ASentence, schemaSentences, type Value, withSubject } from "../contract/errors.ts";

/** Compiled by next-intl: words, and the names of the values between them. */
type Sentence = string | readonly (string | readonly [string])[];
type Sentences = Record<string, Sentence>;
type Pattern = { said: Sentence; names: string[]; whole: RegExp; words: number };

let patterns: Pattern[] | null = null;
let translations: Sentences | null = null;
let learn: (() => unknown) | null = null;
const listeners = new Set<() => void>();

export const isSpoken = () => patterns !== null;

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
export function speak(english: Sentences, own: Sentences | null): void {
  translations = own;
  patterns =
    own &&
    Object.entries(english).flatMap(([key, sentence]) => {
      const translated = own[key] ?? sentence;
      const about = withField(sentence);
      const named = partsOf(own.field ?? "").flatMap((part) => (part[0] === "reason" ? partsOf(translated) : [part]));
      return [toPattern(sentence, translated), ...(about ? [toPattern(about, named)] : [])];
    });
  patterns?.sort((a, b) => b.words - a.words);
  for (const listener of listeners) listener();
}

/** By its key, or if it has none, by the text. */
export function saidByKey({ message, key = "", values = {} }: ASentence): string {
  const own = translations?.[key];
  return own ? fill(own, (name) => inWords(name, values[name] ?? "")) : byText(message);
}

function inWords(name: string, value: Value): string {
  if (typeof value === "object") return saidByKey(value);
  return name === "roles" ? eachSaid(String(value)) : said(String(value));
}

/** For texts without a key, such as those that were stored. */
export function said(text: string): string {
  const known = schemaSentences.get(text);
  return known ? saidByKey(known) : byText(text);
}

const byText = (text: string): string => bySentence(text) ?? translated(text) ?? text;

/** Translates a text of several messages, such as the reason of an attribution, if each of them is ours. */
function bySentence(text: string): string | null {
  const sentences = text.replace(/\. (?=\p{Lu})/gu, ".\n").split("\n");
  if (sentences.length === 1 || !patterns) return null;
  const each = sentences.map(translated);
  // Japanese has no space between sentences.
  return each.every((one) => one !== null) ? each.join(" ").replaceAll("。 ", "。") : null;
}

function translated(text: string): string | null {
  for (const { said: sentence, names, whole, words } of patterns ?? []) {
    const found = whole.exec(text);
    if (!found) continue;
    // A value inside the sentence may be a message of Cartwright as well.
    const quoted = names.map((name, at) => [name, inWords(name, found[at + 1] ?? "")] as const);
    // A pattern of punctuation fits any text, so it counts only if one of its values is a message of Cartwright.
    if (words <= ": ".length && quoted.every(([, value], at) => value === found[at + 1])) continue;
    return fill(sentence, (name) => new Map(quoted).get(name) ?? "");
  }
  return null;
}

/** Translates the words of a list such as "owner, merchant, or analyst" one by one. */
const eachSaid = (list: string) =>
  list
    .split(/,? or |, /)
    .map(said)
    .join(" / ");

/** The English catalogue is not compiled. */
export const partsOf = (sentence: Sentence): readonly (string | readonly [string])[] =>
  typeof sentence === "string"
    ? sentence.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? ([part] as const) : part))
    : sentence;

/** "Must be more than 0." becomes "{field} must be more than 0." */
function withField(sentence: Sentence): Sentence | null {
  const [first = "", ...rest] = partsOf(sentence);
  if (typeof first !== "string") return null;
  const about = withSubject("", first);
  return about === first ? null : [["field"], about, ...rest];
}

export const fill = (sentence: Sentence, inPlaceOf: (name: string) => string): string =>
  partsOf(sentence)
    .map((part) => (typeof part === "string" ? part : inPlaceOf(part[0])))
    .join("");

function toPattern(english: Sentence, own: Sentence): Pattern {
  const parts = partsOf(english);
  const source = parts.map((part) =>
    typeof part === "string" ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : matcherOf(part),
  );
  return {
    said: own,
    whole: new RegExp(`^${source.join("")}$`, "s"),
    names: parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]])),
    words: parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0),
  };
}

/** A count is a number, so that "{count} days" fits no other text that ends in days. */
const matcherOf = ([name]: readonly [string]) => (name === "count" ? "([\\d.,]+)" : "(.+)");
