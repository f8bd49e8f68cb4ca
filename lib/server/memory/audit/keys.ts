import "server-only";
import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "../../../database/client.ts";
import { auditKey } from "../../../database/schema/desk-audit.ts";
import { deriveSecret, openWith, type Resealing, sealWith, secretKey } from "../../../secret.ts";
import type { Executor } from "../../db.ts";
import { env } from "../../env.ts";

// The chain's key is derived from the secret, so whoever can write to the database alone cannot make a valid entry.

type AuditKey = { id: string; key: KeyObject };

const known = new Map<string, AuditKey>();

export function auditKeyOf(secret: string): AuditKey {
  const found = known.get(secret) ?? named(bytesOf(secret));
  known.set(secret, found);
  return found;
}

const bytesOf = (secret: string) => deriveSecret(secret, "audit-chain");

/** The id names the key without revealing it. */
const named = (bytes: Buffer): AuditKey => ({
  id: createHash("sha256").update("audit-key").update(bytes).digest("hex").slice(0, 16),
  key: createSecretKey(bytes),
});

export async function readAuditKeys(tx: Pick<Executor, "select">): Promise<Map<string, KeyObject>> {
  const rows = await tx.select().from(auditKey);
  const earlier = rows.flatMap(({ id, sealed }) => {
    const text = open(sealed, id, env().CARTWRIGHT_SECRET);
    return text === null ? [] : named(Buffer.from(text, "base64"));
  });
  return new Map([...earlier, auditKeyOf(env().CARTWRIGHT_SECRET)].map(({ id, key }) => [id, key]));
}

/** Keeps the key of the secret that is replaced. */
export async function keepAuditKey(tx: Transaction, from: string, to: string): Promise<void> {
  const { id } = auditKeyOf(from);
  const sealed = seal(bytesOf(from).toString("base64"), id, to);
  await tx.insert(auditKey).values({ id, sealed }).onConflictDoNothing();
}

export async function resealAuditKeys(tx: Transaction, work: Resealing): Promise<void> {
  for (const { id, sealed } of await tx.select().from(auditKey).for("update")) {
    const again = await work.again(
      sealed,
      (secret) => open(sealed, id, secret),
      (plain, secret) => seal(plain, id, secret),
    );
    await tx.update(auditKey).set({ sealed: again }).where(eq(auditKey.id, id));
  }
}

const seal = (plain: string, id: string, secret: string) => sealWith(secretKey(secret, "audit-key"), plain, [id]);
const open = (sealed: Buffer, id: string, secret: string) => openWith(secretKey(secret, "audit-key"), sealed, [id]);
