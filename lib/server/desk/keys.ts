import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { keys as contract } from "../../contract/desk/keys.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { storefrontScope } from "../../contract/scopes.ts";
import { countAttempt } from "../attempts.ts";
import type { DeskContext } from "../call.ts";
import { db, storeModeOf } from "../db.ts";
import { readKey, readKeys } from "../keys.ts";
import { createApiKey, createStorefrontKey, revokeApiKey, storefrontScopes } from "../upstream.ts";

const mostKeys = 100;

export const keys: ResourceHandlers<(typeof contract)["keys"], DeskContext> = {
  list: async (_input, context) => ({ data: await readKeys(storeModeOf(context)) }),
  get: ({ params }, context) => readKey(storeModeOf(context), params.id),

  async create({ body }, context) {
    const { store, person } = context.membership;
    const { name, publishable } = body;
    const scopes = [...new Set(body.scopes)];
    const facts = { ...storeModeOf(context), name };
    const service = scopes.includes(storefrontScope) ? "checkout" : "affiliate";
    if (publishable && (scopes.length > 1 || scopes[0] !== storefrontScopes[service])) {
      refuseScopes(`A key for a shop’s pages has one scope: ${Object.values(storefrontScopes).join(" or ")}.`);
    }
    if (!publishable && scopes.includes(storefrontScope)) {
      refuseScopes("Keys with the storefront scope are public, so they cannot have other scopes.");
    }
    await countAttempt("key", [`${store.id} ${person.id}`]);
    const active = (await readKeys(facts)).filter(({ revoked_at }) => revoked_at === null);
    if (active.length >= mostKeys) throw new ApiError(409, "too_many", `There are ${mostKeys} keys. Revoke one first.`);
    const made = publishable
      ? await createStorefrontKey(db(), { ...facts, service })
      : await createApiKey(db(), { ...facts, scopes });
    return { ...made, name, scopes };
  },

  async revoke({ params }, context) {
    const { id, name, revoked_at, serves } = await readKey(storeModeOf(context), params.id);
    if (revoked_at !== null) throw new ApiError(409, "conflict", "This key is already revoked.");
    if (serves.length > 0) {
      throw new ApiError(409, "in_use", "The dashboard uses this key. Create a new key for the dashboard instead.");
    }
    await revokeApiKey(db(), id);
    return { id, name, revoked: true };
  },
};

function refuseScopes(message: string): never {
  throw invalid({ field: "scopes", message });
}
