import "server-only";
import { scopesOf } from "../contract/scopes.ts";
import { createServices } from "../services/index.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { apis, isEmbedded, isStoredForElsewhere, modes, type Place, saveConnection, summarize } from "./connections.ts";
import { db } from "./db.ts";
import type { Store } from "./people.ts";

// The one door to our own services: everything else on this side treats them as somebody else's.

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

/** The services as seen from outside, under the addresses that they have in every deployment. */
export const serveEmbedded = (request: Request) => embeddedServices().fetch(request);

/** Gives a store its place in our services, and the dashboard a key of its own wherever they are what it uses. */
export async function connectEmbedded(store: Store): Promise<void> {
  await provision(db(), { storeId: store.id, currency: store.currency, timeZone: store.timeZone });
  for (const api of apis) {
    for (const mode of modes) {
      const place = { storeId: store.id, mode, api };
      // At a command line the server's addresses may be unknown, which is no reason to forget the keys for them.
      if (!isEmbedded(place) || (await isStoredForElsewhere(place)) || (await summarize(place)).key) continue;
      await makeDashboardKey(place);
    }
  }
}

/** A key for the dashboard itself, which it has from now on. */
export async function makeDashboardKey(place: Place): Promise<string> {
  const { storeId, mode, api } = place;
  const scopes = Object.keys(scopesOf[api]);
  const { id, key } = await createApiKey(db(), { storeId, mode, name: `Dashboard (${api})`, scopes });
  await saveConnection(place, key);
  return id;
}
