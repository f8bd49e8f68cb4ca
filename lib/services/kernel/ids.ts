import { randomBytes, randomInt } from "node:crypto";

export const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const counterLetters = 4;

let last = { time: 0, counter: 0 };

/** 48 bits of time, a counter that orders ids within a millisecond, and 60 random bits, which nobody can guess. */
export function newId(prefix: string, now = Date.now()): string {
  const time = Math.max(now, last.time);
  // The counter starts low, so that it can count up within its millisecond.
  last = { time, counter: time === last.time ? last.counter + 1 : randomInt(32 ** (counterLetters - 1)) };
  return `${prefix}_${letters(time, 10)}${letters(last.counter, counterLetters)}${randomLetters(12)}`;
}

export function randomLetters(length: number): string {
  let random = "";
  for (const byte of randomBytes(length)) random += alphabet[byte % 32];
  return random;
}

/** Encodes a number so that the texts sort like the numbers. */
export function letters(number: number, length: number): string {
  let text = "";
  for (let left = number; text.length < length; left = Math.floor(left / 32)) text = alphabet[left % 32] + text;
  return text;
}
