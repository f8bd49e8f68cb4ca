import { and, sql } from "drizzle-orm";
import { controlIn } from "../../contract/checkout/experiment-words.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { type ExperimentAlert, experiment } from "../../database/schema/checkout.ts";
import { guardedOf } from "../../guardrails.ts";
import { log } from "../../log.ts";
import { faultySplit, sampleRatioMismatch } from "../../stats/index.ts";
import { change, ended, isOne, lockForStart, lockOne, write } from "./experiment-life.ts";
import { readSums } from "./experiment-sums.ts";

type Row = typeof experiment.$inferSelect;
type Sums = Awaited<ReturnType<typeof readSums>>[number];
type Found = { kind: string; variant?: string };

/** Starts and ends experiments with a plan on time, and tells what is wrong with those that run. */
export async function watchExperiments(db: Database, signal?: AbortSignal): Promise<void> {
  const due = await db
    .select({ tenantId: experiment.tenantId, id: experiment.id, status: experiment.status })
    .from(experiment)
    .where(
      and(
        sql`plan is not null`,
        sql`(status = 'running' or (status = 'draft' and (plan ->> 'starts_at')::timestamptz <= now()))`,
      ),
    );
  for (const { tenantId, id, status } of due) {
    if (signal?.aborted) return;
    await db
      .transaction((tx) => (status === "draft" ? startOnTime : watch)(tx, tenantId, id))
      .catch((err) => noteRefusal(db, { tenantId, id }, err))
      .catch((err) => {
        if (!signal?.aborted)
          log.warn({ err, experiment: id }, "an experiment could not be watched; trying again in a minute");
      });
  }
}

// Another process may have done the same a moment ago, so everything is decided by the locked row.

async function startOnTime(tx: Transaction, tenantId: number, id: string): Promise<void> {
  const locked = await lockForStart(tx, tenantId, id);
  const [{ status, plan }] = locked;
  if (status === "draft" && isOver(plan?.starts_at)) await change(tx, locked, { status: "running" });
}

async function watch(tx: Transaction, tenantId: number, id: string): Promise<void> {
  const row = await lockOne(tx, tenantId, id);
  if (row.status !== "running") return;
  if (isOver(row.plan?.ends_at)) {
    await write(tx, row, ended);
    return;
  }
  const sums = await readSums(tx, tenantId, [id]);
  const news = problemsOf(row, sums).find(({ kind }) => !row.alertsSeen.includes(kind));
  if (!news || news.kind === row.alert?.kind) return;
  const stops = news.kind !== "split" && row.plan?.stops_on_breach === true && row.pausedAt === null;
  const at = new Date();
  await write(tx, row, {
    alert: { ...news, at: at.toISOString(), paused: stops },
    ...(stops && { pausedAt: at }),
  });
}

const isOver = (at: string | undefined) => at !== undefined && Date.parse(at) <= Date.now();

/** A draft that cannot start when its time has come says so, and is tried again each minute. */
async function noteRefusal(db: Database, { tenantId, id }: Pick<Row, "tenantId" | "id">, err: unknown): Promise<void> {
  if (!(err instanceof ApiError)) throw err;
  const alert: ExperimentAlert = { kind: "start", at: new Date().toISOString(), paused: false };
  await db
    .update(experiment)
    .set({ alert })
    .where(and(isOne(tenantId, id), sql`status = 'draft' and alert is null`));
}

function problemsOf({ variants, plan }: Row, sums: readonly Sums[]): Found[] {
  const arms = variants.map(({ name }) => {
    const own = sums.find(({ variant }) => variant === name);
    return { name, visitors: own?.visitors ?? 0, sums: own };
  });
  const split = sampleRatioMismatch(
    arms.map(({ visitors }) => visitors),
    variants.map(({ weight }) => weight),
  );
  const isFaulty = split.pValue !== null && split.pValue < faultySplit;
  const control = arms.find(({ name }) => name === controlIn(variants)?.name);
  const guarded = control ? guardedOf(plan?.guardrails ?? [], arms, control) : [];
  const broken = guarded.filter(({ state }) => state === "broken");
  return [
    ...(isFaulty ? [{ kind: "split" }] : []),
    ...broken.map(({ guardrail, name }) => ({ kind: guardrail, variant: name })),
  ];
}
