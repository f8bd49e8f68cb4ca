import { and, asc, eq, sql } from "drizzle-orm";
import type { StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import type { Transaction } from "../../database/client.ts";
import { columnsOf, columnsWithout } from "../../database/columns.ts";
import { experimentVisitor } from "../../database/schema/checkout-sales.ts";
import type { Context } from "../kernel/context.ts";
import { visitorKind } from "./shopper-facts.ts";

export type ExperimentEvent = StorefrontEventOf<"experiment.exposed" | "experiment.converted">;
export type Visitor = Omit<typeof experimentVisitor.$inferSelect, "tenantId">;
export type Key = Pick<Visitor, "experimentId" | "visitorId">;

export function isExperimentEvent(event: StorefrontEvent): event is ExperimentEvent {
  return event.type === "experiment.exposed" || event.type === "experiment.converted";
}

export const keyOf = ({ experimentId, visitorId }: Key) => `${experimentId} ${visitorId}`;
export const keyIn = (event: ExperimentEvent): Key => ({
  experimentId: event.experiment_id,
  visitorId: event.visitor_id,
});

/** The variant that was seen first counts. If two were seen at the same moment, the first by name counts. */
export function wouldChange(visitor: Visitor, event: ExperimentEvent, claimed: boolean): boolean {
  if (event.type === "experiment.converted")
    return visitor.convertedBy !== "server" && !(claimed && visitor.convertedBy);
  if (visitor.exposedAt === null) return true;
  const at = Date.parse(event.occurred_at);
  const known = visitor.exposedAt.getTime();
  return at < known || (at === known && event.variant < (visitor.variant ?? ""));
}

export type Circumstances = { dayOf: (at: Date) => string; shopper: Context["shopper"]; claimed: boolean };

export function apply(visitor: Visitor, event: ExperimentEvent, { dayOf, shopper, claimed }: Circumstances): void {
  if (event.type === "experiment.converted") {
    visitor.convertedBy = claimed ? "page" : "server";
    return;
  }
  const at = new Date(event.occurred_at);
  const kind = visitorKind(event.visitor_id, at.getTime());
  visitor.variant = event.variant;
  visitor.exposedAt = at;
  visitor.day = dayOf(at);
  visitor.device = shopper?.device ?? null;
  visitor.country = shopper?.country ?? null;
  visitor.returning = kind && kind === "returning";
}

/**
 * A batch with an order of a visitor and a batch with a variant that the visitor saw would each miss what the other
 * writes. So batches that concern a visitor wait for each other. Some visitors share a lock, because locks are few.
 */
export async function takeTurns(tx: Transaction, tenantId: number, visitorIds: ReadonlySet<string>): Promise<void> {
  if (visitorIds.size === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(${tenantId}::int, turn) from (
      select distinct hashtext(id) & 255 as turn from json_array_elements_text(${JSON.stringify([...visitorIds])}::json) as id
      order by turn
    ) turns`);
}

/** After the end of an experiment, for which late orders and refunds change its results. */
const frozenAfter = sql`interval '30 days'`;

/** The experiments of these visitors in which their orders count. */
export async function findSeen(tx: Transaction, tenantId: number, visitorIds: readonly string[]): Promise<Key[]> {
  if (visitorIds.length === 0) return [];
  const { rows } = await tx.execute<Key>(sql`
    select experiment_id as "experimentId", visitor_id as "visitorId"
    from checkout.experiment_visitor visitor
    where tenant_id = ${tenantId} and visitor_id in (select json_array_elements_text(${JSON.stringify(visitorIds)}::json))
      and exists (
        select from checkout.experiment
        where tenant_id = visitor.tenant_id and id = visitor.experiment_id and (plan is not null or converted_by = 'page')
          and (ended_at is null or ended_at > now() - ${frozenAfter}))`);
  return rows;
}

const columns = columnsWithout(experimentVisitor, "tenantId");
const keyColumns = columnsOf(experimentVisitor, "experimentId", "visitorId");

export async function lockVisitors(tx: Transaction, tenantId: number, keys: readonly Key[]) {
  const sent = keyColumns.from(keys);
  await tx.execute(sql`
    insert into checkout.experiment_visitor (tenant_id, ${keyColumns.of()})
    select distinct ${tenantId}::int, ${keyColumns.of("row")} from ${sent}
    order by experiment_id, visitor_id
    on conflict do nothing`);
  const rows = await tx
    .select()
    .from(experimentVisitor)
    .where(
      and(
        eq(experimentVisitor.tenantId, tenantId),
        sql`(${experimentVisitor.experimentId}, ${experimentVisitor.visitorId}) in (select ${keyColumns.of("row")} from ${sent})`,
      ),
    )
    .orderBy(asc(experimentVisitor.experimentId), asc(experimentVisitor.visitorId))
    .for("update");
  return new Map<string, Visitor>(rows.map((row) => [keyOf(row), row]));
}

export async function writeVisitors(tx: Transaction, tenantId: number, visitors: readonly Visitor[]): Promise<void> {
  if (visitors.length === 0) return;
  await tx.execute(sql`
    update checkout.experiment_visitor as known set ${columns.set("row")} from ${columns.from(visitors)}
    where known.tenant_id = ${tenantId} and known.experiment_id = row.experiment_id and known.visitor_id = row.visitor_id`);
}
