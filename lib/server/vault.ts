import "server-only";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveSecret } from "../secret.ts";
import { env } from "./env.ts";

/** What a ciphertext is bound to: moved to another row or another address, it does not open. */
export type Binding = { storeId: string; mode: string; api: string; origin: string };

const nonceLength = 12;
const tagLength = 16;
const gcm = { authTagLength: tagLength };

export function seal(plain: string, binding: Binding, secret = env().CARTWRIGHT_SECRET): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(secret), nonce, gcm).setAAD(aad(binding));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null when it was sealed under another secret or for another place. */
export function open(sealed: Buffer, binding: Binding, secret = env().CARTWRIGHT_SECRET): string | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyFrom(secret), sealed.subarray(0, nonceLength), gcm).setAAD(
      aad(binding),
    );
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function keyFrom(secret: string): Buffer {
  return deriveSecret(secret, "vault");
}

function aad({ storeId, mode, api, origin }: Binding): Buffer {
  return Buffer.from(JSON.stringify([storeId, mode, api, origin]));
}
