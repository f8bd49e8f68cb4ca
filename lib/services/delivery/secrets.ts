import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveSecret } from "../../secret.ts";

// Signing secrets. They are sealed at rest, bound to their endpoint: copied to another row, one does not open.

const prefix = "whsec_";
const nonceLength = 12;
const tagLength = 16;
const gcm = { authTagLength: tagLength };

export type SecretPlace = { tenantId: number; endpointId: string };

export function createSigningSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/** What Standard Webhooks keys its HMAC with: the bytes that the secret spells. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}

export function sealSecret(plain: string, place: SecretPlace, master: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", deriveSecret(master, "webhook-signing"), nonce, gcm).setAAD(
    bindingOf(place),
  );
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws where it was sealed under another secret, or for another endpoint. */
export function openSecret(sealed: Buffer, place: SecretPlace, master: string): string {
  const key = deriveSecret(master, "webhook-signing");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceLength), gcm).setAAD(bindingOf(place));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, "utf8") + decipher.final("utf8");
}

function bindingOf({ tenantId, endpointId }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([tenantId, endpointId]));
}
