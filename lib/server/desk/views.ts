import "server-only";
import { randomBytes } from "node:crypto";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { SavedView } from "../../contract/desk/views.ts";
import { ApiError } from "../../contract/errors.ts";
import { present } from "../../contract/read.ts";
import { prepared } from "../../database/client.ts";
import { user } from "../../database/schema/desk.ts";
import { defaultView, savedView } from "../../database/schema/desk-work.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import type { DeskHandlers, Membership } from "../wire/call.ts";

const maxViews = 100;

export const views: DeskHandlers<"views"> = {
  async list({ query }, { membership }) {
    return { data: await listViews(membership, query) };
  },

  async create({ body }, { membership }) {
    if (body.shared) requireSharer(membership);
    const { store, person } = membership;
    const count = await db().$count(savedView, and(eq(savedView.storeId, store.id), eq(savedView.userId, person.id)));
    if (count >= maxViews) throw new ApiError(409, "too_many", sentence("views", { count: maxViews }));
    const id = `view_${randomBytes(9).toString("base64url")}`;
    const last = db()
      .select({ position: sql`coalesce(max(${savedView.position}), 0) + 1` })
      .from(savedView)
      .where(and(eq(savedView.storeId, store.id), eq(savedView.screen, body.screen)));
    await db()
      .insert(savedView)
      .values({ id, storeId: store.id, userId: person.id, ...body, position: sql`(${last})` });
    return findView(membership, id);
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

async function listViews(membership: Membership, only: { screen?: string | undefined; id?: string } = {}) {
  const { store, person, role } = membership;
  const rows = await db()
    .select({ view: savedView, owner: user.name, defaultId: defaultView.viewId })
    .from(savedView)
    .innerJoin(user, eq(user.id, savedView.userId))
    .leftJoin(defaultView, and(eq(defaultView.viewId, savedView.id), eq(defaultView.userId, person.id)))
    .where(
      and(
        eq(savedView.storeId, store.id),
        or(savedView.shared, eq(savedView.userId, person.id)),
        only.screen === undefined ? undefined : eq(savedView.screen, only.screen),
        only.id === undefined ? undefined : eq(savedView.id, only.id),
      ),
    )
    .orderBy(asc(savedView.position), asc(savedView.createdAt));
  return rows.map(
    ({ view: { id, screen, name, query, shared, position, userId }, owner, defaultId }): SavedView => ({
      id,
      screen,
      name,
      query,
      shared,
      position,
      owner,
      default: defaultId !== null,
      mine: userId === person.id || role === "owner",
    }),
  );
}

async function findView(membership: Membership, id: string): Promise<SavedView> {
  const [view] = await listViews(membership, { id });
  if (!view) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "View", id }));
  return view;
}

async function findOwnView(membership: Membership, id: string): Promise<SavedView> {
  const view = await findView(membership, id);
  if (!view.mine) throw new ApiError(403, "not_yours", sentence("ownerOnly", { name: view.owner }));
  return view;
}

export async function defaultQuery({ store, person }: Membership, screen: string): Promise<string | null> {
  const statement = prepared(db(), "default view", (name) =>
    db()
      .select({ query: savedView.query })
      .from(defaultView)
      .innerJoin(savedView, eq(savedView.id, defaultView.viewId))
      .where(
        and(
          eq(defaultView.userId, sql.placeholder("userId")),
          eq(defaultView.storeId, sql.placeholder("storeId")),
          eq(defaultView.screen, sql.placeholder("screen")),
          // A view that its owner no longer shares is not another person's default.
          or(savedView.shared, eq(savedView.userId, defaultView.userId)),
        ),
      )
      .prepare(name),
  );
  const [row] = await statement.execute({ userId: person.id, storeId: store.id, screen });
  return row?.query || null;
}

/** Analysts may change nothing in the store, so they cannot show it anything either. */
export function requireSharer({ role }: Membership): void {
  if (role === "analyst") throw new ApiError(403, "role_forbidden", sentence("analystShares"));
}
