/** Other spellings of an ID or an order number: with and without the number sign, in capital and in small letters. */
export function spellingsOf(id: string): string[] {
  const bare = id.trim().replace(/^#\s*/, "");
  if (bare === "") return [];
  const cases = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set(cases.flatMap((each) => [each, `#${each}`]))].filter((each) => each !== id);
}
