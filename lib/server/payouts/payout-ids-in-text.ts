/** Banks write a dash in place of the underscore, and some only capitals. */
const markPattern = /cwpo[_-]([0-9a-f]{20})/gi;
const filePattern = /cwpf[_-]([0-9a-f]{20})/i;

export function marksIn(record: unknown): Set<string> {
  const found = JSON.stringify(record).matchAll(markPattern);
  return new Set([...found].map(([, mark = ""]) => `cwpo_${mark.toLowerCase()}`));
}

export const isMarked = (record: unknown, id: string): boolean => marksIn(record).has(id);

/** The ID of one of our files, for a bank that names only the file. */
export function fileIn(texts: readonly string[]): string | null {
  const [found] = texts.flatMap((text) => filePattern.exec(text)?.[0] ?? []);
  return found ?? null;
}
