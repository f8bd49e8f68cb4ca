import { sql } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { type Columns, columnsOf, columnsWithout } from "../../database/columns.ts";
import {
  affiliateTotal,
  dailyAffiliate,
  dailyClick,
  dailyClickTotal,
  dailyProduct,
  dailyProductCommission,
  dailyTotal,
  hourlyClick,
  linkTotal,
  monthlyAffiliate,
  monthlyClick,
  product,
  recordCount,
} from "../../database/schema/affiliate-sums.ts";
import { type News, newsOfAffiliate, newsOfCommission, newsOfPayout, writeNews } from "./outbox.ts";
import {
  type AffiliateRow,
  type ClickFact,
  type CommissionRow,
  type LinkRow,
  type OrderRow,
  type Part,
  type PayoutRow,
  partsOfAffiliate,
  partsOfClick,
  partsOfCommission,
  partsOfLink,
  partsOfOrder,
  partsOfPayout,
} from "./sums-of-records.ts";

type Total = "link_total" | "affiliate_total";
const idOf = { link_total: ["linkId", "link_id"], affiliate_total: ["affiliateId", "affiliate_id"] } as const;
const isTotal = (name: string): name is Total => Object.hasOwn(idOf, name);
const clicksOf: Record<Total, Columns> = {
  link_total: columnsOf(linkTotal, "linkId", "clicks"),
  affiliate_total: columnsOf(affiliateTotal, "affiliateId", "clicks"),
};

// This order of writing prevents deadlocks. Today's row of the whole program, which every transaction needs, comes last
// and is locked for the shortest time.
const tables: Record<string, Columns> = {
  link_total: columnsWithout(linkTotal, "tenantId", "main", "clicks"),
  link_clicks: clicksOf.link_total,
  affiliate_total: columnsWithout(affiliateTotal, "tenantId", "main", "clicks"),
  affiliate_clicks: clicksOf.affiliate_total,
  daily_product_commission: columnsWithout(dailyProductCommission, "tenantId"),
  daily_product: columnsWithout(dailyProduct, "tenantId"),
  monthly_click: columnsWithout(monthlyClick, "tenantId"),
  daily_click: columnsWithout(dailyClick, "tenantId"),
  monthly_affiliate: columnsWithout(monthlyAffiliate, "tenantId"),
  daily_affiliate: columnsWithout(dailyAffiliate, "tenantId"),
  record_count: columnsWithout(recordCount, "tenantId"),
  hourly_click: columnsWithout(hourlyClick, "tenantId"),
  daily_click_total: columnsWithout(dailyClickTotal, "tenantId"),
  daily_total: columnsWithout(dailyTotal, "tenantId"),
};

type Options = {
  /** Whether events are emitted. A rebuild of sums from old records emits none. */
  tells?: boolean;
};

type Product = Omit<typeof product.$inferSelect, "tenantId">;
type Row = { key: Part["key"]; sums: Record<string, number> };

// Only the ledger changes sums and emits events. `write` is the last step of a transaction: no other row may be locked
// after it.
export class Ledger {
  readonly #rows = new Map<string, Map<string, Row>>();
  readonly #products = new Map<string, Product>();
  readonly #timeZone: string;
  readonly #tells: boolean;
  #news: News[] = [];

  constructor({ timeZone }: { timeZone: string }, { tells = true }: Options = {}) {
    this.#timeZone = timeZone;
    this.#tells = tells;
  }

  affiliate(before: AffiliateRow | null, after: AffiliateRow | null): void {
    this.#change(before, after, partsOfAffiliate);
    this.#tell(newsOfAffiliate(before, after));
  }

  link = (before: LinkRow | null, after: LinkRow | null) => this.#change(before, after, partsOfLink);
  click = (before: ClickFact | null, after: ClickFact | null) =>
    this.#change(before, after, (row: ClickFact) => partsOfClick(row, this.#timeZone));

  commission(before: CommissionRow | null, after: CommissionRow | null): void {
    this.#change(before, after, partsOfCommission);
    this.#tell(newsOfCommission(before, after));
  }

  payout(before: PayoutRow | null, after: PayoutRow | null): void {
    this.#change(before, after, (row: PayoutRow) => partsOfPayout(row, this.#timeZone));
    this.#tell(newsOfPayout(before, after));
  }

  order(before: OrderRow | null, after: OrderRow | null): void {
    this.#change(before, after, partsOfOrder);
    if (!after?.affiliateId) return;
    for (const { product_id: id, sku = null, name = id } of after.lineItems) {
      this.#products.set(id, { id, sku, name, createdAt: after.createdAt });
    }
  }

  #tell(news: News[]): void {
    if (this.#tells) this.#news.push(...news);
  }

