// A text that next-intl has compiled: a string, or an array of strings, parts, and `0` for the number of a plural. A
// part is an array that begins with a name. The last element of a plural or select is an object with a text for each
// case.
type Compiled = unknown;

const pound = 0;
const letters = "acdeghinorstuyACDEGINOSTUY";
const accented = "áçðéĝĥíñóŕšţúýÁÇÐÉĜÍÑÓŠŢÚÝ";

/** Adds accents and brackets and makes each text about a third longer, like German or Finnish. */
export function pseudo<Texts>(texts: Texts): Texts {
  return inCatalogue(texts) as Texts;
}

function inCatalogue(texts: Compiled): Compiled {
  if (typeof texts === "string") return `⟦${longer(texts)}⟧`;
  if (Array.isArray(texts)) return ["⟦", ...texts.map(inPart), "⟧"];
  return inEach(texts as Record<string, Compiled>, inCatalogue);
}

function inPart(part: Compiled): Compiled {
  if (typeof part === "string") return longer(part);
  if (!Array.isArray(part)) return part;
  const [name, kind, ...rest] = part;
  if (typeof kind === "number" && kind !== pound) return [name, kind, ...rest.map(inCases)];
  return kind === undefined ? part : [name, ...[kind, ...rest].map(inPart)];
}

function inCases(cases: Compiled): Compiled {
  if (typeof cases !== "object") return cases;
  return inEach(cases as Record<string, Compiled>, (one) => (Array.isArray(one) ? one.map(inPart) : inPart(one)));
}

const inEach = (texts: Record<string, Compiled>, change: (text: Compiled) => Compiled) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]));

function longer(text: string): string {
  return text.replace(/[aeiou]/g, "$&$&").replace(/[A-Za-z]/g, (letter) => accented[letters.indexOf(letter)] ?? letter);
}
