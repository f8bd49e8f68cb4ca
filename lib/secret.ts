import { hkdfSync } from "node:crypto";

/** One key per purpose out of the one secret of an installation, so that no purpose can open what another one sealed. */
export function deriveSecret(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "cartwright", purpose, bytes));
}

type Maybe<T> = T | Promise<T>;

/** Puts what one secret sealed under another. Begun again after a stop, it leaves what it has done already. */
export class Resealing {
  readonly from: string;
  readonly to: string;
  resealed = 0;
  /** What neither secret opens; it stays as it is. */
  lost = 0;

  constructor(from: string, to: string) {
    this.from = from;
    this.to = to;
  }

  async again<Sealed>(
    sealed: Sealed,
    open: (secret: string) => Maybe<string | null>,
    seal: (plain: string, secret: string) => Maybe<Sealed>,
  ): Promise<Sealed> {
    if ((await open(this.to)) !== null) return sealed;
    const plain = await open(this.from);
    if (plain === null) {
      this.lost++;
      return sealed;
    }
    this.resealed++;
    return seal(plain, this.to);
  }
}
