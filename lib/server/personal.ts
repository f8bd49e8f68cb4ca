import "server-only";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { PersonalThing } from "../contract/desk/personal.ts";
import { isRecord } from "../contract/errors.ts";
import { personal as table } from "../database/schema/desk-work.ts";
import { log } from "../log.ts";
import type { Call } from "./call.ts";
import type { Mode } from "./connections.ts";
import { db } from "./db.ts";
import type { Membership } from "./people.ts";

export type Kind = (typeof table.$inferSelect)["kind"];
type Whose = { membership: Membership; mode: Mode };

const mostKept = 30;

/** Opening a record again within a minute, for example by a refresh, is not recorded. */
const newsMs = 60_000;
const noted = new Map<string, number>();
const noting = new Set<Promise<void>>();

/** Adds an opened order to the person's recent ones, without delaying the response. */
export function noteOpened({ api, found, membership, mode }: Call, body: unknown): void {
  // Orders of the affiliate API are different records.
  if (api !== "checkout" || found.resource !== "orders" || found.name !== "get" || membership.person.id === "system")
    return;
  if (!isRecord(body) || typeof body.order_id !== "string" || !body.order_id) return;
  const { order_id: id, platform_order_id: label } = body;
  const key = JSON.stringify([membership.person.id, membership.store.id, mode, id]);
  const now = Date.now();
  if (now - (noted.get(key) ?? 0) < newsMs || id.length > 200) return;
  if (noted.size > 5_000) noted.clear();
  noted.set(key, now);
  const work = keep({ membership, mode }, "recent_order", id, typeof label === "string" ? label : null)
    .then(
      () => {},
      (cause) => log.warn({ err: cause }, "what was opened was not noted"),
    )
    .finally(() => noting.delete(work));
  noting.add(work);
}

export async function openedNoted(): Promise<void> {
  await Promise.all(noting);
}

export async function keep(whose: Whose, kind: Kind, id: string, label: string | null = null): Promise<PersonalThing> {
  const { membership, mode } = whose;
  const place = { userId: membership.person.id, storeId: membership.store.id, mode, kind };
  const values = { label, at: sql`now()` };
  const [row] = await db()
    .insert(table)
    .values({ ...place, id, ...values })
    .onConflictDoUpdate({ target: [table.userId, table.storeId, table.mode, table.kind, table.id], set: values })
    .returning();
  const oldest = db()
    .select({ at: table.at })
    .from(table)
    .where(all(whose, kind))
    .orderBy(desc(table.at))
    .offset(mostKept)
    .limit(1);
  await db()
    .delete(table)
    .where(and(all(whose, kind), lte(table.at, oldest)));
  return toThing(row as typeof table.$inferSelect);
}

export async function listKept(whose: Whose, kind: Kind): Promise<PersonalThing[]> {
  const rows = await db()
    .select()
    .from(table)
    .where(all(whose, kind))
    .orderBy(desc(table.at), table.id)
    .limit(mostKept);
  return rows.map(toThing);
}

export async function forget(whose: Whose, kind: Kind, id: string): Promise<void> {
  await db()
    .delete(table)
    .where(and(all(whose, kind), eq(table.id, id)));
}

function all({ membership, mode }: Whose, kind: Kind) {
  return and(
    eq(table.userId, membership.person.id),
    eq(table.storeId, membership.store.id),
    eq(table.mode, mode),
    eq(table.kind, kind),
  );
}

const toThing = ({ id, label, at }: typeof table.$inferSelect): PersonalThing => ({ id, label, at: at.toISOString() });
