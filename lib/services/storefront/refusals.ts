import { sql } from "drizzle-orm";
import { type FieldError, isRecord, keyOf, type TextKey } from "../../contract/errors.ts";
import type { sentences } from "../../contract/sentences.ts";
import { type IngestOutcome, storefrontEventTypes } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { shopRefusal } from "../../database/schema/checkout-sales.ts";
import { log } from "../../log.ts";
import type { Context } from "../kernel/context.ts";

type Refusal = { type: string; field: string; message: string; messageKey: TextKey | null };

/** A shop that sends nonsense gets no more rows than this for each call. */
const mostReasons = 20;

export function noteRefusals(
  { pool: db, tenantId }: Context,
  items: readonly unknown[],
  outcomes: readonly IngestOutcome[],
): void {
  const counts = new Map<string, Refusal & { count: number }>();
  for (const [n, { errors = [] }] of outcomes.entries()) {
    const [first] = errors;
    if (!first) continue;
    const refusal = reasonOf(items[n], first);
    const name = JSON.stringify(refusal);
    const known = counts.get(name) ?? { ...refusal, count: 0 };
    if (counts.has(name) || counts.size < mostReasons) counts.set(name, known);
    known.count++;
  }
  if (counts.size === 0) return;
  write(db, tenantId, [...counts.values()]).catch((err) => {
    if (!db.$client.ended) log.warn({ err }, "could not note why events were refused");
  });
}

/** Without words and numbers of the sender, which may be any. */
function reasonOf(item: unknown, { field, ...said }: FieldError): Refusal {
  const type = isRecord(item) ? storefrontEventTypes.find((known) => known === item.type) : undefined;
  const isKnown = said.key !== ("unknownField" satisfies keyof typeof sentences);
  return {
    type: type ?? "",
    field: isKnown ? field.replace(/\.\d+/g, "") : "",
    message: said.message,
    messageKey: keyOf(said),
  };
}

const columns = columnsWithout(shopRefusal, "tenantId", "hour");

async function write(db: Database, tenantId: number, counts: readonly (Refusal & { count: number })[]): Promise<void> {
  await db.execute(sql`
    insert into checkout.shop_refusal as known (tenant_id, hour, ${columns.of()})
    select ${tenantId}::int, date_trunc('hour', now()), ${columns.of("row")} from ${columns.from(counts)}
    order by type, field, message
    on conflict (tenant_id, hour, type, field, message) do update
    set count = known.count + excluded.count, message_key = excluded.message_key`);
}
