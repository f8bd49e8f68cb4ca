import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

/** Each purpose has a key of its own, so that none can decrypt what another one encrypted. */
export function deriveSecret(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "cartwright", purpose, bytes));
}

const keys = new Map<string, KeyObject>();

export function secretKey(secret: string, purpose: string): KeyObject {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? createSecretKey(deriveSecret(secret, purpose));
  keys.set(name, key);
  return key;
}

const nonceLength = 12;
const tagLength = 16;
const gcm = { authTagLength: tagLength };

/** `binding` names the place of the text. Moved to another place, the text cannot be decrypted. */
export function sealWith(key: KeyObject, plain: string, binding: readonly unknown[]): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, gcm).setAAD(Buffer.from(JSON.stringify(binding)));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function openWith(key: KeyObject, sealed: Buffer, binding: readonly unknown[]): string | null {
  try {
    const nonce = sealed.subarray(0, nonceLength);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, gcm).setAAD(Buffer.from(JSON.stringify(binding)));
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

type Maybe<T> = T | Promise<T>;

/** Re-encrypts values from one secret to another. After an interruption, it skips values that are already done. */
export class Resealing {
  readonly from: string;
  readonly to: string;
  resealed = 0;
  /** The number of values that neither secret decrypts; they stay unchanged. */
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
