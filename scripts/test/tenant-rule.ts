import { existsSync, readFileSync } from "node:fs";
import pg from "pg";
import { ofAllTenants } from "./statements-of-all-tenants.ts";

// A database that is distributed by tenant sends a statement to the one server that has the tenant's rows. So each
// statement of the services names its tenant, or stands in the list of those that run on every server.

type Plan = { Plans?: Plan[]; "Relation Name"?: string; Schema?: string; Alias?: string; [more: string]: unknown };

const isOfServices = (text: string) => /\b(checkout|affiliate)"?\."?\w/.test(text);
const conditions = ["Index Cond", "Recheck Cond", "Filter", "Hash Cond", "Merge Cond", "Join Filter"];
/** By a parameter or a constant, a list of them, or as one of the two tenants of a store. */
const named = /tenant_id\)? = (\(?\$\d|'?\d|ANY)|store_id\)? = \$\d/;

export function readStatements(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return [...new Set(lines.map((line) => JSON.parse(line) as string))].filter(isOfServices);
}

/** What is wrong with each statement that breaks the rule. The database has the tables and need not have rows. */
export async function breaches(url: string, statements: readonly string[]): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
       where column_name = 'tenant_id' and table_schema in ('checkout', 'affiliate')`,
    );
    const distributed = new Set(rows.map(({ name }) => name));
    const found: string[] = [];
    for (const text of statements) {
      const line = text.replace(/\s+/g, " ").trim();
      const isKnown = ofAllTenants.some(({ statement }) => statement.test(line));
      const why = isKnown ? null : await breach(client, text, distributed);
      if (why) found.push(`${why}: ${line.slice(0, 600)}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function breach(client: pg.Client, text: string, distributed: ReadonlySet<string>): Promise<string | null> {
  let plan: Plan;
  try {
    const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
    plan = rows[0]["QUERY PLAN"][0].Plan;
  } catch (cause) {
    return `cannot be explained (${(cause as Error).message})`;
  }
  const nodes = nodesOf(plan);
  const texts = nodes.flatMap(conditionsOf);
  const scans = nodes.filter(
    (node) => node["Node Type"] !== "ModifyTable" && distributed.has(`${node.Schema}.${node["Relation Name"]}`),
  );
  if (scans.length > 0 && !texts.some((text) => named.test(text))) return "names no tenant";
  const loose = scans.find((scan) => {
    const isNamed = conditionsOf(scan).some((text) => text.includes("tenant_id"));
    return !isNamed && !texts.some((text) => text.replaceAll('"', "").includes(`${scan.Alias}.tenant_id`));
  });
  return loose ? `reads ${loose["Relation Name"]} of all tenants` : null;
}

function conditionsOf(node: Plan): string[] {
  return conditions.flatMap((name) => (node[name] as string | undefined) ?? []);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
