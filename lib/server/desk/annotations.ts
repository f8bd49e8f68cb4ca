import "server-only";
import { randomBytes } from "node:crypto";
import { and, asc, between, eq, or } from "drizzle-orm";
import type { Annotation } from "../../contract/desk/annotations.ts";
import { ApiError } from "../../contract/errors.ts";
import { present } from "../../contract/read.ts";
import { user } from "../../database/schema/desk.ts";
import { annotation as table } from "../../database/schema/desk-history.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { requireSharer } from "./views.ts";

const most = 1_000;

export const annotations: DeskHandlers<"annotations"> = {
  async list({ query }, context) {
    return { data: await read(context, between(table.day, query.from, query.to)) };
  },

  async create({ body }, context) {
    if (body.shared) requireSharer(context.membership);
    const userId = context.membership.person.id;
    const count = await db().$count(table, and(inDesk(table, context), eq(table.userId, userId)));
    if (count >= most) throw new ApiError(409, "too_many", sentence("annotations", { count: most }));
    const id = `note_${randomBytes(9).toString("base64url")}`;
    await db()
      .insert(table)
      .values({ id, ...storeModeOf(context), userId, ...body });
    return find(context, id);
  },

  async update({ params, body }, context) {
    if (body.shared) requireSharer(context.membership);
    const { id } = await findOwn(context, params.id);
    await db().update(table).set(present(body)).where(eq(table.id, id));
    return find(context, id);
  },

  async delete({ params }, context) {
    const { id } = await findOwn(context, params.id);
    await db().delete(table).where(eq(table.id, id));
    return { id, deleted: true };
  },
};

async function read(context: DeskContext, only: ReturnType<typeof eq>): Promise<Annotation[]> {
  const { person, role } = context.membership;
  const rows = await db()
    .select({ note: table, owner: user.name })
    .from(table)
    .innerJoin(user, eq(user.id, table.userId))
    .where(and(inDesk(table, context), or(table.shared, eq(table.userId, person.id)), only))
    .orderBy(asc(table.day), asc(table.createdAt));
  return rows.map(({ note: { id, day, text, shared, userId }, owner }) => ({
    id,
    day,
    text,
    shared,
    owner,
    mine: userId === person.id || role === "owner",
  }));
}

async function find(context: DeskContext, id: string): Promise<Annotation> {
  const [found] = await read(context, eq(table.id, id));
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Annotation", id }));
  return found;
}

async function findOwn(context: DeskContext, id: string): Promise<Annotation> {
  const found = await find(context, id);
  if (!found.mine) throw new ApiError(403, "not_yours", sentence("ownerOnly", { name: found.owner }));
  return found;
}
