import { letters } from "../../kernel/ids.ts";
import { Random } from "../random.ts";

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
