/** `max_offers_perCheckout` becomes "Max offers per checkout". */
export function humanize(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : words[0]?.toUpperCase() + words.slice(1);
}

/** Narrows a word of an API, which may be one that the specification does not know. */
export const isOneOf = <Word extends string>(known: readonly Word[], word: string | undefined): word is Word =>
  known.includes(word as Word);

/** All addresses begin with the same scheme, so it does not distinguish them. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
