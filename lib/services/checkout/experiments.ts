import { sql } from "drizzle-orm";
import type { experiments as contract } from "../../contract/checkout/experiments.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { minorDigits } from "../../decimal.ts";
import { sentence } from "../../sentences.ts";
import { emit } from "../delivery/emit.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { readBaseline } from "./experiment-baseline.ts";
import { changed, decided, isOne, lockOne } from "./experiment-life.ts";
import { conflict, draftErrors } from "./experiment-start.ts";
import { describeArms, readParts, readSetAside, readSums } from "./experiment-sums.ts";
import { concluded } from "./verdict.ts";

type Row = typeof experiment.$inferSelect;

export const experiments: ResourceHandlers<(typeof contract)["experiments"], Context> = {
  async list({ query }, context) {
    return readPage(context, query, { ...list, toItem: ({ row }: { row: Row }) => toRecord(row, context) });
  },

  async create({ body: { name, variants, plan } }, context) {
    const { db, tenantId } = context;
    refuse(draftErrors({ variants, plan }));
    const [row] = await db
      .insert(experiment)
      .values({ tenantId, id: newId("exp"), name, status: "draft", variants, plan })
      .returning();
    return toRecord(row as Row, context);
  },

  async get({ params }, context) {
    return toRecord(await read(params.id, context), context);
  },

  async update({ params, body }, context) {
    return toRecord(await context.db.transaction((tx) => changed(tx, context.tenantId, params.id, body)), context);
  },

  async delete({ params }, { db, tenantId }) {
    return db.transaction(async (tx) => {
      const { status } = await lockOne(tx, tenantId, params.id);
      if (status !== "draft") conflict("status", sentence("onlyDraftDeleted"));
      await tx.delete(experiment).where(isOne(tenantId, params.id));
      return { id: params.id, deleted: true };
    });
  },

  async decide({ params, body }, context) {
    const { db, tenantId } = context;
    return db.transaction(async (tx) => {
      const row = await decided(tx, tenantId, params.id, body);
      if (row.winner !== null) {
        const sums = await readSums(tx, tenantId, [row.id]);
        await emit(tx, tenantId, concluded({ ...row, winner: row.winner }, statusOf(row), sums));
      }
      return toRecord(row, context);
    });
  },

  async breakdown({ params, query: { by } }, context) {
    const { db, tenantId, currency } = context;
    const [row, parts] = await Promise.all([read(params.id, context), readParts(db, tenantId, params.id, by)]);
    return { data: [...parts].map(([key, sums]) => ({ key, variants: describeArms(row, sums, currency) })) };
  },

  async baseline({ query: { offers } }, { db, tenantId, currency }) {
    const perVisitor = ["revenue_per_visitor", "revenue_deviation"] as const;
    const perOrder = ["average_order", "average_order_deviation"] as const;
    return inUnits(await readBaseline(db, tenantId, offers), [...perVisitor, ...perOrder, "cap"], currency);
  },

  /** Sums are live and include late events. The winner stays the one that the test, or somebody, named. */
  async results({ params }, context) {
    const { db, tenantId, currency } = context;
    const [row, sums, set_aside] = await Promise.all([
      read(params.id, context),
      readSums(db, tenantId, [params.id]),
      readSetAside(db, tenantId, params.id),
    ]);
    return {
      experiment_id: row.id,
      status: statusOf(row),
      ...(row.winner !== null && { winner: row.winner }),
      variants: describeArms(row, sums, currency),
      ...(set_aside && { set_aside }),
    };
  },
};

function statusOf({ status, winner, plan }: Row): string {
  if (winner !== null) return plan ? "decided" : "significant";
  if (status !== "completed") return "collecting";
  return plan ? "ended" : "not_significant";
}

async function read(id: string, { db, tenantId }: Context): Promise<Row> {
  const [row] = await db.select().from(experiment).where(isOne(tenantId, id));
  return row ?? missing("Experiment", id);
}

function inUnits<Key extends string, T extends Record<Key, number | null>>(
  record: T,
  amounts: readonly Key[],
  currency: string,
) {
  const unit = 10 ** minorDigits(currency);
  const read = amounts.map((name) => [name, record[name] === null ? null : record[name] / unit]);
  return { ...record, ...(Object.fromEntries(read) as Record<Key, number | null>) };
}

function frozenRecord({ frozen, plan }: Row, currency: string) {
  if (!frozen) return {};
  const { slots: _, ...rest } = frozen;
  const isAmount = plan?.metric === "revenue_per_visitor" || plan?.metric === "average_order";
  return { frozen: inUnits(rest, isAmount ? ["base", "deviation", "cap"] : ["cap"], currency) };
}

function toRecord(row: Row, { currency }: Pick<Context, "currency">) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    variants: row.variants,
    ...(row.winner !== null && { winner: row.winner }),
    ...(row.startedAt && { started_at: row.startedAt.toISOString() }),
    ...(row.endedAt && { ended_at: row.endedAt.toISOString() }),
    created_at: row.createdAt.toISOString(),
    ...(row.plan && { plan: row.plan }),
    ...frozenRecord(row, currency),
    ...(row.pausedAt && { paused_at: row.pausedAt.toISOString() }),
    ...(row.alert && { alert: row.alert }),
    ...(row.decisions.length > 0 && { decisions: row.decisions }),
    ...(row.learned !== null && { learned: row.learned }),
    ...(row.amendments.length > 0 && { amendments: row.amendments }),
  };
}

const list: Omit<List<{ row: Row }, ReturnType<typeof toRecord>>, "toItem"> = {
  name: "experiments",
  table: experiment,
  filters: { status: experiment.status },
  searched: [experiment.name, sql`(${experiment.plan} ->> 'hypothesis')`, experiment.learned],
  sorts: {
    created_at: [experiment.createdAt],
    name: [sql`lower(${experiment.name})`],
    status: [experiment.status, experiment.createdAt],
  },
};
