import "server-only";
import { and, eq } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { views as contract } from "../../contract/desk/views.ts";
import { present } from "../../contract/read.ts";
import { defaultView, savedView } from "../../database/schema/desk-work.ts";
import type { DeskContext } from "../call.ts";
import { db } from "../db.ts";
import { createView, findOwnView, findView, listViews, requireSharer } from "../views.ts";

export const views: ResourceHandlers<(typeof contract)["views"], DeskContext> = {
  async list({ query }, { membership }) {
    return { data: await listViews(membership, query) };
  },

  async create({ body }, { membership }) {
    if (body.shared) requireSharer(membership);
    return createView(membership, body);
  },

  async update({ params, body }, { membership }) {
    if (body.shared) requireSharer(membership);
    const { id } = await findOwnView(membership, params.id);
    await db().update(savedView).set(present(body)).where(eq(savedView.id, id));
    return findView(membership, id);
  },

  async delete({ params }, { membership }) {
    const { id } = await findOwnView(membership, params.id);
    await db().delete(savedView).where(eq(savedView.id, id));
    return { id, deleted: true };
  },

  async open_with({ params }, { membership }) {
    const { id, screen } = await findView(membership, params.id);
    await db()
      .insert(defaultView)
      .values({ userId: membership.person.id, storeId: membership.store.id, screen, viewId: id })
      .onConflictDoUpdate({
        target: [defaultView.userId, defaultView.storeId, defaultView.screen],
        set: { viewId: id },
      });
    return findView(membership, id);
  },

  async open_without({ params }, { membership }) {
    const { id } = await findView(membership, params.id);
    await db()
      .delete(defaultView)
      .where(and(eq(defaultView.userId, membership.person.id), eq(defaultView.viewId, id)));
    return findView(membership, id);
  },
};
