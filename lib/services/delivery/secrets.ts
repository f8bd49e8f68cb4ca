import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { webhookEndpoint } from "../../database/schema/checkout.ts";
import type { Resealing } from "../../secret.ts";
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
function tryToOpen(sealed: Buffer, place: SecretPlace, master: string): string | null {
  return openWith(keyFrom(master), sealed, inOrder(place));
}

export function openSecret(sealed: Buffer, place: SecretPlace, master: string): string {
  const plain = tryToOpen(sealed, place, master);
  if (plain === null) throw new Error("The signing secret does not open: it was sealed under another secret.");
  return plain;
}

const keyFrom = (master: string) => secretKey(master, "webhook-signing");

const inOrder = ({ tenantId, endpointId }: SecretPlace) => [tenantId, endpointId];

export async function resealSigningSecrets(tx: Transaction, work: Resealing): Promise<void> {
  const { tenantId, id, secret, previousSecret } = webhookEndpoint;
  for (const row of await tx.select({ tenantId, id, secret, previousSecret }).from(webhookEndpoint).for("update")) {
    const place = { tenantId: row.tenantId, endpointId: row.id };
    const again = (sealed: Buffer) =>
      work.again(
        sealed,
        (master) => tryToOpen(sealed, place, master),
        (plain, master) => sealSecret(plain, place, master),
      );
    const sealed = {
      secret: await again(row.secret),
      previousSecret: row.previousSecret && (await again(row.previousSecret)),
    };
    await tx
      .update(webhookEndpoint)
      .set(sealed)
      .where(and(eq(tenantId, row.tenantId), eq(id, row.id)));
  }
}
