import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** `ups_` and 26 letters: 48 bits of time and 80 random ones, so that ids sort by age and cannot be guessed. */
export function newId(prefix: string, now = Date.now()): string {
  let time = "";
  for (let left = now, n = 0; n < 10; n++, left = Math.floor(left / 32)) time = alphabet[left % 32] + time;
  let random = "";
  for (const byte of randomBytes(16)) random += alphabet[byte % 32];
  return `${prefix}_${time}${random}`;
}
