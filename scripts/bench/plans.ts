import pg from "pg";
import { scopesOf } from "../../lib/contract/scopes.ts";
import { openBenchDatabase, unlimited } from "./database.ts";
import { fillForPlans, large, some } from "./plans/fill.ts";
import { type List, lists, params, questionsOf, type Values } from "./plans/questions.ts";
import { madeByHand, madeByTraffic } from "./plans/tables.ts";
import { record } from "./results.ts";
import "../../lib/runtime/server-modules.ts";

/** This many rows may be read for each row on a page, plus `besides`. */
const perShown = 10;
const besides = 400;
/** Counting, and searching without an index, stop at this number. */
const mostCounted = 10_001;
const mostSearched: Record<string, number> = {
  "checkout.webhooks.find": 20_000,
  "desk.remembered.list": 20_000,
  "desk.audit.list": 1_000,
};

// Runs the real statements of every list over one large store among many: the rows that are read must depend on the
// page and not on the store.
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    const ask = await open(database.env, client);
    // If a table is scanned even with this setting, no index fits. Here, where one store has half of all rows, a scan
    // may be cheaper than an index, but not in a larger database.
    await client.query("set enable_seqscan = off");
    const problems = new Set<string>();
    let [questions, statements, most] = [0, 0, 0];
    for (const list of lists) {
      for (const question of questionsOf(list)) {
        questions++;
        let shown = 0;
        const sent = await statementsOf(async () => {
          shown = await ask(list, question);
        });
        for (const statement of sent) {
          statements++;
          const judged = await judge(client, statement);
          if (!(list.is in mostSearched)) most = Math.max(most, judged.rows);
          const why = problemsOf(list, judged, shown).join(" and ");
          if (!why || problems.has(list.is + why + judged.text)) continue;
          problems.add(list.is + why + judged.text);
          const asked = new URLSearchParams(question).toString() || "as it opens";
          console.log(`${list.is}, ${asked}: shows ${shown}, ${why}\n  ${judged.text.slice(0, 400)}`);
        }
      }
    }
    record({
      what: "rows read for a page, at most",
      ours: most,
      unit: "rows",
      also: [
        { text: `${lists.length} lists, ${questions} queries, ${statements} statements` },
        { text: `${problems.size} of them read too much`, met: problems.size === 0 },
      ],
    });
  } finally {
    await client.end();
    await database.stop();
  }
}

function problemsOf({ is }: List, { rows, counted, byHand, scanned }: Judged, shown: number): string[] {
  const fits = (mostSearched[is] ?? 0) + perShown * Math.max(shown, 25) + besides;
  return [
    ...scanned.map((table) => `reads ${table} from end to end`),
    ...(rows > fits ? [`reads ${rows} rows`] : []),
    ...(counted > mostCounted ? [`counts ${counted} rows`] : []),
    ...(byHand > 4 * some ? [`reads ${byHand} rows of what the store has ${some} of`] : []),
  ];
}

async function open(env: Record<string, string>, client: pg.Client) {
  Object.assign(process.env, env, { CARTWRIGHT_ORIGIN: "http://desk.test" });
  const tenants = await fillForPlans(client);
  const { db } = await import("../../lib/server/db.ts");
  const { createServices } = await import("../../lib/services/index.ts");
  const { createApiKey } = await import("../../lib/services/tenants.ts");
  const { rebuildSums } = await import("../../lib/testing/affiliate/rebuild.ts");
  const { connectEmbedded } = await import("../../lib/server/upstream.ts");
  const { runDesk } = await import("../../lib/server/desk/serve.ts");
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

type Sent = { text: string; values: unknown[] };
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
};

/** Rows read for the page, for counting, and from tables of records that people create one by one. */
type Judged = { text: string; rows: number; counted: number; byHand: number; scanned: string[] };

/** Records all statements that this process sends while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
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

async function judge(client: pg.Client, { text, values }: Sent): Promise<Judged> {
  const { rows } = await client.query({ text: `explain (analyze, verbose, timing off, format json) ${text}`, values });
  const judged: Judged = { text, rows: 0, counted: 0, byHand: 0, scanned: [] };
  const visit = (node: PlanNode, to: "page" | "count" | "bounded") => {
    const table = `${node.Schema}.${node["Relation Name"]}`;
    if (table in madeByHand || table in madeByTraffic) {
      const each =
        (node["Actual Rows"] ?? 0) +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0);
      const rows = Math.round(each * (node["Actual Loops"] ?? 1));
      if (table in madeByHand) judged.byHand += rows;
      else if (to === "page") judged.rows += rows;
      else if (to === "count") judged.counted += rows;
      if (node["Node Type"] === "Seq Scan" && node["Actual Loops"]) judged.scanned.push(table);
    }
    const type = node["Node Type"];
    // A bounded count stops at its limit.
    const below = type === "Aggregate" ? "count" : type === "Limit" && to === "count" ? "bounded" : to;
    for (const child of node.Plans ?? []) visit(child, below);
  };
  visit(rows[0]["QUERY PLAN"][0].Plan, "page");
  return judged;
}
