import pg from "pg";
import { madeByHand, madeByTraffic } from "./tables.ts";

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
export type Judged = { text: string; rows: number; counted: number; byHand: number; scanned: string[] };

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

export async function judge(client: pg.Client, { text, values }: Sent): Promise<Judged> {
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
