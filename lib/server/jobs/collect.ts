import "server-only";
import { sql } from "drizzle-orm";
import { db } from "../db.ts";
import { addItems } from "./items.ts";
import type { Kind, Turn } from "./kind.ts";

/** Stores one step of collecting together with the start of the next step, or not at all. */
export async function collectOnce(turn: Turn, kind: Kind, token: string): Promise<void> {
  const { job } = turn;
  const {
    items = [],
    baseline,
    content,
    rows = 0,
    total,
    next,
  } = (await kind.collect?.(turn, job.cursor ?? {})) ?? { next: null };
  await db().transaction(async (tx) => {
    const { rows: mine } = await tx.execute(sql`
      update desk.job set cursor = ${next === null ? null : JSON.stringify(next)}::json, updated_at = now(),
        done = done + ${rows},
        ${baseline ? sql`baseline = ${JSON.stringify(baseline)}::json,` : sql``}
        total = ${content === undefined ? sql`total` : sql`greatest(${total ?? 0}::int, done + ${rows})`}
      where id = ${job.id} and lease_token = ${token} and lease_until > now() and state = 'running'
      returning id`);
    // Another worker continues, or the job was stopped: the result of this step is discarded.
    if (mine.length === 0) return;
    if (items.length > 0) await addItems(tx, job.id, items, await lastItem(tx, job.id));
    if (content === undefined || content === "") return;
    await tx.execute(sql`
      insert into desk.job_file (job_id, n, content)
      select ${job.id}, count(*), ${content} from desk.job_file where job_id = ${job.id}`);
  });
}

async function lastItem(tx: Pick<ReturnType<typeof db>, "execute">, jobId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select coalesce(max(n), 0) as n from desk.job_item where job_id = ${jobId}`);
  return rows[0]?.n ?? 0;
}
