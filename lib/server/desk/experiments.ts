import "server-only";
import { randomBytes } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import type { ExperimentNote, ExperimentPlan } from "../../contract/desk/experiments.ts";
import { ApiError } from "../../contract/errors.ts";
import { user } from "../../database/schema/desk.ts";
import { experimentNote, experimentPlan } from "../../database/schema/desk-experiments.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";

const mostNotes = 500;

export const experiment_plans: DeskHandlers<"experiment_plans"> = {
  async list(_input, context) {
    return { data: await readPlans(context) };
  },

  async put({ params, body }, context) {
    const values = { ...body, changedBy: context.membership.person.id, changedAt: sql`now()` };
    await db()
      .insert(experimentPlan)
      .values({ ...storeModeOf(context), experiment: params.id, ...values })
      .onConflictDoUpdate({
        target: [experimentPlan.storeId, experimentPlan.mode, experimentPlan.experiment],
        set: values,
      });
    const [plan] = await readPlans(context, params.id);
    return plan as ExperimentPlan;
  },
};

export const experiment_notes: DeskHandlers<"experiment_notes"> = {
  async list({ params }, context) {
    return { data: await readNotes(context, eq(experimentNote.experiment, params.id)) };
  },

  async create({ params, body }, context) {
    const experiment = params.id;
    const isAbout = and(inDesk(experimentNote, context), eq(experimentNote.experiment, experiment));
    if ((await db().$count(experimentNote, isAbout)) >= mostNotes)
      throw new ApiError(409, "too_many", sentence("notes", { count: mostNotes }));
    const id = `note_${randomBytes(9).toString("base64url")}`;
    const userId = context.membership.person.id;
    await db()
      .insert(experimentNote)
      .values({ id, ...storeModeOf(context), experiment, userId, text: body.text });
    return findNote(context, params.id, id);
  },

  async delete({ params }, context) {
    const { id, mine, author } = await findNote(context, params.id, params.note);
    if (!mine) throw new ApiError(403, "not_yours", sentence("ownerDelete", { name: author }));
    await db().delete(experimentNote).where(eq(experimentNote.id, id));
    return { id, deleted: true };
  },
};

async function readPlans(context: DeskContext, id?: string): Promise<ExperimentPlan[]> {
  const { experiment, names, weights, effect, sample, changedAt } = experimentPlan;
  const rows = await db()
    .select({ experiment, names, weights, effect, sample, changed_by: user.name, at: changedAt })
    .from(experimentPlan)
    .leftJoin(user, eq(user.id, experimentPlan.changedBy))
    .where(and(inDesk(experimentPlan, context), id === undefined ? undefined : eq(experiment, id)));
  return rows.map(({ at, ...plan }) => ({ ...plan, changed_at: at.toISOString() }));
}

async function readNotes(context: DeskContext, only: ReturnType<typeof eq>): Promise<ExperimentNote[]> {
  const { person, role } = context.membership;
  const { id, text, at, userId } = experimentNote;
  const rows = await db()
    .select({ id, text, at, userId, author: user.name })
    .from(experimentNote)
    .innerJoin(user, eq(user.id, experimentNote.userId))
    .where(and(inDesk(experimentNote, context), only))
    .orderBy(desc(at), id);
  return rows.map(({ userId, at, ...note }) => ({
    ...note,
    at: at.toISOString(),
    mine: userId === person.id || role === "owner",
  }));
}

async function findNote(context: DeskContext, experiment: string, id: string): Promise<ExperimentNote> {
  const notes = await readNotes(context, eq(experimentNote.experiment, experiment));
  const found = notes.find((note) => note.id === id);
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Note", id }));
  return found;
}
