import { and, eq, inArray, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { mostSteps, nextFields } from "../../contract/checkout/upsell-words.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { upsell } from "../../database/schema/checkout.ts";
import { sentence } from "../../sentences.ts";
import { refuse } from "../kernel/refuse.ts";

type Field = (typeof nextFields)[number];
export type Leading = { id?: string } & { [F in Field]?: string | null | undefined };
type Writer = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

export const nextOf = (offer: Leading): string[] => nextFields.flatMap((field) => offer[field] ?? []);

/** In these words, so that the index of such offers is used. */
const leads = sql`(next_accepted is not null or next_declined is not null)`;
/** The ids that offers of the tenant lead to. */
export const followers = (tenantId: number | Placeholder): SQL => sql`
  (select unnest(array_remove(array[next_accepted, next_declined], null)) from checkout.upsell
    where tenant_id = ${tenantId} and ${leads})`;

const columns = {
  ...{ id: upsell.id, name: upsell.name },
  ...{ next_accepted: upsell.nextAccepted, next_declined: upsell.nextDeclined },
};

/** These offers, with what they lead to. */
export const readChained = (db: Pick<Database, "select">, tenantId: number, ids: readonly string[]) =>
  db
    .select(columns)
    .from(upsell)
    .where(and(eq(upsell.tenantId, tenantId), inArray(upsell.id, [...ids])));

/** The offers that lead to one of these. */
export const readLeadingTo = (db: Pick<Database, "select">, tenantId: number, ids: readonly string[]) =>
  db
    .select(columns)
    .from(upsell)
    .where(
      and(
        ...[eq(upsell.tenantId, tenantId), leads],
        or(inArray(upsell.nextAccepted, [...ids]), inArray(upsell.nextDeclined, [...ids])),
      ),
    )
    .orderBy(upsell.name, upsell.id);

/** What this service refuses in the chains of offers, which are new ones unless they have an id. */
export async function chainProblems(
  db: Pick<Database, "select">,
  tenantId: number,
  offers: readonly Leading[],
): Promise<FieldError[][]> {
  const named = [...new Set(offers.flatMap(nextOf))];
  if (named.length === 0) return offers.map(() => []);
  const rows = await db
    .select(columns)
    .from(upsell)
    .where(and(eq(upsell.tenantId, tenantId), or(leads, inArray(upsell.id, named))));
  const known = new Map(rows.map((row) => [row.id, nextOf(row)]));
  const after = (id: string) => known.get(id) ?? [];
  const before = (id: string) => rows.filter((row) => nextOf(row).includes(id)).map((row) => row.id);
  return offers.map((offer) =>
    nextFields.flatMap((field) => {
      const next = offer[field];
      if (!next) return [];
      const refused = (said: ReturnType<typeof sentence>) => [{ field, ...said }];
      if (next === offer.id) return refused(sentence("followsItself"));
      if (!known.has(next)) return refused(sentence("noOffer"));
      if (offer.id && walk(next, after).ids.has(offer.id)) return refused(sentence("chainRing"));
      const steps = (offer.id ? walk(offer.id, before).steps : 1) + walk(next, after).steps;
      return steps > mostSteps ? refused(sentence("chainLong", { count: mostSteps })) : [];
    }),
  );
}

/** The longest way from an offer, and all offers on the ways. No way is followed further than a chain may be long. */
function walk(id: string, nextTo: (id: string) => string[], left = mostSteps): { steps: number; ids: Set<string> } {
  const ways = left > 0 ? nextTo(id).map((next) => walk(next, nextTo, left - 1)) : [];
  return {
    steps: 1 + Math.max(0, ...ways.map(({ steps }) => steps)),
    ids: new Set([id, ...ways.flatMap(({ ids }) => [...ids])]),
  };
}

/** Changes of chains wait for each other, so that no two make a ring together. */
function inTurn<T>(db: Database, tenantId: number, write: (tx: Writer) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${tenantId}, hashtext('chains'))`);
    return write(tx);
  });
}

export async function saveInChain<T>(
  db: Database,
  tenantId: number,
  offer: Leading,
  save: (tx: Writer) => Promise<T>,
): Promise<T> {
  if (nextOf(offer).length === 0) return save(db);
  return inTurn(db, tenantId, async (tx) => {
    refuse(...(await chainProblems(tx, tenantId, [offer])));
    return save(tx);
  });
}

/** The chains of a deleted offer end before it. What only it led to is switched off, so that it is not suddenly shown to all. */
export function deleteFromChains(db: Database, tenantId: number, id: string): Promise<boolean> {
  return inTurn(db, tenantId, async (tx) => {
    const own = eq(upsell.tenantId, tenantId);
    const [row] = await tx
      .delete(upsell)
      .where(and(own, eq(upsell.id, id)))
      .returning(columns);
    if (!row) return false;
    const without = (column: typeof upsell.nextAccepted) => sql`nullif(${column}, ${id})`;
    await tx
      .update(upsell)
      .set({
        nextAccepted: without(upsell.nextAccepted),
        nextDeclined: without(upsell.nextDeclined),
        updatedAt: sql`now()`,
      })
      .where(and(own, leads, or(eq(upsell.nextAccepted, id), eq(upsell.nextDeclined, id))));
    const left = and(inArray(upsell.id, nextOf(row)), sql`${upsell.id} not in ${followers(tenantId)}`);
    await tx
      .update(upsell)
      .set({ status: "inactive", updatedAt: sql`now()` })
      .where(and(own, eq(upsell.status, "active"), left));
    return true;
  });
}
