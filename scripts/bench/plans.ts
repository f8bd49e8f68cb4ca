import pg from "pg";
import { scopesOf } from "../../lib/contract/scopes.ts";
import { openPlace } from "./place.ts";
import { fillForPlans, large, madeByHand, some, tables } from "./plans/fill.ts";
import { judge, statementsOf } from "./plans/judge.ts";
import { type List, lists, params, questionsOf, type Values } from "./plans/questions.ts";
import "../../lib/runtime/server-modules.ts";

/** This many rows may be read for each row on a page, plus `besides`. */
const perShown = 10;
const besides = 400;
/** Counting, and searching without an index, stop at this number. */
const mostCounted = 10_001;
const looksThrough: Record<string, number> = {
  "checkout.webhooks.find": 20_000,
  "desk.remembered.list": 20_000,
  "desk.audit.list": 1_000,
};

const filled = new Set(Object.keys(tables));

// Runs the real statements of every list of the screens and APIs, with every sort order and filter, over one large
// store among many. The rows that are read must depend on the page and not on the store.
export async function run(): Promise<boolean> {
  const place = await openPlace({ apart: false });
  const client = new pg.Client(place.url);
  try {
    await client.connect();
    const ask = await open(place.env, client);
    // If a table is scanned even with this setting, no index fits. Here, where one store has half of all rows, a scan
    // may be cheaper than an index, but not in a larger database.
    await client.query("set enable_seqscan = off");
    let [kept, questions, statements, most] = [true, 0, 0, 0];
    for (const list of lists) {
      const told = new Set<string>();
      for (const question of questionsOf(list)) {
        questions++;
        let shown = 0;
        const sent = await statementsOf(async () => {
          shown = await ask(list, question);
        });
        for (const statement of sent) {
          statements++;
          const { rows, counted, byHand, scanned, text } = await judge(client, statement, filled, madeByHand);
          const through = looksThrough[list.is] ?? 0;
          if (through === 0) most = Math.max(most, rows);
          const problems = [
            ...scanned.map((table) => `reads ${table} from end to end`),
            ...(rows > through + perShown * Math.max(shown, 25) + besides ? [`reads ${rows} rows`] : []),
            ...(counted > mostCounted ? [`counts ${counted} rows`] : []),
            ...(byHand > 4 * some ? [`reads ${byHand} rows of what the store has ${some} of`] : []),
          ];
          if (problems.length === 0) continue;
          const why = problems.join(" and ");
          const asked = new URLSearchParams(question).toString() || "as it opens";
          if (!told.has(why + text))
            console.log(`${list.is}, ${asked}: shows ${shown}, ${why}\n  ${text.slice(0, 400)}`);
          told.add(why + text);
          kept = false;
        }
      }
    }
    console.log(
      `\nplans: ${lists.length} lists, ${questions} questions, ${statements} statements; at most ${most} rows for a page`,
    );
    return kept;
  } finally {
    await client.end();
    await place.stop();
  }
}

async function open(env: Record<string, string>, client: pg.Client) {
  Object.assign(process.env, env, { CARTWRIGHT_ORIGIN: "http://desk.test" });
  const tenants = await fillForPlans(client);
  const { db } = await import("../../lib/server/db.ts");
  const { createServices } = await import("../../lib/services/index.ts");
  const { createApiKey } = await import("../../lib/services/tenants.ts");
  const { rebuildSums } = await import("../../lib/services/affiliate/rebuild.ts");
  const { connectEmbedded } = await import("../../lib/server/embedded.ts");
  const { runDesk } = await import("../../lib/server/desk/serve.ts");
  const facts = { currency: "EUR", timeZone: "UTC" };
  await rebuildSums(db(), { tenantId: tenants.affiliate, timeZone: "UTC" }, true);
  await connectEmbedded({ id: large, name: "Shop", ...facts });
  await client.query("analyze");

  const none = 1_000_000;
  const services = createServices(db(), { perSecond: none, perMinute: none, perHour: none });
  const scopes = [...Object.keys(scopesOf.checkout), ...Object.keys(scopesOf.affiliate)];
  const { key } = await createApiKey(db(), { storeId: large, mode: "live", name: "Plans", scopes });
  const person = { id: "person-0", name: "P", email: "p@test" };
  const context = {
    membership: { person, store: { id: large, name: "Shop", ...facts }, role: "owner" as const },
    mode: "live" as const,
  };

  return async ({ api, found: { resource, name, operation }, is }: List, query: Values): Promise<number> => {
    const of = params[is] ?? {};
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
