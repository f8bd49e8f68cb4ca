import { openDatabase } from "../../lib/database/client.ts";
import { prepareRuntime } from "../../lib/runtime/runtime.ts";
import { createApiKey, createStorefrontKey, revokeApiKey, storefrontScopes } from "../../lib/services/tenants.ts";

export type Keys = { key: string; secretKey: string | undefined; revoke?(): Promise<void> };

/** Makes the two keys that a merchant would create in the dashboard. */
export async function makeKeys(storeId: string): Promise<Required<Keys>> {
  const runtime = await prepareRuntime((line) => console.error(line));
  const db = openDatabase(runtime.databaseUrl, 1);
  const end = async () => {
    await db.$client.end();
    await runtime.stop();
  };
  try {
    const place = { storeId, mode: "sandbox", name: "Sample shop" } as const;
    const page = await createStorefrontKey(db, place);
    const scopes = [...Object.values(storefrontScopes), "write:upsells"];
    const server = await createApiKey(db, { ...place, scopes });
    return {
      key: page.key,
      secretKey: server.key,
      async revoke() {
        for (const { id } of [page, server]) await revokeApiKey(db, id);
        await end();
      },
    };
  } catch (cause) {
    await end();
    throw cause;
  }
}
