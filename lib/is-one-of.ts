/** Narrows a word of an API, which may be one that the specification does not know. */
export const isOneOf = <Word extends string>(known: readonly Word[], word: string | undefined): word is Word =>
  known.includes(word as Word);
