import "server-only";
import { scopesOf } from "../contract/scopes.ts";
import { createServices } from "../services/index.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import {
  apis,
  type ConnectionId,
  isEmbedded,
  isStoredForElsewhere,
  type Mode,
  modes,
  saveConnection,
  summarize,
} from "./connections.ts";
import { db } from "./db.ts";
import { env } from "./env.ts";
import type { Store } from "./people.ts";

// The only access to our own services. All other code on this side treats them like any API.

export { startBackground } from "../services/background.ts";
export { readEvents } from "../services/delivery/feed.ts";
export { resealSigningSecrets } from "../services/delivery/reseal.ts";
export { kept } from "../services/kept.ts";
export { emptyProgram, emptySandbox } from "../services/sandbox.ts";
export type { DemoOptions } from "../services/simulator/calendar.ts";
export { type DemoCounts, fillSandbox } from "../services/simulator/fill.ts";
export { priceList } from "../services/simulator/products.ts";
export {
  createApiKey,
  createStorefrontKey,
  findApiKeyId,
  type KeyFacts,
  type KeyUseFacts,
  listApiKeys,
  readKeyUses,
  revokeApiKey,
  storefrontScopes,
} from "../services/tenants.ts";

let services: ReturnType<typeof createServices> | undefined;

export function embeddedServices(): ReturnType<typeof createServices> {
  services ??= createServices(db());
  return services;
}

export const serveEmbedded = (request: Request) => embeddedServices().fetch(request);

export async function connectEmbedded(store: Store): Promise<void> {
  await provision(db(), { storeId: store.id, currency: store.currency, timeZone: store.timeZone });
  for (const api of apis) {
    for (const mode of modes) {
      const id = { storeId: store.id, mode, api };
      // On the command line, the server's addresses may be unknown, which must not delete the keys for them.
      if (!isEmbedded(id) || (await isStoredForElsewhere(id)) || (await summarize(id)).key) continue;
      await makeDashboardKey(id);
    }
  }
}

export async function makeDashboardKey(connection: ConnectionId): Promise<string> {
  const { storeId, mode, api } = connection;
  const scopes = Object.keys(scopesOf[api]);
  const { id, key } = await createApiKey(db(), { storeId, mode, name: `Dashboard (${api})`, scopes });
  await saveConnection(connection, key);
  return id;
}

/** Null if another API makes the addresses of links. */
export const linkFront = (mode: Mode): string | null =>
  isEmbedded({ api: "affiliate", mode }) ? `${env().CARTWRIGHT_ORIGIN}/r/` : null;
