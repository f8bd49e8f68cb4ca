import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { reportScope } from "../contract/affiliate-storefront.ts";
import { scopesOf, storefrontScope } from "../contract/scopes.ts";

import type { Database } from "../database/client.ts";
import * as affiliateSchema from "../database/schema/affiliate.ts";
import * as checkoutSchema from "../database/schema/checkout.ts";
import type { Mode } from "./kernel/context.ts";
import { newId } from "./kernel/ids.ts";
import { createKey, createPublishableKey, hashKey } from "./kernel/keys.ts";

export type Service = "checkout" | "affiliate";
export type StoreFacts = { storeId: string; currency: string; timeZone: string };
export type KeyFacts = {
  id: string;
  service: Service;
  name: string;
  mode: Mode;
  prefix: string;
  lastFour: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  lastUsedAgent: string | null;
  watchedSince: Date;
  revokedAt: Date | null;
};

const services: readonly Service[] = ["checkout", "affiliate"];
const schemas = { checkout: checkoutSchema, affiliate: affiliateSchema };

/** Makes sure that a store exists in both services and both modes. */
export async function provision(db: Database, { storeId, currency, timeZone }: StoreFacts): Promise<void> {
  const rows = (["live", "sandbox"] as const).map((mode) => ({ storeId, mode, currency, timeZone }));
  for (const service of services) {
    const { tenant } = schemas[service];
    await db
      .insert(tenant)
      .values(rows)
      .onConflictDoUpdate({ target: [tenant.storeId, tenant.mode], set: { currency, timeZone } });
  }
}

export async function createApiKey(
  db: Database,
  { storeId, mode, name, scopes }: { storeId: string; mode: Mode; name: string; scopes: readonly string[] },
): Promise<{ id: string; key: string }> {
  const key = createKey(mode);
  const id = newId("key");
  await db.transaction(async (tx) => {
    for (const service of services) {
      const own = scopes.filter((scope) => scope in scopesOf[service]);
      if (own.length === 0) continue;
      const { apiKey, tenant } = schemas[service];
      const [row] = await tx
        .select({ id: tenant.id })
        .from(tenant)
        .where(and(eq(tenant.storeId, storeId), eq(tenant.mode, mode)));
      if (!row) throw new Error(`Store ${storeId} does not exist in the ${service} service.`);
      await tx.insert(apiKey).values({
        id,
        tenantId: row.id,
        hash: hashKey(key),
        prefix: key.slice(0, 5),
        lastFour: key.slice(-4),
        name,
        scopes: own,
      });
    }
  });
  return { id, key };
}

export const storefrontScopes = { checkout: storefrontScope, affiliate: reportScope };

// A publishable key cannot call the merchant API. For checkout, it reports what shoppers did and asks for offers; for
// affiliates, it reports placed orders, but no refunds or cancellations.
export async function createStorefrontKey(
  db: Database,
  { storeId, mode, name, service = "checkout" }: { storeId: string; mode: Mode; name: string; service?: Service },
): Promise<{ id: string; key: string }> {
  const key = createPublishableKey(mode);
  const id = newId("key");
  const { apiKey, tenant } = schemas[service];
  const [row] = await db
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.storeId, storeId), eq(tenant.mode, mode)));
  if (!row) throw new Error(`Store ${storeId} does not exist in the ${service} service.`);
  await db.insert(apiKey).values({
    id,
    tenantId: row.id,
    hash: hashKey(key),
    prefix: key.slice(0, 9),
    lastFour: key.slice(-4),
    name,
    scopes: [storefrontScopes[service]],
  });
  return { id, key };
}

export async function listApiKeys(db: Database, storeId?: string): Promise<KeyFacts[]> {
  const lists = await Promise.all(
    services.map(async (service) => {
      const { apiKey, tenant } = schemas[service];
      const rows = await db
        .select({ key: apiKey, mode: tenant.mode })
        .from(apiKey)
        .innerJoin(tenant, eq(tenant.id, apiKey.tenantId))
        .where(storeId === undefined ? undefined : eq(tenant.storeId, storeId))
        .orderBy(desc(apiKey.createdAt));
      return rows.map(({ key: { hash: _, tenantId: __, ...key }, mode }) => ({ ...key, mode, service }));
    }),
  );
  return lists.flat();
}

export type KeyUseFacts = { keyId: string; scope: string; calls: number; refused: number; lastDay: string | null };

export async function readKeyUses(db: Database, ids: readonly string[], days: number): Promise<KeyUseFacts[]> {
  const lists = await Promise.all(
    services.map((service) => {
      const { keyUse } = schemas[service];
      const recent = sql`${keyUse.day} > (now() at time zone 'utc')::date - ${days}::int`;
      return db
        .select({
          keyId: keyUse.keyId,
          scope: keyUse.scope,
          calls: sql<number>`coalesce(sum(${keyUse.calls}) filter (where ${recent}), 0)::int`,
          refused: sql<number>`coalesce(sum(${keyUse.refused}) filter (where ${recent}), 0)::int`,
          lastDay: sql<string | null>`(max(${keyUse.day}) filter (where ${keyUse.calls} > 0))::text`,
        })
        .from(keyUse)
        .where(inArray(keyUse.keyId, [...ids]))
        .groupBy(keyUse.keyId, keyUse.scope);
    }),
  );
  return lists.flat();
}

export async function findApiKeyId(db: Database, service: Service, key: string): Promise<string | null> {
  const { apiKey } = schemas[service];
  const [row] = await db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(eq(apiKey.hash, hashKey(key)), isNull(apiKey.revokedAt)));
  return row?.id ?? null;
}

/** Takes effect with the next request, because every request reads the key's row. */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const counts = await Promise.all(
    services.map(async (service) => {
      const { apiKey } = schemas[service];
      const rows = await db
        .update(apiKey)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(apiKey.id, id), isNull(apiKey.revokedAt)))
        .returning({ id: apiKey.id });
      return rows.length;
    }),
  );
  return counts.some((count) => count > 0);
}
