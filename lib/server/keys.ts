import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { spareAfterDays } from "../contract/desk/key-words.ts";
import type { ApiKey, KeyScopeUse } from "../contract/desk/keys.ts";
import { ApiError } from "../contract/errors.ts";
import { audit } from "../database/schema/desk-audit.ts";
import { type Api, apis, type ConnectionId, isEmbedded, readConnection } from "./connections.ts";
import { db, type StoreMode } from "./db.ts";
import { findApiKeyId, type KeyFacts, type KeyUseFacts, listApiKeys, readKeyUses } from "./upstream.ts";

export async function readKeys({ storeId, mode }: StoreMode): Promise<ApiKey[]> {
  const facts = (await listApiKeys(db(), storeId)).filter((key) => key.mode === mode);
  const byId = Map.groupBy(facts, ({ id }) => id);
  const ids = [...byId.keys()];
  if (ids.length === 0) return [];
  const [uses, makers, serving] = await Promise.all([
    readKeyUses(db(), ids, spareAfterDays),
    makersOf(storeId, ids),
    keysOfDashboard({ storeId, mode }),
  ]);
  const usesById = Map.groupBy(uses, ({ keyId }) => keyId);
  const keys = ids.map((id) => {
    const serves = apis.filter((api) => serving[api] === id);
    return toKey(byId.get(id) ?? [], usesById.get(id) ?? [], makers.get(id) ?? null, serves);
  });
  return keys.sort(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || (a.created_at < b.created_at ? 1 : -1),
  );
}

export async function readKey(storeMode: StoreMode, id: string): Promise<ApiKey> {
  const found = (await readKeys(storeMode)).find((key) => key.id === id);
  if (!found) throw new ApiError(404, "not_found", `Key ${id} does not exist.`);
  return found;
}

export async function keyOfDashboard(id: ConnectionId): Promise<string | null> {
  if (!isEmbedded(id)) return null;
  const connection = await readConnection(id).catch((cause) => {
    if (cause instanceof ApiError) return null;
    throw cause;
  });
  return connection && findApiKeyId(db(), id.api, connection.key);
}

async function keysOfDashboard(storeMode: StoreMode): Promise<Record<Api, string | null>> {
  const [checkout = null, affiliate = null] = await Promise.all(
    apis.map((api) => keyOfDashboard({ ...storeMode, api })),
  );
  return { checkout, affiliate };
}

/** The services do not know who created a key, but the audit does. */
async function makersOf(storeId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db()
    .select({ id: audit.recordId, name: audit.actorName })
    .from(audit)
    .where(
      and(
        eq(audit.storeId, storeId),
        inArray(audit.recordId, ids),
        eq(audit.resource, "keys"),
        eq(audit.operation, "create"),
        eq(audit.outcome, "ok"),
      ),
    );
  return new Map(rows.flatMap(({ id, name }) => (id === null ? [] : [[id, name]])));
}

function toKey(facts: KeyFacts[], counted: KeyUseFacts[], maker: string | null, serves: Api[]): ApiKey {
  const [first] = facts;
  if (!first) throw new Error("A key without a row.");
  const latest = facts.reduce((a, b) => ((b.lastUsedAt?.getTime() ?? 0) > (a.lastUsedAt?.getTime() ?? 0) ? b : a));
  const granted = facts.flatMap(({ scopes }) => scopes);
  const names = [...new Set([...granted, ...counted.map(({ scope }) => scope)])];
  const uses = names.map((scope): KeyScopeUse => {
    const { calls = 0, refused = 0, lastDay = null } = counted.find((each) => each.scope === scope) ?? {};
    return { scope, granted: granted.includes(scope), calls, refused, last_day: lastDay };
  });
  const watched = facts.every(({ watchedSince }) => Date.now() - watchedSince.getTime() > spareAfterDays * 86_400_000);
  // Which scopes the dashboard itself needs depends on what people open next.
  const advises = watched && first.revokedAt === null && serves.length === 0;
  return {
    id: first.id,
    name: first.name,
    prefix: first.prefix,
    last_four: first.lastFour,
    publishable: first.prefix.startsWith("pub_"),
    created_at: first.createdAt.toISOString(),
    created_by: maker,
    revoked_at: first.revokedAt?.toISOString() ?? null,
    last_use: latest.lastUsedAt && {
      at: latest.lastUsedAt.toISOString(),
      address: latest.lastUsedAddress,
      agent: latest.lastUsedAgent,
    },
    watched_since: first.watchedSince.toISOString(),
    calls: uses.reduce((sum, { calls }) => sum + calls, 0),
    uses,
    spare: advises ? uses.filter((use) => use.granted && use.calls === 0).map(({ scope }) => scope) : [],
    serves,
  };
}
