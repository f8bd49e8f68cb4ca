import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { click } from "../../database/schema/affiliate-sales.ts";
import { clickTime } from "./click-ids.ts";
import { Ledger } from "./ledger.ts";
import type { Target } from "./link-cache.ts";
import { isForgotten } from "./retention.ts";
import type { Agent } from "./visitor.ts";
import { hashAddress, pageOf } from "./visitor.ts";

/** A click as it was at the redirect. Slower details are computed when it is written. */
export type Followed = {
  id: string;
  target: Target;
  agent: Agent;
  referrer: string | null;
  address: string | null;
  country: string | null;
};

type ClickRow = typeof click.$inferSelect;

export async function recordClicks(db: Database, followed: readonly Followed[]): Promise<void> {
  for (const [tenantId, own] of Map.groupBy(followed, ({ target }) => target.tenantId)) {
    await db.transaction(async (tx) => {
      const ledger = new Ledger(own[0]?.target as Target);
      const rows = own.map(toRow);
      const inserted = await insertClicks(tx, tenantId, rows);
      for (const row of rows) if (inserted.has(row.id)) ledger.click(null, row);
      await complete(
        tx,
        ledger,
        tenantId,
        rows.filter(({ id }) => !inserted.has(id)),
      );
      await ledger.write(tx, tenantId);
    });
  }
}

function toRow({ id, target, agent, referrer, address, country }: Followed): ClickRow {
  return {
    tenantId: target.tenantId,
    id,
    linkId: target.linkId,
    affiliateId: target.affiliateId,
    occurredAt: clickTime(id),
    landingPage: target.page,
    referrer: pageOf(referrer),
    ipHash: hashAddress(address),
    country,
    ...agent,
    orderId: null,
  };
}

/** Adds a click that a crash lost, but no click that was pruned, because the sums still contain pruned clicks. */
export async function convertClicks(
  tx: Transaction,
  ledger: Ledger,
  tenantId: number,
  led: readonly { clickId: string; linkId: string; affiliateId: string; orderId: string }[],
): Promise<void> {
  const rows = led
    .map(({ clickId: id, ...row }) => ({ ...unknown, ...row, tenantId, id, occurredAt: clickTime(id) }))
    .filter(({ occurredAt }) => !isForgotten(occurredAt));
  if (rows.length === 0) return;
  const inserted = await insertClicks(tx, tenantId, rows);
  for (const row of rows) if (inserted.has(row.id)) ledger.click(null, row);
  const others = new Map(rows.filter(({ id }) => !inserted.has(id)).map((row) => [row.id, row.orderId]));
  if (others.size === 0) return;
  const found = await tx
    .select()
    .from(click)
    .where(and(eq(click.tenantId, tenantId), inArray(click.id, [...others.keys()]), isNull(click.orderId)))
    .orderBy(asc(click.id))
    .for("no key update");
  for (const before of found) {
    const orderId = others.get(before.id) as string;
    await tx
      .update(click)
      .set({ orderId })
      .where(and(eq(click.tenantId, tenantId), eq(click.id, before.id)));
    ledger.click(before, { ...before, orderId });
  }
}

const unknown = {
  landingPage: null,
  referrer: null,
  ipHash: null,
  country: null,
  device: null,
  browser: null,
  os: null,
  isBot: false,
};

const columns = columnsWithout(click, "tenantId");

/** Inserts clicks of existing links. The links are locked first, so that nobody resets the store at the same time. */
async function insertClicks(tx: Transaction, tenantId: number, rows: readonly ClickRow[]): Promise<Set<string>> {
  const linkIds = JSON.stringify(rows.map(({ linkId }) => linkId));
  const { rows: inserted } = await tx.execute<{ id: string }>(sql`
    with known as materialized (
      select id from affiliate.link
      where tenant_id = ${tenantId} and id in (select json_array_elements_text(${linkIds}::json))
      order by id for key share
    )
    insert into affiliate.click (tenant_id, ${columns.of()})
    select ${tenantId}::int, ${columns.of("row")} from ${columns.from(rows)} join known on known.id = row.link_id
    order by row.id
    on conflict do nothing
    returning id`);
  return new Set(inserted.map(({ id }) => id));
}

/** Completes clicks of orders that arrived before the click was written. */
async function complete(tx: Transaction, ledger: Ledger, tenantId: number, rows: readonly ClickRow[]): Promise<void> {
  if (rows.length === 0) return;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = await tx
    .select()
    .from(click)
    .where(and(eq(click.tenantId, tenantId), inArray(click.id, [...byId.keys()])))
    .orderBy(asc(click.id))
    .for("no key update");
  for (const before of found) {
    if (before.landingPage !== null) continue;
    const after = { ...(byId.get(before.id) as ClickRow), orderId: before.orderId };
    await tx
      .update(click)
      .set(after)
      .where(and(eq(click.tenantId, tenantId), eq(click.id, before.id)));
    ledger.click(before, after);
  }
}
