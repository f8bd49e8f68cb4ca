import { letters } from "../kernel/ids.ts";
/** A deterministic random number generator (mulberry32), seeded with all given values. */
export class Random {
  #state: number;

  constructor(...seeds: number[]) {
    let state = 0x9e3779b9;
    for (const seed of seeds) state = Math.imul(state ^ (seed | 0) ^ (state >>> 15), 0x85ebca6b) ^ (state >>> 13);
    this.#state = state;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** An index, drawn in proportion to the weights. */
  weighted(weights: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += weights[at] as number;
    let left = this.next() * sum;
    for (let at = 0; at < weights.length; at++) {
      left -= weights[at] as number;
      if (left < 0) return at;
    }
    return weights.length - 1;
  }

  spread(): number {
    return Math.exp((this.next() + this.next() + this.next() - 1.5) * 0.9);
  }
}

/** IDs in the service's format, the same for the same seed. */
export class Ids {
  readonly #random: Random;
  #made = 0;

  constructor(seed: number) {
    this.#random = new Random(seed, 901);
  }

  next(prefix: string, at: number): string {
    return `${prefix}_${letters(at, 10)}${this.own()}${this.#some()}${this.#some()}`;
  }

  own(): string {
    return letters(this.#made++, 4) + this.#some();
  }

  #some(): string {
    return letters(this.#random.between(0, 32 ** 4 - 1), 4);
  }
}