  #change<R>(before: R | null, after: R | null, partsOf: (row: R) => Part[]): void {
    if (before) for (const part of partsOf(before)) this.#add(part, -1);
    if (after) for (const part of partsOf(after)) this.#add(part, 1);
  }

  #add({ table, key, sums }: Part, sign: 1 | -1): void {
    const rows = this.#rows.get(table) ?? new Map<string, Row>();
    this.#rows.set(table, rows);
    const name = JSON.stringify(Object.values(key));
    const row = rows.get(name) ?? { key, sums: {} };
    rows.set(name, row);
    for (const [column, value] of Object.entries(sums)) row.sums[column] = (row.sums[column] ?? 0) + sign * value;
  }

  async write(tx: Transaction, tenantId: number): Promise<void> {
    if (this.#news.length > 0) await writeNews(tx, tenantId, this.#news);
    if (this.#products.size > 0) await writeProducts(tx, tenantId, [...this.#products.values()]);
    for (const [name, columns] of Object.entries(tables)) {
      const rows = [...(this.#rows.get(name)?.values() ?? [])].filter(({ sums }) => Object.values(sums).some(Boolean));
      if (rows.length === 0) continue;
      if (name === "link_clicks") await addClicks(tx, tenantId, "link_total", rows);
      else if (name === "affiliate_clicks") await addClicks(tx, tenantId, "affiliate_total", rows);
      else {
        if (isTotal(name)) await countOnMain(tx, tenantId, name, rows);
        const values = rows.map(({ key, sums }) => ({ ...key, ...sums }));
        await columns.add(tx, tenantId, values);
      }
    }
    this.#rows.clear();
    this.#products.clear();
    this.#news = [];
  }
}

const columns = columnsWithout(product, "tenantId");
const details = columnsWithout(product, "tenantId", "id", "createdAt");

async function writeProducts(tx: Transaction, tenantId: number, products: Product[]): Promise<void> {
  await tx.execute(sql`
    insert into affiliate.product as known (tenant_id, ${columns.of()})
    select ${tenantId}::int, ${columns.of("row")} from ${columns.from(products)}
    order by id
    on conflict (tenant_id, id) do update set
      ${details.set("excluded")}, created_at = least(known.created_at, excluded.created_at)
    where (${details.of("known")}) is distinct from (${details.of("excluded")})
      or excluded.created_at < known.created_at`);
}

/**
 * Adds the orders of all currencies to the main row, which is then locked together with the others. It stays the main
 * row, because whoever changes orders has locked the affiliate against changes.
 */
async function countOnMain(tx: Transaction, tenantId: number, table: Total, rows: Row[]): Promise<void> {
  const [name, column] = idOf[table];
  const counted = new Map<string, number>();
  const known = new Map<string, Row>();
  for (const row of rows) {
    const id = row.key[name] as string;
    known.set(`${id} ${row.key.currency}`, row);
    if (row.sums.orders) counted.set(id, (counted.get(id) ?? 0) + row.sums.orders);
  }
  if (counted.size === 0) return;
  const { rows: main } = await tx.execute<{ id: string; currency: string }>(sql`
    select ${sql.raw(column)} as id, currency from ${sql.raw(`affiliate.${table}`)}
    where tenant_id = ${tenantId} and main
      and ${sql.raw(column)} in (select json_array_elements_text(${JSON.stringify([...counted.keys()])}::json))`);
  for (const { id, currency } of main) {
    const found = known.get(`${id} ${currency}`);
    const row = found ?? { key: { [name]: id, currency }, sums: {} };
    row.sums.allOrders = counted.get(id) ?? 0;
    if (!found) rows.push(row);
  }
}

/** Clicks have no currency and are added to the main row of the affiliate or link, whatever its currency. */
async function addClicks(tx: Transaction, tenantId: number, table: Total, rows: Row[]): Promise<void> {
  const [name, column] = idOf[table];
  let left = rows.map(({ key, sums }) => ({ [name]: key[name], clicks: sums.clicks }));
  // Tries twice, because another row may have become the main row while the first update waited for its lock.
  for (let round = 0; round < 2 && left.length > 0; round++) {
    const { rows: done } = await tx.execute<{ id: string }>(sql`
      with click as (
        select known.${sql.raw(column)} as id, known.currency, row.clicks from ${clicksOf[table].from(left)}
        join ${sql.raw(`affiliate.${table}`)} known
          on known.tenant_id = ${tenantId} and known.${sql.raw(column)} = row.${sql.raw(column)} and known.main
        order by id for no key update of known
      )
      update ${sql.raw(`affiliate.${table}`)} as known set clicks = known.clicks + click.clicks from click
      where known.tenant_id = ${tenantId} and known.${sql.raw(column)} = click.id and known.currency = click.currency
      returning known.${sql.raw(column)} as id`);
    const found = new Set<unknown>(done.map(({ id }) => id));
    left = left.filter((row) => !found.has(row[name]));
  }
}
