import pg from "pg";
import { type ReportType, reportTypes } from "../../lib/contract/checkout/report-words.ts";
import { addDays } from "../../lib/days.ts";
import { openBenchDatabase } from "./database.ts";
import { type Ask, openLargeStore, statementsOf } from "./plans/ask.ts";
import { type List, lists, questionsOf, reports, type Values } from "./plans/questions.ts";
import { fillLargest, type Sizes } from "./reports/fill.ts";
import { percentile, record, timed } from "./results.ts";

const full: Sizes = { events: 100_000_000, orders: 10_000_000, commissions: 5_000_000, clicks: 5_000_000 };
const rounds = 5;
const budgetMs = 300;
/** The plan of an operation that takes longer is printed. */
const notableMs = 100;

/** Asks one store with the rows of years for every list, with each sort order and filter, and for every report. */
export async function run({ share }: { share: number }): Promise<void> {
  const sizes = Object.fromEntries(Object.entries(full).map(([name, count]) => [name, Math.round(count * share)]));
  const database = await openBenchDatabase({ apart: false, durable: false });
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    const ask = await openLargeStore(database.env, client, (tenants) =>
      fillLargest(database.url, tenants, sizes as Sizes),
    );
    const all = new Set([...lists, ...reports]);
    for (const list of all) await measure(client, ask, list);
  } finally {
    await client.end();
    await database.stop();
  }
}

async function measure(client: pg.Client, ask: Ask, list: List): Promise<void> {
  const questions = [...questionsOf(list).map((query): Question => ({ query })), ...periodsOf(list)];
  const times: number[] = [];
  const missed = new Set<string>();
  let slowest: Question & { ms: number } = { query: {}, ms: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const question of questions) {
      const { ms } = await timed(() => ask(list, question.query, question.of));
      times.push(ms);
      if (ms > budgetMs) missed.add(asText(question));
      if (ms > slowest.ms) slowest = { ...question, ms };
    }
  }
  const p99 = percentile(times, 0.99);
  record({
    what: list.is,
    ours: percentile(times, 0.5),
    unit: "ms",
    also: [
      { text: `p99 ${p99.toFixed(1)} ms`, met: p99 <= budgetMs },
      { text: `${times.length} reads, the slowest ${slowest.ms.toFixed(0)} ms` },
    ],
  });
  for (const question of missed) console.log(`  over ${budgetMs} ms at least once: ${question}`);
  if (p99 <= notableMs) return;
  console.log(`  ${list.is}, ${asText(slowest)}`);
  const sent = await statementsOf(() => ask(list, slowest.query, slowest.of));
  for (const { text, values } of sent) {
    const { rows } = await client.query({ text: `explain (analyze, buffers, costs off) ${text}`, values });
    console.log(`  ${text.slice(0, 200)}\n${rows.map((row) => `    ${row["QUERY PLAN"]}`).join("\n")}`);
  }
}

type Question = { query: Values; of?: Values };

const asText = ({ of, query }: Question) => new URLSearchParams({ ...of, ...query }).toString();

/** A month and a year, of each type. */
function periodsOf(list: List): Question[] {
  if (!reports.includes(list)) return [];
  const today = new Date().toISOString().slice(0, 10);
  const types = list.is === "checkout.analytics.report" ? reportTypes : [undefined];
  return types.flatMap((type: ReportType | undefined) =>
    [30, 365].map((days) => ({
      query: { start_date: addDays(today, 1 - days), end_date: today },
      ...(type && { of: { type } }),
    })),
  );
}
