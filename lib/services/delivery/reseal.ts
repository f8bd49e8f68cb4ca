import { and, eq } from "drizzle-orm";
import { webhookEndpoint } from "../../database/schema/checkout.ts";
import type { Resealing } from "../../secret.ts";
import type { Transaction } from "./emit.ts";
import { sealSecret, tryToOpen } from "./secrets.ts";

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
