import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { columnsOf, columnsWithout } from "../../database/columns.ts";
import type { experiment } from "../../database/schema/checkout.ts";
import { experimentNetwork } from "../../database/schema/checkout-sales.ts";
import { keyFor } from "../affiliate/environment.ts";
import type { Visitor } from "./experiment-visitors.ts";

const columns = columnsWithout(experimentNetwork, "tenantId");
const keys = columnsOf(experimentNetwork, "experimentId", "day", "network");

/** So many a day are never too many, because all people of an office, a school or a station may have one address. */
const alwaysFine = 100;
/** Nor is a smaller share of the day's visitors, because a mobile network has few addresses for all its customers. */
const fineShare = 0.1;
/** A variant has too many of a network's visitors if chance gives it as many less often than once in e^20 times. */
const mostSurprise = 20;

type Experiments = ReadonlyMap<string, typeof experiment.$inferSelect>;
type Known = { experimentId: string; network: Buffer; visitors: Record<string, number>; total: number };

/**
 * Marks those of the new visitors that cannot be shoppers. The first ones of a network count: variants are assigned by
 * chance, so leaving out later ones favours no variant. The experiments are locked, so nobody else counts for them.
 */
export async function setAsideFloods(
  tx: Transaction,
  tenantId: number,
  { visitors, experiments }: { visitors: readonly Visitor[]; experiments: Experiments },
  { network, today }: { network: string; today: string },
): Promise<void> {
  if (visitors.length === 0) return;
  const ids = [...new Set(visitors.map(({ experimentId }) => experimentId))].sort();
  const hashOf = (id: string) =>
    createHmac("sha256", keyFor("shopper-network"))
      .update(JSON.stringify([tenantId, id, today, network]))
      .digest();
  const wanted = ids.map((id) => ({ experimentId: id, day: today, network: hashOf(id) }));
  const counts = await readCounts(tx, tenantId, wanted);
  const found = counts.map((known) => {
    const { variants = [] } = experiments.get(known.experimentId) ?? {};
    const weights = variants.reduce((sum, { weight }) => sum + weight, 0);
    let counted = Object.values(known.visitors).reduce((sum, count) => sum + count, 0);
    let total = known.total;
    let setAside = 0;
    for (const visitor of visitors) {
      if (visitor.experimentId !== known.experimentId) continue;
      const name = visitor.variant as string;
      const own = known.visitors[name] ?? 0;
      const share = (variants.find((one) => one.name === name)?.weight ?? 0) / weights;
      const isFlood = counted >= Math.max(alwaysFine, fineShare * total);
      visitor.setAside = isFlood || surpriseOf(own + 1, counted + 1, share) > mostSurprise;
      if (visitor.setAside) setAside++;
      else {
        known.visitors[name] = own + 1;
        counted++;
        total++;
      }
    }
    return { experimentId: known.experimentId, day: today, network: known.network, visitors: known.visitors, setAside };
  });
  await tx.execute(sql`
    insert into checkout.experiment_network as known (tenant_id, ${columns.of()})
    select ${tenantId}::int, ${columns.of("row")} from ${columns.from(found)}
    order by experiment_id
    on conflict (tenant_id, experiment_id, day, network) do update set
      visitors = excluded.visitors, set_aside = known.set_aside + excluded.set_aside`);
}

/** Of the network and of all that have come today. */
async function readCounts(tx: Transaction, tenantId: number, wanted: Parameters<typeof keys.from>[0]) {
  const { rows } = await tx.execute<Known>(sql`
    select row.experiment_id as "experimentId", row.network, coalesce(known.visitors, '{}') as visitors, (
      select coalesce(sum(visitors), 0)::int from checkout.experiment_sum
      where tenant_id = ${tenantId} and experiment_id = row.experiment_id and segment = '' and day = row.day
    ) as total
    from ${keys.from(wanted)}
    left join checkout.experiment_network known on known.tenant_id = ${tenantId}
      and known.experiment_id = row.experiment_id and known.day = row.day and known.network = row.network`);
  return rows;
}

/** Chernoff's bound: by chance, a variant with this share has so many of `all` at most once in e^x times. */
function surpriseOf(own: number, all: number, share: number): number {
  const part = (is: number, expected: number) => (is === 0 ? 0 : is * Math.log(is / expected));
  const is = own / all;
  return is <= share ? 0 : all * (part(is, share) + part(1 - is, 1 - share));
}
