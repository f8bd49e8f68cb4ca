import "server-only";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { type PersonalItem, personalKinds } from "../../contract/desk/personal.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { personal as table } from "../../database/schema/desk-work.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { inBackground } from "../unawaited.ts";
import type { Call, DeskHandlers, StoreScope } from "../wire/call.ts";

type Kind = (typeof personalKinds)[number];

const mostItems = 30;

export const personal: DeskHandlers<"personal"> = {
  async list({ params }, context) {
    const rows = await db()
      .select()
      .from(table)
      .where(own(context, requireKind(params.kind)))
      .orderBy(desc(table.at), table.id)
      .limit(mostItems);
    return { data: rows.map(toItem) };
  },

  put: ({ params, body }, context) => storeItem(context, requireKind(params.kind), body.id, body.label),

  async delete({ params, query }, context) {
    await db()
      .delete(table)
      .where(and(own(context, requireKind(params.kind)), eq(table.id, query.id)));
    return { id: query.id, deleted: true };
  },
};

function requireKind(kind: string): Kind {
  if (personalKinds.includes(kind as Kind)) return kind as Kind;
  throw new ApiError(404, "not_found", `The kind must be one of ${personalKinds.join(", ")}.`);
}

/** Opening a record again within a minute, for example by a refresh, is not recorded. */
const newsMs = 60_000;
const openedAt = new Map<string, number>();

export function noteOpened({ api, resource, operation, membership, mode }: Call, body: unknown): void {
  // Orders of the affiliate API are different records.
  if (api !== "checkout" || resource !== "orders" || operation !== "get" || membership.person.id === "system") return;
  if (!isRecord(body) || typeof body.order_id !== "string" || !body.order_id) return;
  const { order_id: id, platform_order_id: label } = body;
  const key = JSON.stringify([membership.person.id, membership.store.id, mode, id]);
  const now = Date.now();
  if (now - (openedAt.get(key) ?? 0) < newsMs || id.length > 200) return;
  if (openedAt.size > 5_000) openedAt.clear();
  openedAt.set(key, now);
  const stored = storeItem({ membership, mode }, "recent_order", id, typeof label === "string" ? label : null);
  inBackground(stored, "what was opened was not noted");
}

async function storeItem(desk: StoreScope, kind: Kind, id: string, label: string | null = null): Promise<PersonalItem> {
  const values = { label, at: sql`now()` };
  const [row] = await db()
    .insert(table)
    .values({ userId: desk.membership.person.id, ...storeModeOf(placeOf(desk, kind)), kind, id, ...values })
    .onConflictDoUpdate({ target: [table.userId, table.storeId, table.mode, table.kind, table.id], set: values })
    .returning();
  const oldest = db()
    .select({ at: table.at })
    .from(table)
    .where(own(desk, kind))
    .orderBy(desc(table.at))
    .offset(mostItems)
    .limit(1);
  await db()
    .delete(table)
    .where(and(own(desk, kind), lte(table.at, oldest)));
  return toItem(row as typeof table.$inferSelect);
}

/** A screen is arranged in the same way in both modes. */
const placeOf = ({ membership, mode }: StoreScope, kind: Kind): StoreScope => ({
  membership,
  mode: kind === "arranged" ? "live" : mode,
});

const own = (desk: StoreScope, kind: Kind) =>
  and(inDesk(table, placeOf(desk, kind)), eq(table.userId, desk.membership.person.id), eq(table.kind, kind));

const toItem = ({ id, label, at }: typeof table.$inferSelect): PersonalItem => ({ id, label, at: at.toISOString() });
