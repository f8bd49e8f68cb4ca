import { randomBytes } from "node:crypto";
import { openWith, sealWith, secretKey } from "../../secret.ts";

// Signing secrets are encrypted at rest and bound to their endpoint: copied to another row, a secret does not decrypt.

const prefix = "whsec_";

export type SecretPlace = { tenantId: number; endpointId: string };

export function createSigningSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/** The key of the Standard Webhooks HMAC: the bytes that the base64 part of the secret encodes. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}

export function sealSecret(plain: string, place: SecretPlace, master: string): Buffer {
  return sealWith(keyFrom(master), plain, inOrder(place));
}

/** Returns null if the secret was encrypted with another master secret or for another endpoint. */
export function tryToOpen(sealed: Buffer, place: SecretPlace, master: string): string | null {
  return openWith(keyFrom(master), sealed, inOrder(place));
}

export function openSecret(sealed: Buffer, place: SecretPlace, master: string): string {
  const plain = tryToOpen(sealed, place, master);
  if (plain === null) throw new Error("The signing secret does not open: it was sealed under another secret.");
  return plain;
}

const keyFrom = (master: string) => secretKey(master, "webhook-signing");

const inOrder = ({ tenantId, endpointId }: SecretPlace) => [tenantId, endpointId];
