import { and, asc, eq, ilike, inArray, ne, or, sql } from "drizzle-orm";
import type { productStatuses } from "../../contract/checkout/product-words.ts";
import {
  type products as contract,
  type ProductDraft,
  type ProductOutcome,
  productDraft,
} from "../../contract/checkout/products.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { type FieldError, isRecord } from "../../contract/errors.ts";
import { fieldErrors } from "../../contract/parse.ts";
import type { Database } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { product } from "../../database/schema/checkout.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toWordsPattern } from "../kernel/lists.ts";
import { toMajor, toMinor } from "../kernel/money.ts";

type Row = typeof product.$inferSelect;
type NewRow = Omit<Row, "tenantId" | "asOf" | "updatedAt">;

export const products: ResourceHandlers<(typeof contract)["products"], Context> = {
  async list({ query: { page, per_page, ids, search } }, { db, tenantId, currency }) {
    const where = and(
      eq(product.tenantId, tenantId),
      ne(product.status, "deleted"),
      ids && inArray(product.id, ids),
      search === undefined ? undefined : or(ilike(product.title, toWordsPattern(search)), eq(product.id, search)),
    );
    const [rows, total] = await Promise.all([
      db
        .select()
        .from(product)
        .where(where)
        .orderBy(asc(sql`lower(${product.title})`), asc(product.id))
        .limit(per_page)
        .offset((page - 1) * per_page),
      countUpTo(db, product, where),
    ]);
    return { data: rows.map((row) => toRecord(row, currency)), pagination: { page, per_page, total } };
  },

  async save({ body }, context) {
    const data = await takeProducts(body.products, context);
    const saved = data.filter(({ status }) => status === "saved").length;
    return { data, saved, rejected: data.length - saved };
  },
};

export async function takeProducts(
  items: readonly unknown[],
  { db, tenantId, currency }: Context,
  asOf: string | null = null,
): Promise<ProductOutcome[]> {
  const judged = items.map((item) => readItem(item, currency));
  const rows = judged.flatMap(({ row }) => row ?? []);
  await saveProducts(db, tenantId, rows, asOf);
  return judged.map(({ id, row, errors }): ProductOutcome => {
    const own = id !== undefined && { id };
    return row ? { ...own, status: "saved" } : { ...own, status: "rejected", errors };
  });
}

const columns = columnsWithout(product, "tenantId", "asOf", "updatedAt");

/** Of two rows with one id, the last counts. An unchanged row keeps its time. What is older on its platform changes nothing. */
export async function saveProducts(
  db: Pick<Database, "execute">,
  tenantId: number,
  rows: readonly NewRow[],
  asOf: string | null = null,
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (byId.size === 0) return;
  await db.execute(sql`
    insert into checkout.product as known (tenant_id, ${columns.of()}, as_of)
    select ${tenantId}::int, ${columns.of("row")}, ${asOf}::timestamptz from ${columns.from([...byId.values()])}
    order by id
    on conflict (tenant_id, id) do update
    set ${columns.set("excluded")}, as_of = excluded.as_of, updated_at = excluded.updated_at
    where (${columns.of("known")}, known.as_of) is distinct from (${columns.of("excluded")}, excluded.as_of)
      and (known.source <> excluded.source or known.as_of <= excluded.as_of) is not false`);
}

type Judged = { id?: string; row?: NewRow; errors: FieldError[] };

function readItem(item: unknown, currency: string): Judged {
  if (!isRecord(item)) return { errors: [{ field: "", ...sentence("object") }] };
  const id = typeof item.id === "string" ? { id: item.id.slice(0, 200).trim().toWellFormed() } : {};
  const { success, data, error } = productDraft.safeParse(item, { reportInput: true });
  if (!success) return { ...id, errors: fieldErrors(error) };
  const errors = [data, ...data.variants].flatMap((one, n) =>
    (["price", "compare_at_price"] as const).flatMap((name): FieldError[] => {
      const amount = one[name];
      if (amount == null || toMinor(amount, currency) !== null) return [];
      return [{ field: n === 0 ? name : `variants.${n - 1}.${name}`, ...sentence("decimals", { currency }) }];
    }),
  );
  return errors.length > 0 ? { ...id, errors } : { ...id, row: toRow(data, currency), errors };
}

function toRow(
  { price, compare_at_price, tax_included = null, image_url, url, handle, categories, variants, ...rest }: ProductDraft,
  currency: string,
): NewRow {
  const minor = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount, currency));
  return {
    ...rest,
    price: minor(price),
    compareAtPrice: minor(compare_at_price),
    taxIncluded: tax_included,
    imageUrl: image_url ?? null,
    url: url ?? null,
    handle: handle ?? null,
    categories: [...new Set(categories)],
    variants: variants.map(({ title = null, price, compare_at_price, stock = null, image_url = null, ...variant }) => ({
      ...variant,
      title,
      price: minor(price),
      compare_at_price: minor(compare_at_price),
      stock,
      image_url,
    })),
  };
}

function toRecord(row: Row, currency: string) {
  const major = (amount: number | null | undefined) => (amount == null ? null : toMajor(amount, currency));
  return {
    id: row.id,
    title: row.title,
    price: major(row.price),
    compare_at_price: major(row.compareAtPrice),
    tax_included: row.taxIncluded,
    image_url: row.imageUrl,
    url: row.url,
    handle: row.handle,
    status: row.status as (typeof productStatuses)[number],
    categories: row.categories,
    variants: row.variants.map(({ price, compare_at_price, ...variant }) => ({
      ...variant,
      price: major(price),
      compare_at_price: major(compare_at_price),
    })),
    source: row.source,
    updated_at: row.updatedAt.toISOString(),
  };
}
