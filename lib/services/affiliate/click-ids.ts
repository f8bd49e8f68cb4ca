import { createHmac, type KeyObject, randomInt, timingSafeEqual } from "node:crypto";
import { alphabet, letters, randomLetters } from "../kernel/ids.ts";

// The id alone tells which link was followed and when: `clk_`, 10 letters of time, 8 for clicks of one millisecond, 26
// of the link's id, 16 of signature; 64 in all, the longest id that is allowed.

const shape = /^clk_([0-9a-hj-km-np-tv-z]{18})([0-9a-z]{26})([0-9a-hj-km-np-tv-z]{16})$/;
const linkPrefix = "lnk_";

let last = { time: 0, counter: 0 };

export function mintClickId(key: Buffer | KeyObject, linkId: string, now = Date.now()): string {
  // Uses the real time even after the clock was set back, because the time decides whether the click still counts.
  last = { time: now, counter: now === last.time ? last.counter + 1 : randomInt(32 ** 3) };
  return signClickId(key, linkId, now, letters(last.counter, 4) + randomLetters(4));
}

export function signClickId(key: Buffer | KeyObject, linkId: string, at: number, own: string): string {
  const unsigned = `clk_${letters(at, 10)}${own}${linkId.slice(linkPrefix.length)}`;
  return unsigned + sign(key, unsigned);
}

export function readClickId(key: Buffer | KeyObject, id: string): { linkId: string; at: Date } | null {
  const [, own, link, signature] = shape.exec(id) ?? [];
  if (own === undefined || link === undefined || signature === undefined) return null;
  const expected = sign(key, id.slice(0, -signature.length));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  return { linkId: linkPrefix + link, at: new Date(readTime(own)) };
}

/** Verifies no signature: the id must have been made or verified by the caller. */
export function clickTime(id: string): Date {
  return new Date(readTime(id.slice("clk_".length)));
}

function sign(key: Buffer | KeyObject, text: string): string {
  const digest = createHmac("sha256", key).update(text).digest().subarray(0, 16);
  return [...digest].map((byte) => alphabet[byte % 32]).join("");
}

function readTime(letters: string): number {
  return [...letters.slice(0, 10)].reduce((time, letter) => time * 32 + alphabet.indexOf(letter), 0);
}
