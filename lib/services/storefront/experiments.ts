import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { experimentVisitor } from "../../database/schema/checkout-sales.ts";
import { readCounts } from "../checkout/experiment-sums.ts";
import { describeVariants, winnerOf } from "../checkout/verdict.ts";
import type { NewEvent, Transaction } from "../delivery/emit.ts";

type ExperimentEvent = StorefrontEventOf<"experiment.exposed" | "experiment.converted">;
type Visitor = Pick<
  typeof experimentVisitor.$inferSelect,
  "experimentId" | "visitorId" | "variant" | "exposedAt" | "day" | "converted"
>;

/** The day of visitors who came before days were recorded. */
const unknownDay = "1970-01-01";

export function isExperimentEvent(event: StorefrontEvent): event is ExperimentEvent {
  return event.type === "experiment.exposed" || event.type === "experiment.converted";
}

const keyOf = ({ experimentId, visitorId }: Pick<Visitor, "experimentId" | "visitorId">) =>
  `${experimentId} ${visitorId}`;

export async function recordExperiments(
  tx: Transaction,
  tenantId: number,
  events: readonly ExperimentEvent[],
  dayOf: (at: Date) => string,
): Promise<NewEvent[]> {
  if (events.length === 0) return [];
  const visitors = await lockVisitors(tx, tenantId, events);
  const counts = new Map<string, Sums>();
  const count = ({ experimentId, variant, day, converted }: Visitor, sign: 1 | -1) => {
    if (variant === null) return;
    const place = { experiment_id: experimentId, variant, day: day ?? unknownDay };
    const key = Object.values(place).join(" ");
    const sums = counts.get(key) ?? { ...place, visitors: 0, conversions: 0 };
    counts.set(key, sums);
    sums.visitors += sign;
    if (converted) sums.conversions += sign;
  };

  const changed = new Set<Visitor>();
  for (const event of events) {
    const visitor = visitors.get(keyOf({ experimentId: event.experiment_id, visitorId: event.visitor_id })) as Visitor;
    if (!wouldChange(visitor, event)) continue;
    changed.add(visitor);
    count(visitor, -1);
    apply(visitor, event, dayOf);
    count(visitor, 1);
  }
  await writeVisitors(tx, tenantId, [...changed]);
  return writeCounts(
    tx,
    tenantId,
    [...counts.values()].filter((sums) => sums.visitors !== 0 || sums.conversions !== 0),
  );
}

/** The variant that was seen first counts. If two were seen at the same moment, the first by name counts. */
function wouldChange(visitor: Visitor, event: ExperimentEvent): boolean {
  if (event.type === "experiment.converted") return !visitor.converted;
  if (visitor.exposedAt === null) return true;
  const at = Date.parse(event.occurred_at);
  const known = visitor.exposedAt.getTime();
  return at < known || (at === known && event.variant < (visitor.variant ?? ""));
}

function apply(visitor: Visitor, event: ExperimentEvent, dayOf: (at: Date) => string): void {
  if (event.type === "experiment.converted") {
    visitor.converted = true;
  } else {
    visitor.variant = event.variant;
    visitor.exposedAt = new Date(event.occurred_at);
    visitor.day = dayOf(visitor.exposedAt);
  }
}

async function lockVisitors(tx: Transaction, tenantId: number, events: readonly ExperimentEvent[]) {
  const keys = events.map(({ experiment_id, visitor_id }) => ({ experiment_id, visitor_id }));
  const sent = JSON.stringify(keys);
  await tx.execute(sql`
    insert into checkout.experiment_visitor (tenant_id, experiment_id, visitor_id)
    select distinct ${tenantId}::int, experiment_id, visitor_id
    from json_to_recordset(${sent}::json) as row (experiment_id text, visitor_id text)
    order by experiment_id, visitor_id
    on conflict do nothing`);
  const rows = await tx
    .select({
      experimentId: experimentVisitor.experimentId,
      visitorId: experimentVisitor.visitorId,
      variant: experimentVisitor.variant,
      exposedAt: experimentVisitor.exposedAt,
      day: experimentVisitor.day,
      converted: experimentVisitor.converted,
    })
    .from(experimentVisitor)
    .where(
      and(
        eq(experimentVisitor.tenantId, tenantId),
        sql`(${experimentVisitor.experimentId}, ${experimentVisitor.visitorId}) in
          (select experiment_id, visitor_id from json_to_recordset(${sent}::json) as row (experiment_id text, visitor_id text))`,
      ),
    )
    .orderBy(asc(experimentVisitor.experimentId), asc(experimentVisitor.visitorId))
    .for("update");
  return new Map<string, Visitor>(rows.map((row) => [keyOf(row), row]));
}

async function writeVisitors(tx: Transaction, tenantId: number, visitors: readonly Visitor[]): Promise<void> {
  if (visitors.length === 0) return;
  await tx.execute(sql`
    update checkout.experiment_visitor as known
    set variant = row.variant, exposed_at = row."exposedAt", day = row.day, converted = row.converted
    from json_to_recordset(${JSON.stringify(visitors)}::json) as row
      ("experimentId" text, "visitorId" text, variant text, "exposedAt" timestamptz, day date, converted boolean)
    where known.tenant_id = ${tenantId} and known.experiment_id = row."experimentId" and known.visitor_id = row."visitorId"`);
}

type Sums = { experiment_id: string; variant: string; day: string; visitors: number; conversions: number };

/** Locks experiments before counts, so that the second of two deciding batches sees the counts of the first. */
async function writeCounts(tx: Transaction, tenantId: number, sums: readonly Sums[]): Promise<NewEvent[]> {
  if (sums.length === 0) return [];
  const ids = [...new Set(sums.map(({ experiment_id }) => experiment_id))];
  const experiments = await tx
    .select()
    .from(experiment)
    .where(and(eq(experiment.tenantId, tenantId), inArray(experiment.id, ids)))
    .orderBy(asc(experiment.id))
    .for("no key update");
  await tx.execute(sql`
    insert into checkout.experiment_sum as known (tenant_id, experiment_id, variant, segment, day, visitors, conversions)
    select ${tenantId}::int, experiment_id, variant, '', day, visitors, conversions
    from json_to_recordset(${JSON.stringify(sums)}::json)
      as row (experiment_id text, variant text, day date, visitors int, conversions int)
    order by experiment_id, day, variant
    on conflict (tenant_id, experiment_id, segment, day, variant) do update
    set visitors = known.visitors + excluded.visitors, conversions = known.conversions + excluded.conversions`);

  const running = experiments.filter(({ status }) => status === "running");
  if (running.length === 0) return [];
  const counts = await readCounts(
    tx,
    tenantId,
    running.map(({ id }) => id),
  );
  const concluded: NewEvent[] = [];
  for (const row of running) {
    const own = counts.filter(({ experimentId }) => experimentId === row.id);
    const winner = winnerOf(row.variants, own);
    if (winner === null) continue;
    await tx
      .update(experiment)
      .set({ status: "completed", winner, endedAt: sql`now()` })
      .where(and(eq(experiment.tenantId, tenantId), eq(experiment.id, row.id)));
    concluded.push({
      type: "experiment.concluded",
      data: {
        experiment_id: row.id,
        experiment_name: row.name,
        status: "significant",
        winner,
        variants: describeVariants(row.variants, own),
      },
    });
  }
  return concluded;
}
