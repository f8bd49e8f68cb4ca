import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { cartErrors } from "../../contract/checkout/experiment-draft.ts";
import { controlIn } from "../../contract/checkout/experiment-words.ts";
import type { ExperimentDecision, ExperimentPatch } from "../../contract/checkout/experiments.ts";
import type { Transaction } from "../../database/client.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { sentence } from "../../sentences.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { conflict, conflicts, draftErrors, isPast, start } from "./experiment-start.ts";

type Row = typeof experiment.$inferSelect;
type Plan = NonNullable<Row["plan"]>;
type Change = Partial<typeof experiment.$inferInsert>;

export const isOne = (tenantId: number, id: string) => and(eq(experiment.tenantId, tenantId), eq(experiment.id, id));

/** A fixed order prevents deadlocks. */
export function lock(tx: Transaction, tenantId: number, which: SQL): Promise<Row[]> {
  return tx
    .select()
    .from(experiment)
    .where(and(eq(experiment.tenantId, tenantId), which))
    .orderBy(asc(experiment.id))
    .for("no key update");
}

/** Experiments that start at the same time must not be given the same visitors, so those that run are locked as well. */
export async function lockForStart(tx: Transaction, tenantId: number, id: string): Promise<[Row, Row[]]> {
  const rows = await lock(tx, tenantId, sql`(id = ${id} or status <> 'completed')`);
  const row = rows.find((one) => one.id === id) ?? missing("Experiment", id);
  return [row, rows.filter((one) => one !== row && one.status === "running")];
}

export async function lockOne(tx: Transaction, tenantId: number, id: string): Promise<Row> {
  const [row] = await lock(tx, tenantId, eq(experiment.id, id));
  return row ?? missing("Experiment", id);
}

export async function write(tx: Transaction, { tenantId, id }: Row, change: Change): Promise<Row> {
  const [row] = await tx.update(experiment).set(change).where(isOne(tenantId, id)).returning();
  return row as Row;
}

export async function changed(tx: Transaction, tenantId: number, id: string, patch: ExperimentPatch): Promise<Row> {
  const starts = patch.status === "running";
  return change(tx, starts ? await lockForStart(tx, tenantId, id) : [await lockOne(tx, tenantId, id), []], patch);
}

export async function change(tx: Transaction, [row, others]: [Row, Row[]], patch: ExperimentPatch): Promise<Row> {
  requirePossible(row, patch);
  const draft = row.status === "draft";
  const { name, variants, plan, learned, paused } = patch;
  const next = { ...row, ...(variants && { variants }), ...(plan && { plan }) };
  refuse(draft ? [...draftErrors(patch), ...cartErrors(next)] : []);
  const starts = patch.status === "running" && draft;
  return write(tx, row, {
    name: name ?? row.name,
    variants: next.variants,
    ...(draft ? { plan: next.plan, alert: null } : amend(row, plan)),
    ...(learned !== undefined && { learned: learned === "" ? null : learned }),
    ...(paused !== undefined && (paused ? { pausedAt: row.pausedAt ?? new Date() } : resume(row))),
    ...(starts && { status: "running", startedAt: sql`now()` as never, frozen: await start(tx, next, others) }),
    ...(patch.status === "completed" && row.status === "running" && ended),
  });
}

export const ended = { status: "completed", endedAt: sql`now()` as never, pausedAt: null } as const;

/** Asking for the status that an experiment has already changes nothing. */
function requirePossible({ status: now, plan }: Row, { status, variants, paused }: ExperimentPatch): void {
  const allowed = { draft: ["running"], running: ["running", "completed"], completed: ["completed"] }[now];
  if (status !== undefined && !allowed.includes(status)) {
    conflict("status", sentence("experimentBecomes", { now, status }));
  }
  if (variants !== undefined && now !== "draft") {
    conflict("variants", sentence("variantsFixed"));
  }
  if (paused !== undefined && !plan) conflict("paused", sentence("shopPauses"));
  if (paused !== undefined && now !== "running") conflict("paused", sentence("cannotPause", { now }));
}

const amendable: readonly string[] = ["guardrails", "stops_on_breach", "ends_at"];

/** Of a plan that has started, the visitors depend on everything else. */
function amend(row: Row, plan: Plan | undefined): Change {
  if (plan === undefined) return {};
  const before = row.plan ?? conflict("plan", sentence("planFixed"));
  const [old, next] = [before, plan].map((one) => JSON.parse(JSON.stringify(one))) as [Plan, Plan];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])] as (keyof Plan)[];
  const fields = names.filter((name) => !isDeepStrictEqual(old[name], next[name]));
  conflicts(
    fields
      .filter((name) => row.status !== "running" || !amendable.includes(name))
      .map((name) => ({
        field: `plan.${name}`,
        ...(row.status === "running" ? sentence("onlyBeforeStart") : sentence("notAfterEnd")),
      })),
  );
  if (fields.includes("ends_at")) refuse(isPast("plan.ends_at", plan.ends_at));
  return fields.length === 0 ? {} : { plan, amendments: [...row.amendments, { at: new Date().toISOString(), fields }] };
}

/** Who lets an experiment go on has seen its alert, and is not stopped for the same reason again. */
function resume({ alert, alertsSeen }: Row): Change {
  return {
    pausedAt: null,
    ...(alert && { alert: { ...alert, paused: false }, alertsSeen: [...new Set([...alertsSeen, alert.kind])] }),
  };
}

export async function decided(tx: Transaction, tenantId: number, id: string, decision: ExperimentDecision) {
  const row = await lockOne(tx, tenantId, id);
  const { outcome, variant, ends_at } = decision;
  const control = controlIn(row.variants)?.name;
  if (row.status === "draft") conflict("outcome", sentence("experimentDraft"));
  if (row.winner !== null) conflict("outcome", sentence("winnerDecided"));
  if (outcome === "longer" && row.status === "completed") conflict("outcome", sentence("experimentOver"));
  if (outcome === "longer" && !row.plan) conflict("outcome", sentence("planHasEnd"));
  const only = (field: string, value: unknown, isFor: string) =>
    value === undefined ? [] : [{ field, message: `Must be left out, because it belongs to ${isFor}.` }];
  if (outcome === "longer") {
    const wrong = ends_at === undefined ? [{ field: "ends_at", ...sentence("chooseEnd") }] : isPast("ends_at", ends_at);
    refuse(wrong, only("variant", variant, "ship"));
    const plan = { ...(row.plan as Plan), ends_at };
    return write(tx, row, { ...amend(row, plan), ...recorded(row, decision) });
  }
  const known = row.variants.some(({ name }) => name === variant);
  const wrong =
    variant === undefined
      ? sentence("chooseShipped")
      : !known
        ? sentence("noVariant")
        : variant === control
          ? sentence("controlLive")
          : null;
  refuse(
    outcome === "ship" && wrong !== null ? [{ field: "variant", ...wrong }] : [],
    outcome === "keep" ? only("variant", variant, "ship") : [],
    only("ends_at", ends_at, "longer"),
  );
  return write(tx, row, {
    ...recorded(row, decision),
    winner: outcome === "ship" ? (variant as string) : (control as string),
    ...(row.status === "running" && ended),
  });
}

const recorded = ({ decisions }: Row, decision: ExperimentDecision): Change => ({
  decisions: [...decisions, { ...decision, at: new Date().toISOString() }],
});
