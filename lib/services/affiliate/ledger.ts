import { sql } from "drizzle-orm";
import type { Transaction } from "../delivery/emit.ts";
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
} from "./contributions.ts";
import { type News, newsOfAffiliate, newsOfCommission, newsOfPayout, writeNews } from "./outbox.ts";

type Table = { key: Record<string, string>; sums: readonly string[] };

const orders = ["orders", "gross", "refunded"] as const;
const money = ["pending", "approved", "clawed_back", "paid"] as const;

// This order of writing prevents deadlocks. Today's row of the whole program, which every transaction needs, comes last
// and is locked for the shortest time.
const tables: Record<string, Table> = {
  link_total: { key: { link_id: "text", currency: "text" }, sums: [...orders, "all_orders"] },
  link_clicks: { key: { link_id: "text" }, sums: ["clicks"] },
  affiliate_total: {
    key: { affiliate_id: "text", currency: "text" },
    sums: [...orders, ...money, "reserved", "all_orders"],
  },
  affiliate_clicks: { key: { affiliate_id: "text" }, sums: ["clicks"] },
  daily_product_commission: { key: { day: "date", product_id: "text", currency: "text" }, sums: ["commissions"] },
  daily_product: {
    key: { day: "date", product_id: "text", currency: "text", status: "text" },
    sums: ["orders", "quantity", "revenue"],
  },
  monthly_click: { key: { month: "date", affiliate_id: "text" }, sums: ["clicks"] },
  daily_click: { key: { day: "date", affiliate_id: "text", link_id: "text" }, sums: ["clicks", "bots"] },
  monthly_affiliate: {
    key: { month: "date", affiliate_id: "text", currency: "text" },
    sums: [...orders, "refunded_orders", ...money],
  },
  daily_affiliate: {
    key: { day: "date", affiliate_id: "text", currency: "text" },
    sums: [...orders, "refunded_orders", ...money],
  },
  affiliate_count: {
    key: { affiliate_id: "text", kind: "text", status: "text", bucket: "bigint" },
    sums: ["count"],
  },
  record_count: { key: { kind: "text", sort: "text", status: "text", bucket: "bigint" }, sums: ["count"] },
  hourly_click: { key: { day: "date", hour: "smallint" }, sums: ["clicks"] },
  daily_click_total: { key: { day: "date" }, sums: ["clicks", "bots"] },
  daily_total: { key: { day: "date", currency: "text" }, sums: [...orders, "refunded_orders", ...money] },
};

type Options = {
  /** Whether events are emitted. A rebuild of sums from old records emits none. */
  tells?: boolean;
};

/** Rows of one statement. Only a rebuild of the sums has more, and it runs alone. */
const portion = 20_000;

type Product = { id: string; sku: string | null; name: string; created_at: string };
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
      this.#products.set(id, { id, sku, name, created_at: after.createdAt.toISOString() });
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
    for (const [name, table] of Object.entries(tables)) {
      const rows = [...(this.#rows.get(name)?.values() ?? [])].filter(({ sums }) => Object.values(sums).some(Boolean));
      if (rows.length === 0) continue;
      if (table.sums.includes("all_orders")) await countOnMain(tx, tenantId, name, rows);
      if (name === "link_clicks") await addClicks(tx, tenantId, "link_total", "link_id", rows);
      else if (name === "affiliate_clicks") await addClicks(tx, tenantId, "affiliate_total", "affiliate_id", rows);
      else {
        for (let at = 0; at < rows.length; at += portion) {
          await upsert(tx, tenantId, name, table, rows.slice(at, at + portion));
        }
      }
    }
    this.#rows.clear();
    this.#products.clear();
    this.#news = [];
  }
}

async function writeProducts(tx: Transaction, tenantId: number, products: Product[]): Promise<void> {
  await tx.execute(sql`
    insert into affiliate.product as known (tenant_id, id, sku, name, created_at)
    select ${tenantId}::int, id, sku, name, created_at
    from json_to_recordset(${JSON.stringify(products)}::json)
      as row (id text, sku text, name text, created_at timestamptz)
    order by id
    on conflict (tenant_id, id) do update set
      sku = excluded.sku, name = excluded.name, created_at = least(known.created_at, excluded.created_at)
    where (known.sku, known.name) is distinct from (excluded.sku, excluded.name)
      or excluded.created_at < known.created_at`);
}

async function upsert(tx: Transaction, tenantId: number, name: string, { key, sums }: Table, rows: Row[]) {
  const keys = Object.keys(key).join(", ");
  const values = rows.map((row) => ({ ...Object.fromEntries(sums.map((sum) => [sum, 0])), ...row.key, ...row.sums }));
  const types = [...Object.entries(key), ...sums.map((sum) => [sum, "bigint"])].map(([n, type]) => `${n} ${type}`);
  await tx.execute(sql`
    insert into ${sql.raw(`affiliate.${name} as known (tenant_id, ${keys}, ${sums.join(", ")})`)}
    select ${tenantId}::int, ${sql.raw(`${keys}, ${sums.join(", ")}`)}
    from json_to_recordset(${JSON.stringify(values)}::json) as row (${sql.raw(types.join(", "))})
    order by ${sql.raw(keys)}
    on conflict (tenant_id, ${sql.raw(keys)}) do update set
      ${sql.raw(sums.map((sum) => `${sum} = known.${sum} + excluded.${sum}`).join(", "))}`);
}

/**
 * Adds the orders of all currencies to the main row, which is then locked together with the others. It stays the main
 * row, because whoever changes orders has locked the affiliate against changes.
 */
async function countOnMain(tx: Transaction, tenantId: number, table: string, rows: Row[]): Promise<void> {
  const column = table === "link_total" ? "link_id" : "affiliate_id";
  const counted = new Map<string, number>();
  const known = new Map<string, Row>();
  for (const row of rows) {
    const id = row.key[column] as string;
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
    const row = found ?? { key: { [column]: id, currency }, sums: {} };
    row.sums.all_orders = counted.get(id) ?? 0;
    if (!found) rows.push(row);
  }
}

/** Clicks have no currency and are added to the main row of the affiliate or link, whatever its currency. */
async function addClicks(tx: Transaction, tenantId: number, table: string, column: string, rows: Row[]) {
  let left = rows.map(({ key, sums }) => ({ id: key[column], clicks: sums.clicks }));
  // Tries twice, because another row may have become the main row while the first update waited for its lock.
  for (let round = 0; round < 2 && left.length > 0; round++) {
    const { rows: done } = await tx.execute<{ id: string }>(sql`
      with click as (
        select known.${sql.raw(column)} as id, known.currency, row.clicks
        from json_to_recordset(${JSON.stringify(left)}::json) as row (id text, clicks bigint)
        join ${sql.raw(`affiliate.${table}`)} known
          on known.tenant_id = ${tenantId} and known.${sql.raw(column)} = row.id and known.main
        order by row.id for no key update of known
      )
      update ${sql.raw(`affiliate.${table}`)} as known set clicks = known.clicks + click.clicks from click
      where known.tenant_id = ${tenantId} and known.${sql.raw(column)} = click.id and known.currency = click.currency
      returning known.${sql.raw(column)} as id`);
    const found = new Set(done.map(({ id }) => id));
    left = left.filter(({ id }) => !found.has(id as string));
  }
}
