import pg from "pg";
import { scopesOf } from "../../../lib/contract/scopes.ts";
import { unlimited } from "../database.ts";
import { fillForPlans, large, type Tenants } from "./fill.ts";
import { type List, params, type Values } from "./questions.ts";
import "../../../lib/runtime/server-modules.ts";

export type Sent = { text: string; values: unknown[] };
/** Returns the number of rows on the page. */
export type Ask = (list: List, query: Values, of?: Values) => Promise<number>;

/** Fills the database with one large store among many, and returns a way to ask each list for it. */
export async function openLargeStore(
  env: Record<string, string>,
  client: pg.Client,
  fillFurther?: (tenants: Tenants) => Promise<void>,
): Promise<Ask> {
  Object.assign(process.env, env, { CARTWRIGHT_ORIGIN: "http://desk.test" });
  const tenants = await fillForPlans(client);
  await fillFurther?.(tenants);
  const { db } = await import("../../../lib/server/db.ts");
  const { createServices } = await import("../../../lib/services/index.ts");
  const { createApiKey } = await import("../../../lib/services/tenants.ts");
  const { rebuildSums } = await import("../../../lib/testing/affiliate/rebuild.ts");
  const { connectEmbedded } = await import("../../../lib/server/wire/upstream.ts");
  await import("../../../lib/server/registrations.ts");
  const { runDesk } = await import("../../../lib/server/desk/serve.ts");
  const facts = { currency: "EUR", timeZone: "UTC" };
  await rebuildSums(db(), { tenantId: tenants.affiliate, timeZone: "UTC" }, true);
  await connectEmbedded({ id: large, name: "Shop", ...facts });
  await client.query("analyze");

  const services = createServices(db(), unlimited);
  const scopes = [...Object.keys(scopesOf.checkout), ...Object.keys(scopesOf.affiliate)];
  const { key } = await createApiKey(db(), { storeId: large, mode: "live", name: "Plans", scopes });
  const person = { id: "person-0", name: "P", email: "p@test" };
  const context = {
    membership: { person, store: { id: large, name: "Shop", ...facts }, role: "owner" as const },
    mode: "live" as const,
  };

  return async ({ api, found: { resource, name, operation }, is }, query, of = params[is] ?? {}) => {
    if (api === "desk") {
      const { data } = (await runDesk(context, resource, name, { params: of, query })) as { data: unknown[] };
      return data.length;
    }
    const path = operation.path.replace(/:(\w+)/g, (_, name) => of[name] ?? "");
    const address = `/services/${api}/v1${path}?${new URLSearchParams(query)}`;
    const response = await services.request(address, { headers: { authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { data?: unknown[] };
    // Some filters and sort orders exclude each other.
    if (response.status === 400) return 0;
    if (response.status !== 200) throw new Error(`${address}: ${JSON.stringify(body)}`);
    return body.data?.length ?? 0;
  };
}

/** Records all statements that this process sends while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [what, values] = args;
    const { text, values: own } =
      typeof what === "string" ? { text: what, values: undefined } : (what as pg.QueryConfig);
    if (/^\s*(select|with)\b/i.test(text ?? ""))
      sent.push({ text, values: (own ?? (Array.isArray(values) ? values : [])) as unknown[] });
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
