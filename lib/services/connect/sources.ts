import { and, eq, sql } from "drizzle-orm";
import type { Platform, ShopRejection } from "../../contract/checkout/source-words.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { columnsOf } from "../../database/columns.ts";
import { tenant } from "../../database/schema/checkout.ts";
import { shopSource } from "../../database/schema/checkout-shop.ts";
import { log } from "../../log.ts";
import { openWith, type Resealing, sealWith, secretKey } from "../../secret.ts";
import { gather } from "../delivery/batch-writes.ts";
import type { Mode } from "../kernel/context.ts";

// The secrets of platforms are encrypted at rest and bound to their store, mode and platform.

type SourcePlace = { tenantId: number; platform: Platform };

const keyFrom = (master: string) => secretKey(master, "shop-source");
const inOrder = ({ tenantId, platform }: SourcePlace) => [tenantId, platform];

export function sealSourceSecret(plain: string, place: SourcePlace, master: string): Buffer {
  return sealWith(keyFrom(master), plain, inOrder(place));
}

export function openSourceSecret(sealed: Buffer, place: SourcePlace, master: string): string {
  const plain = openWith(keyFrom(master), sealed, inOrder(place));
  if (plain === null) throw new Error("The secret of a shop does not open: it was sealed under another secret.");
  return plain;
}

export async function resealSourceSecrets(tx: Transaction, work: Resealing): Promise<void> {
  const { tenantId, platform } = shopSource;
  for (const row of await tx.select().from(shopSource).for("update")) {
    const secret = await work.again(
      row.secret,
      (master) => openWith(keyFrom(master), row.secret, inOrder(row)),
      (plain, master) => sealSourceSecret(plain, row, master),
    );
    await tx
      .update(shopSource)
      .set({ secret })
      .where(and(eq(tenantId, row.tenantId), eq(platform, row.platform)));
  }
}

export async function findSource(db: Database, platform: Platform, storeId: string, mode: Mode) {
  const [row] = await db
    .select({ tenantId: shopSource.tenantId, secret: shopSource.secret })
    .from(shopSource)
    .innerJoin(tenant, eq(tenant.id, shopSource.tenantId))
    .where(and(eq(shopSource.platform, platform), eq(tenant.storeId, storeId), eq(tenant.mode, mode)));
  return row;
}

type Rejected = SourcePlace & { rejection: ShopRejection };

const rejections = columnsOf(shopSource, "tenantId", "platform", "rejection");
const notes = new WeakMap<Database, (rejected: Rejected) => Promise<undefined>>();

/** Anybody may send what is rejected, so only a count is kept, and many at once share one write. */
export function noteRejection(db: Database, rejected: Rejected): void {
  let note = notes.get(db);
  if (!note) {
    note = gather<Rejected, undefined>(async (all) => {
      await db.execute(sql`
        update checkout.shop_source as known
        set rejected = known.rejected + fresh.count, rejected_at = now(), rejection = fresh.rejection
        from (
          select tenant_id, platform, count(*)::int, max(rejection) as rejection from ${rejections.from(all)}
          group by 1, 2 order by 1, 2
        ) as fresh
        where known.tenant_id = fresh.tenant_id and known.platform = fresh.platform`);
      return all.map(() => undefined);
    });
    notes.set(db, note);
  }
  note(rejected).catch((err) => {
    if (!db.$client.ended) log.warn({ err }, "could not count a rejected delivery of a shop");
  });
}
