import pg from "pg";
import { openBenchDatabase } from "./database.ts";
import { openLargeStore, type Sent, statementsOf } from "./plans/ask.ts";
import { some } from "./plans/fill.ts";
import { type List, lists, questionsOf } from "./plans/questions.ts";
import { madeByHand, madeByTraffic } from "./plans/tables.ts";
import { record } from "./results.ts";

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
export async function run({ only }: { only: string[] }): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    const ask = await openLargeStore(database.env, client);
    // If a table is scanned even with this setting, no index fits. Here, where one store has half of all rows, a scan
    // may be cheaper than an index, but not in a larger database.
    await client.query("set enable_seqscan = off");
    const problems = new Set<string>();
    let [questions, statements, most] = [0, 0, 0];
    const asked = only.length > 0 ? lists.filter(({ is }) => only.includes(is)) : lists;
    for (const list of asked) {
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
        { text: `${asked.length} lists, ${questions} queries, ${statements} statements` },
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
