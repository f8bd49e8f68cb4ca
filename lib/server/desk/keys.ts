import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { spareAfterDays } from "../../contract/desk/key-words.ts";
import type { ApiKey, KeyScopeUse } from "../../contract/desk/keys.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { storefrontScope } from "../../contract/scopes.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { sentence } from "../../sentences.ts";
import { db, type StoreMode, storeModeOf } from "../db.ts";
import { countAttempt } from "../people/guess-limits.ts";
import type { DeskHandlers } from "../wire/call.ts";
import { type Api, apis, type ConnectionId, readConnection } from "../wire/connections.ts";
import {
  createApiKey,
  createStorefrontKey,
  findApiKeyId,
  type KeyFacts,
  type KeyUseFacts,
  listApiKeys,
  readKeyUses,
  revokeApiKey,
  storefrontScopes,
} from "../wire/upstream.ts";

const mostKeys = 100;

export const keys: DeskHandlers<"keys"> = {
  list: async (_input, context) => ({ data: await readKeys(storeModeOf(context)) }),
  get: ({ params }, context) => readKey(storeModeOf(context), params.id),

  async create({ body }, context) {
    const { store, person } = context.membership;
    const { name, publishable, origins } = body;
    const scopes = [...new Set(body.scopes)];
    const facts = { ...storeModeOf(context), name };
    const service = scopes.includes(storefrontScope) ? "checkout" : "affiliate";
    if (publishable && (scopes.length > 1 || scopes[0] !== storefrontScopes[service])) {
      refuseScopes(`A key for a shop’s pages has one scope: ${Object.values(storefrontScopes).join(" or ")}.`);
    }
    if (!publishable && origins.length > 0) {
      throw invalid({ field: "origins", message: "Only a key for a shop’s pages is limited to websites." });
    }
    await countAttempt("key", [`${store.id} ${person.id}`]);
    const active = (await readKeys(facts)).filter(({ revoked_at }) => revoked_at === null);
    if (active.length >= mostKeys) throw new ApiError(409, "too_many", sentence("keys", { count: mostKeys }));
    const made = publishable
      ? await createStorefrontKey(db(), { ...facts, service, origins })
      : await createApiKey(db(), { ...facts, scopes });
    return { ...made, name, scopes };
  },

  async revoke({ params }, context) {
    const { id, name, revoked_at, serves } = await readKey(storeModeOf(context), params.id);
    if (revoked_at !== null) throw new ApiError(409, "conflict", sentence("keyRevoked"));
    if (serves.length > 0) {
      throw new ApiError(409, "in_use", sentence("keyInUse"));
    }
    await revokeApiKey(db(), id);
    return { id, name, revoked: true };
  },
};

function refuseScopes(message: string): never {
  throw invalid({ field: "scopes", message });
}

async function readKeys({ storeId, mode }: StoreMode): Promise<ApiKey[]> {
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

async function readKey(storeMode: StoreMode, id: string): Promise<ApiKey> {
  const found = (await readKeys(storeMode)).find((key) => key.id === id);
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Key", id }));
  return found;
}

export async function keyOfDashboard(id: ConnectionId): Promise<string | null> {
  const connection = await readConnection(id).catch((cause) => {
    if (cause instanceof ApiError) return null;
    throw cause;
  });
  return connection?.embedded ? findApiKeyId(db(), id.api, connection.key) : null;
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
    key: first.key,
    publishable: first.prefix.startsWith("pub_"),
    origins: first.origins,
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
