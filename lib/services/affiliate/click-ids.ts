import { createHmac, type KeyObject, randomInt, timingSafeEqual } from "node:crypto";
import { letters, randomLetters } from "../kernel/ids.ts";

// `clk_`, 10 letters of time, 8 that tell clicks of a millisecond apart, 26 of the link's id, 16 of a signature: 64 in
// all, the most that an id may have. Such an id says by itself which link was followed and when.

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const shape = /^clk_([0-9a-hj-km-np-tv-z]{18})([0-9a-z]{26})([0-9a-hj-km-np-tv-z]{16})$/;
const linkPrefix = "lnk_";

let last = { time: 0, counter: 0 };

export function mintClickId(key: Buffer | KeyObject, linkId: string, now = Date.now()): string {
  // The time as it is, also after the clock went back: whether an order is in time is judged by it.
  last = { time: now, counter: now === last.time ? last.counter + 1 : randomInt(32 ** 3) };
  return signClickId(key, linkId, now, letters(last.counter, 4) + randomLetters(4));
}

/** `own` are the 8 letters that tell it apart. */
export function signClickId(key: Buffer | KeyObject, linkId: string, at: number, own: string): string {
  const unsigned = `clk_${letters(at, 10)}${own}${linkId.slice(linkPrefix.length)}`;
  return unsigned + sign(key, unsigned);
}

/** Null for what was not minted here. */
export function readClickId(key: Buffer | KeyObject, id: string): { linkId: string; at: Date } | null {
  const [, own, link, signature] = shape.exec(id) ?? [];
  if (own === undefined || link === undefined || signature === undefined) return null;
  const expected = sign(key, id.slice(0, -signature.length));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  return { linkId: linkPrefix + link, at: new Date(readTime(own)) };
}

/** Of an id that was just minted, or read. */
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
