import { and, eq, type SQL, sql } from "drizzle-orm";
import type { experiments as contract } from "../../contract/checkout/experiments.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { experiment } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing } from "../kernel/refuse.ts";
import { readCounts } from "./experiment-sums.ts";
import { describeVariants } from "./verdict.ts";

type Row = typeof experiment.$inferSelect;

export const experiments: ResourceHandlers<(typeof contract)["experiments"], Context> = {
  async list({ query }, context) {
    return readPage(context, query, list);
  },

  async create({ body }, { db, tenantId }) {
    const [row] = await db
      .insert(experiment)
      .values({ tenantId, id: newId("exp"), name: body.name, status: "draft", variants: body.variants })
      .returning();
    return toRecord(row as Row);
  },

  async get({ params }, { db, tenantId }) {
    const [row] = await db.select().from(experiment).where(one(tenantId, params.id));
    return row ? toRecord(row) : missing("Experiment", params.id);
  },

  async update({ params, body }, { db, tenantId }) {
    return db.transaction(async (tx) => {
      const [row] = await tx.select().from(experiment).where(one(tenantId, params.id)).for("no key update");
      if (!row) missing("Experiment", params.id);
      requirePossible(row, body);
      const starts = body.status === "running" && row.status === "draft";
      const stops = body.status === "completed" && row.status === "running";
      const [changed] = await tx
        .update(experiment)
        .set({
          name: body.name ?? row.name,
          variants: body.variants ?? row.variants,
          ...(starts && { status: "running" as const, startedAt: sql`now()` }),
          ...(stops && { status: "completed" as const, endedAt: sql`now()` }),
        })
        .where(one(tenantId, params.id))
        .returning();
      return toRecord(changed as Row);
    });
  },

  async delete({ params }, { db, tenantId }) {
    const [row] = await db.select().from(experiment).where(one(tenantId, params.id));
    if (!row) missing("Experiment", params.id);
    const [deleted] = await db
      .delete(experiment)
      .where(and(one(tenantId, params.id), eq(experiment.status, "draft")))
      .returning({ id: experiment.id });
    if (!deleted) throw new ApiError(409, "conflict", "Only an experiment that has not started can be deleted.");
    return { id: deleted.id, deleted: true };
  },

  async decide() {
    throw new ApiError(501, "not_implemented", "Decisions are not recorded yet.");
  },

  async breakdown() {
    throw new ApiError(501, "not_implemented", "Results are not divided yet.");
  },

  async baseline() {
    throw new ApiError(501, "not_implemented", "There is no baseline yet.");
  },

  /** Counts are live and include late events. The winner stays the one that the statistical test named. */
  async results({ params }, { db, tenantId }) {
    const [[row], counts] = await Promise.all([
      db.select().from(experiment).where(one(tenantId, params.id)),
      readCounts(db, tenantId, [params.id]),
    ]);
    if (!row) missing("Experiment", params.id);
    const open = row.status === "completed" ? "not_significant" : "collecting";
    return {
      experiment_id: row.id,
      status: row.winner === null ? open : "significant",
      ...(row.winner !== null && { winner: row.winner }),
      variants: describeVariants(row.variants, counts),
    };
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(experiment.tenantId, tenantId), eq(experiment.id, id));
}

/** Asking for the status that an experiment has already changes nothing. */
function requirePossible(row: Row, { status, variants }: { status?: string | undefined; variants?: unknown }): void {
  const allowed = { draft: ["running"], running: ["running", "completed"], completed: ["completed"] }[row.status];
  if (status !== undefined && !allowed.includes(status)) {
    throw new ApiError(409, "conflict", `An experiment that is ${row.status} cannot become ${status}.`);
  }
  if (variants !== undefined && row.status !== "draft") {
    throw new ApiError(409, "conflict", "Variants can be changed only before the experiment starts.");
  }
}

function toRecord(row: Row) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    variants: row.variants,
    ...(row.winner !== null && { winner: row.winner }),
    ...(row.startedAt && { started_at: row.startedAt.toISOString() }),
    ...(row.endedAt && { ended_at: row.endedAt.toISOString() }),
    created_at: row.createdAt.toISOString(),
  };
}

const list: List<typeof experiment, ReturnType<typeof toRecord>> = {
  name: "experiments",
  table: experiment,
  filters: { status: experiment.status },
  searched: [experiment.name],
  sorts: {
    created_at: [experiment.createdAt],
    name: [sql`lower(${experiment.name})`],
    status: [experiment.status, experiment.createdAt],
  },
  toItem: toRecord,
};
