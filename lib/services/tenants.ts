import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { reportScope } from "../contract/affiliate-storefront.ts";
import { scopesOf, storefrontScope } from "../contract/scopes.ts";

import type { Database } from "../database/client.ts";
import * as affiliateSchema from "../database/schema/affiliate.ts";
import * as affiliateMoney from "../database/schema/affiliate-money.ts";
import * as affiliateSales from "../database/schema/affiliate-sales.ts";
import * as checkoutSchema from "../database/schema/checkout.ts";
import * as checkoutSales from "../database/schema/checkout-sales.ts";
import { ticket } from "../database/schema/checkout-tickets.ts";
import type { Mode } from "./kernel/context.ts";
import { newId } from "./kernel/ids.ts";
import { createKey, createPublishableKey, hashKey, isPublishable } from "./kernel/keys.ts";

export type Service = "checkout" | "affiliate";
export type StoreFacts = { storeId: string; currency: string; timeZone: string };
export type KeyFacts = {
  id: string;
  service: Service;
  name: string;
  mode: Mode;
  prefix: string;
  lastFour: string;
  /** Null unless the key is publishable, and for publishable keys that were made before they were kept. */
  key: string | null;
  scopes: string[];
  origins: string[];
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

type Part = { table: PgTable & { tenantId: PgColumn }; where?: SQL };

/** Records with amounts, which another currency would change. */
const withAmounts: Record<Service, readonly Part[]> = {
  checkout: [
    { table: checkoutSales.order },
    { table: ticket },
    { table: checkoutSchema.product, where: isNotNull(checkoutSchema.product.price) },
    { table: checkoutSchema.upsell, where: ne(checkoutSchema.upsell.discountType, "percentage") },
    { table: checkoutSchema.bundle, where: ne(checkoutSchema.bundle.pricingType, "percentage_off") },
  ],
  affiliate: [{ table: affiliateSchema.affiliate }, { table: affiliateSales.order }, { table: affiliateMoney.payout }],
};

type Reader = Pick<Database, "select">;

/** In either mode, because both have the currency of the store. */
export async function holdsMoney(db: Reader, storeId: string): Promise<boolean> {
  for (const service of services) {
    const { tenant } = schemas[service];
    for (const { table, where } of withAmounts[service]) {
      const own = inArray(table.tenantId, db.select({ id: tenant.id }).from(tenant).where(eq(tenant.storeId, storeId)));
      const found = await db
        .select({ one: sql`1` })
        .from(table as PgTable)
        .where(and(own, where))
        .limit(1);
      if (found.length > 0) return true;
    }
  }
  return false;
}

/** Returns false, and changes nothing, if the currency would change amounts. Every insert locks its tenant, so none comes in between. */
export async function changeTenants(
  tx: Pick<Database, "select" | "update">,
  { storeId, currency, timeZone }: StoreFacts,
): Promise<boolean> {
  const known: string[] = [];
  for (const service of services) {
    const { tenant } = schemas[service];
    const rows = await tx.select().from(tenant).where(eq(tenant.storeId, storeId)).orderBy(tenant.id).for("update");
    known.push(...rows.map((row) => row.currency));
  }
  if (known.some((one) => one !== currency) && (await holdsMoney(tx, storeId))) return false;
  for (const service of services) {
    const { tenant } = schemas[service];
    await tx.update(tenant).set({ currency, timeZone }).where(eq(tenant.storeId, storeId));
  }
  return true;
}

type Draft = { storeId: string; mode: Mode; name: string; origins?: readonly string[] };

export async function createApiKey(
  db: Database,
  { scopes, ...draft }: Draft & { scopes: readonly string[] },
): Promise<{ id: string; key: string }> {
  const made = { id: newId("key"), key: createKey(draft.mode) };
  await db.transaction(async (tx) => {
    for (const service of services) {
      const own = scopes.filter((scope) => scope in scopesOf[service] || scope === storefrontScopes[service]);
      if (own.length > 0) await insertKey(tx, service, draft, { ...made, scopes: own });
    }
  });
  return made;
}

export const storefrontScopes = { checkout: storefrontScope, affiliate: reportScope };

// A publishable key cannot call the merchant API. For checkout, it reports what shoppers did and asks for offers; for
// affiliates, it reports placed orders, but no refunds or cancellations.
export async function createStorefrontKey(
  db: Database,
  { service = "checkout", ...draft }: Draft & { service?: Service },
): Promise<{ id: string; key: string }> {
  const made = { id: newId("key"), key: createPublishableKey(draft.mode) };
  await insertKey(db, service, draft, { ...made, scopes: [storefrontScopes[service]] });
  return made;
}

async function insertKey(
  db: Pick<Database, "select" | "insert">,
  service: Service,
  { storeId, mode, name, origins = [] }: Draft,
  { id, key, scopes }: { id: string; key: string; scopes: string[] },
): Promise<void> {
  const { id: tenantId } = await findTenant(db, service, storeId, mode);
  const isPublic = isPublishable(key);
  const facts = {
    id,
    tenantId,
    name,
    scopes,
    origins: [...origins],
    // The prefix shows the kind of key and its mode, such as `pub_live_`.
    prefix: key.slice(0, isPublic ? 9 : 5),
    lastFour: key.slice(-4),
    key: isPublic ? key : null,
    hash: hashKey(key),
  };
  await db.insert(schemas[service].apiKey).values(facts);
}

export async function findTenant(db: Pick<Database, "select">, service: Service, storeId: string, mode: Mode) {
  const { tenant } = schemas[service];
  const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, mode));
  const [row] = await db
    .select({ id: tenant.id, currency: tenant.currency, timeZone: tenant.timeZone })
    .from(tenant)
    .where(place);
  if (!row) throw new Error(`Store ${storeId} does not exist in the ${service} service.`);
  return row;
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
