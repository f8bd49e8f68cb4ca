import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "../database/client.ts";
import { connection, session, twoFactor } from "../database/schema/desk.ts";
import { partnerSession } from "../database/schema/desk-portal.ts";
import { remembered } from "../database/schema/desk-work.ts";
import { Resealing } from "../secret.ts";
import { db } from "./db.ts";
import { env } from "./env.ts";
import { keepAuditKey, resealAuditKeys } from "./memory/audit/keys.ts";
import { endpointBinding } from "./memory/remembered-records.ts";
import { resealDetails } from "./payouts/details.ts";
import { resealFiles } from "./payouts/files.ts";
import { resealPayers } from "./payouts/settings.ts";
import { authSecret } from "./people/auth-settings.ts";
import { bindingOf } from "./wire/connections.ts";
import { resealResponses, resealShopifyApps, resealSigningSecrets, resealSourceSecrets } from "./wire/upstream.ts";
import { reseal } from "./wire/vault.ts";

export type Rotation = { resealed: number; lost: number; sessions: number };

export async function rotateSecret(from: string, to: string): Promise<Rotation> {
  const work = new Resealing(from, to);
  const sessions = await db().transaction(async (tx) => {
    await resealAll(tx, work);
    await keepAuditKey(tx, from, to);
    await tx.delete(partnerSession);
    return (await tx.delete(session)).rowCount ?? 0;
  });
  return { resealed: work.resealed, lost: work.lost, sessions };
}

/** How many stored values the secret does not decrypt. */
export async function countUnopened(secret = env().CARTWRIGHT_SECRET): Promise<number> {
  const work = new Resealing(secret, secret);
  const undone = new Error("Nothing is kept.");
  await db()
    .transaction(async (tx) => {
      await resealAll(tx, work);
      throw undone;
    })
    .catch((cause) => {
      if (cause !== undone) throw cause;
    });
  return work.lost;
}

async function resealAll(tx: Transaction, work: Resealing): Promise<void> {
  await resealAuditKeys(tx, work);
  await resealConnections(tx, work);
  await resealRemembered(tx, work);
  await resealDetails(tx, work);
  await resealFiles(tx, work);
  await resealPayers(tx, work);
  await resealSecondFactors(tx, work);
  await resealSigningSecrets(tx, work);
  await resealSourceSecrets(tx, work);
  await resealShopifyApps(tx, work);
  await resealResponses(tx, work);
}

async function resealConnections(tx: Transaction, work: Resealing): Promise<void> {
  for (const row of await tx.select().from(connection).for("update")) {
    const keyCiphertext = await reseal(work, row.keyCiphertext, bindingOf(row, row.baseUrl));
    const { storeId, mode, api } = connection;
    await tx
      .update(connection)
      .set({ keyCiphertext })
      .where(and(eq(storeId, row.storeId), eq(mode, row.mode), eq(api, row.api)));
  }
}

async function resealRemembered(tx: Transaction, work: Resealing): Promise<void> {
  for (const row of await tx.select().from(remembered).where(isNotNull(remembered.sealed)).for("update")) {
    const binding = endpointBinding(row, row.id);
    const sealed = row.sealed && (await reseal(work, row.sealed, binding));
    const previousSealed = row.previousSealed && (await reseal(work, row.previousSealed, binding));
    const { storeId, mode, kind, id } = remembered;
    await tx
      .update(remembered)
      .set({ sealed, previousSealed })
      .where(and(eq(storeId, row.storeId), eq(mode, row.mode), eq(kind, row.kind), eq(id, row.id)));
  }
}

async function resealSecondFactors(tx: Transaction, work: Resealing): Promise<void> {
  const { symmetricDecrypt, symmetricEncrypt } = await import("better-auth/crypto");
  for (const row of await tx.select().from(twoFactor).for("update")) {
    const again = (sealed: string) =>
      work.again(
        sealed,
        (secret) => symmetricDecrypt({ key: authSecret(secret), data: sealed }).catch(() => null),
        (plain, secret) => symmetricEncrypt({ key: authSecret(secret), data: plain }),
      );
    const sealed = { secret: await again(row.secret), backupCodes: await again(row.backupCodes) };
    await tx.update(twoFactor).set(sealed).where(eq(twoFactor.id, row.id));
  }
}
