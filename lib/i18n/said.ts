// Errors and what validators say are English sentences, on the wire as in the code. Where a person reads another language,
// those of ours are said in it; one that is nobody's here stays as it came.

/** A sentence as next-intl compiles it: words, and names of what stands between them. */
type Sentence = string | readonly (string | readonly [string])[];
type Sentences = Record<string, Sentence>;
type Pattern = { said: Sentence; names: string[]; whole: RegExp; words: number };

let patterns: Pattern[] | null = null;
let learn: (() => unknown) | null = null;
const listeners = new Set<() => void>();

export const isSpoken = () => patterns !== null;

/** Whoever has something to say has it learned. */
export function onSpoken(listener: () => void): () => void {
  listeners.add(listener);
  learn?.();
  return () => listeners.delete(listener);
}

/** By what the language is learned once somebody needs it. */
export function willSpeak(by: (() => unknown) | null): void {
  learn = by;
  if (listeners.size > 0) by?.();
}

/** From now on, in this tab. English needs none of it. */
export function speak(english: Sentences, own: Sentences | null): void {
  patterns = own && Object.entries(english).map(([key, sentence]) => toPattern(sentence, own[key] ?? sentence));
  // The one that leaves the least open fits best.
  patterns?.sort((a, b) => b.words - a.words);
  for (const listener of listeners) listener();
}

export function said(text: string): string {
  for (const { said: sentence, names, whole } of patterns ?? []) {
    const found = whole.exec(text);
    // What a sentence quotes may be one of ours, too.
    if (found) {
      const quoted = names.map(
        (name, at) => [name, (name === "roles" ? eachSaid : said)(found[at + 1] ?? "")] as const,
      );
      return fill(sentence, new Map(quoted));
    }
  }
  return text;
}

/** "owner, merchant, or analyst": a list, which no sentence of ours is as a whole. */
const eachSaid = (list: string) =>
  list
    .split(/,? or |, /)
    .map(said)
    .join(" / ");

const partsOf = (sentence: Sentence) => (typeof sentence === "string" ? [sentence] : sentence);

const fill = (sentence: Sentence, values: Map<string, string>) =>
  partsOf(sentence)
    .map((part) => (typeof part === "string" ? part : (values.get(part[0]) ?? "")))
    .join("");

function toPattern(english: Sentence, own: Sentence): Pattern {
  const parts = partsOf(english);
  const source = parts.map((part) => (typeof part === "string" ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : "(.+)"));
  return {
    ...{ said: own, whole: new RegExp(`^${source.join("")}$`, "s") },
    names: parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]])),
    words: parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0),
  };
}
