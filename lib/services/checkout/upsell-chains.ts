import { and, eq, inArray, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { mostSteps, nextFields, nextOf } from "../../contract/checkout/upsell-words.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { upsell } from "../../database/schema/checkout.ts";
import { sentence } from "../../sentences.ts";
import { refuse } from "../kernel/refuse.ts";

export type Leading = Parameters<typeof nextOf>[0] & { id?: string };
type Writer = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

/** In these words, so that the index of such offers is used. */
export const leads = sql`(next_accepted is not null or next_declined is not null)`;
/** The ids that offers of the tenant lead to. */
export const followers = (tenantId: number | Placeholder): SQL => sql`
  (select unnest(array_remove(array[next_accepted, next_declined], null)) from checkout.upsell
    where tenant_id = ${tenantId} and ${leads})`;

export const columns = {
  ...{ id: upsell.id, name: upsell.name },
  ...{ next_accepted: upsell.nextAccepted, next_declined: upsell.nextDeclined },
};

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
      const then = ways(next, after);
      if (then.some((way) => way.includes(offer.id ?? ""))) return refused(sentence("chainRing"));
      const steps = longest(ways(offer.id ?? "", before)) + longest(then);
      return steps > mostSteps ? refused(sentence("chainLong", { count: mostSteps })) : [];
    }),
  );
}

/** All ways from an offer. None is followed further than a chain may be long. */
function ways(id: string, nextTo: (id: string) => string[], left = mostSteps): string[][] {
  const further = left > 0 ? nextTo(id).flatMap((next) => ways(next, nextTo, left - 1)) : [];
  return further.length > 0 ? further.map((way) => [id, ...way]) : [[id]];
}

const longest = (all: string[][]) => Math.max(...all.map(({ length }) => length));

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
export async function deleteFromChains(db: Database, tenantId: number, id: string): Promise<boolean> {
  const which = and(eq(upsell.tenantId, tenantId), eq(upsell.id, id));
  // Most offers are in no chain and wait for nobody.
  const alone = await db
    .delete(upsell)
    .where(and(which, sql`not ${leads}`, sql`${upsell.id} not in ${followers(tenantId)}`))
    .returning({ id: upsell.id });
  if (alone.length > 0) return true;
  return inTurn(db, tenantId, async (tx) => {
    const [row] = await tx.delete(upsell).where(which).returning(columns);
    if (!row) return false;
    await tx.execute(sql`
      update checkout.upsell set next_accepted = nullif(next_accepted, ${id}),
        next_declined = nullif(next_declined, ${id}), updated_at = now()
      where tenant_id = ${tenantId} and ${leads} and (next_accepted = ${id} or next_declined = ${id})`);
    await tx.execute(sql`
      update checkout.upsell set status = 'inactive', updated_at = now()
      where tenant_id = ${tenantId} and id = any(${sql.param(nextOf(row))}) and status = 'active'
        and id not in ${followers(tenantId)}`);
    return true;
  });
}
