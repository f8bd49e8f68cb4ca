import { and, eq, inArray, sql } from "drizzle-orm";
import type { productStatuses } from "../../contract/checkout/product-words.ts";
import type { Database } from "../../database/client.ts";
import { type ProductVariant, product } from "../../database/schema/checkout.ts";
import { minorDigits, round, shift, toDecimal } from "../../decimal.ts";
import type { Mode } from "../kernel/context.ts";
import { toWordsPattern } from "../kernel/lists.ts";
import { toMajor } from "../kernel/money.ts";
import { forgetCatalogue } from "../storefront/catalogue-cache.ts";
import { findTenant } from "../tenants.ts";
import { saveProducts } from "./products.ts";

// For the dashboard, where a product may have a price but no name. The service then stores the ID as the title.

type Place = { storeId: string; mode: Mode };
type Row = {
  id: string;
  title: string | null;
  price: number | null;
  compare_at_price: number | null;
  tax_included: boolean | null;
  image_url: string | null;
  url: string | null;
  status: Status | null;
  categories: string[] | null;
  variants: readonly ProductVariant[] | null;
  at: Date;
};
type Status = (typeof product.$inferSelect)["status"];
type Facts = Record<"name" | "price" | "compare_at_price" | "image_url" | "url", string | null> & {
  tax_included: boolean | null;
};
/** Both figures of the stock are null if the shop does not count each variant. */
export type KnownProduct = Facts & {
  id: string;
  currency: string;
  status: Status | undefined;
  categories: string[];
  variants: number;
  stock: number | null;
  /** Of the variant of which there are most. */
  most_in_stock: number | null;
  at: Date;
};
/** What is not named stays as it is. */
export type KnownProductDraft = {
  id: string;
  status?: (typeof productStatuses)[number] | undefined;
  categories?: string[] | undefined;
} & {
  [Fact in keyof Facts]?: Facts[Fact] | undefined;
};

export async function listKnownProducts(
  db: Database,
  place: Place,
  { page, per_page, search }: { page: number; per_page: number; search?: string | undefined },
): Promise<{ data: KnownProduct[]; total: number }> {
  const { id: tenantId, currency } = await findTenant(db, "checkout", place.storeId, place.mode);
  const pattern = toWordsPattern(search ?? "");
  const named = sql`
    select id, max(at) as at from (
      select product_id as id, updated_at as at from checkout.upsell where tenant_id = ${tenantId}
      union all
      select unnest(trigger_products), updated_at from checkout.upsell where tenant_id = ${tenantId}
      union all
      select item ->> 'product_id', updated_at
      from checkout.bundle, jsonb_array_elements(products) as item where tenant_id = ${tenantId}
    ) mentions
    group by id`;
  const known = sql`
    select id, title, price::float8 as price, compare_at_price::float8 as compare_at_price, tax_included, image_url, url, status, categories, variants, updated_at as at
    from checkout.product
    where tenant_id = ${tenantId} and (status <> 'deleted' or id in (select id from (${named}) named))
    union all
    select id, null, null, null, null, null, null, null, null, null, at from (${named}) named
    where not exists (select from checkout.product p where p.tenant_id = ${tenantId} and p.id = named.id)`;
  const found = sql`select * from (${known}) known where id ilike ${pattern} or title ilike ${pattern}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    db.execute<Row>(sql`${found} order by at desc, id limit ${per_page} offset ${(page - 1) * per_page}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from (${found}) found`),
  ]);
  return { data: rows.map((row) => toKnown(row, currency)), total: counts[0]?.total ?? 0 };
}

export async function findKnownProducts(db: Database, place: Place, ids: string[]): Promise<KnownProduct[]> {
  const { id: tenantId, currency } = await findTenant(db, "checkout", place.storeId, place.mode);
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.tenantId, tenantId), inArray(product.id, ids)));
  return rows.map(({ imageUrl, compareAtPrice, taxIncluded, updatedAt, ...row }) => {
    const named = { compare_at_price: compareAtPrice, tax_included: taxIncluded, image_url: imageUrl, at: updatedAt };
    return toKnown({ ...row, ...named }, currency);
  });
}

export async function saveKnownProducts(
  db: Database,
  place: Place,
  drafts: readonly KnownProductDraft[],
): Promise<void> {
  const { id: tenantId, currency } = await findTenant(db, "checkout", place.storeId, place.mode);
  const ids = drafts.map(({ id }) => id).sort();
  await db.transaction(async (tx) => {
    const before = await tx
      .select()
      .from(product)
      .where(and(eq(product.tenantId, tenantId), inArray(product.id, ids)))
      .orderBy(product.id)
      .for("update");
    const beforeById = new Map(before.map((row) => [row.id, row]));
    const merged = drafts.map(({ id, name, price, compare_at_price, tax_included, image_url, url, ...draft }) => {
      const { status, categories } = draft;
      const was = beforeById.get(id);
      const amount = (draft: string | null | undefined, before: number | null = null) =>
        draft === undefined ? before : toMinor(draft, currency);
      return {
        id,
        title: (name === undefined ? was?.title : name) ?? id,
        price: amount(price, was?.price),
        compareAtPrice: amount(compare_at_price, was?.compareAtPrice),
        taxIncluded: tax_included === undefined ? (was?.taxIncluded ?? null) : tax_included,
        imageUrl: image_url === undefined ? (was?.imageUrl ?? null) : image_url,
        url: url === undefined ? (was?.url ?? null) : url,
        handle: was?.handle ?? null,
        status: status ?? was?.status ?? ("active" as const),
        categories: categories ? [...new Set(categories)] : (was?.categories ?? []),
        variants: was?.variants ?? [],
        source: "dashboard",
      };
    });
    const isEmpty = ({ id, title, price, compareAtPrice, ...more }: (typeof merged)[number]) => {
      const { imageUrl, url, status, categories, variants } = more;
      const isPlain = title === id && price === null && compareAtPrice === null && more.taxIncluded === null;
      return isPlain && !imageUrl && !url && status === "active" && ![...categories, ...variants].length;
    };
    const empty = merged.filter(isEmpty).map(({ id }) => id);
    await tx.delete(product).where(and(eq(product.tenantId, tenantId), inArray(product.id, empty)));
    await saveProducts(
      tx,
      tenantId,
      merged.filter((row) => !isEmpty(row)),
    );
  });
  forgetCatalogue(db, tenantId);
}

export async function deleteKnownProduct(db: Database, place: Place, id: string): Promise<void> {
  const { id: tenantId } = await findTenant(db, "checkout", place.storeId, place.mode);
  await db.delete(product).where(and(eq(product.tenantId, tenantId), eq(product.id, id)));
  forgetCatalogue(db, tenantId);
}

function toKnown({ id, title, status, categories, variants, at, ...row }: Row, currency: string): KnownProduct {
  const { price, compare_at_price, tax_included, image_url, url } = row;
  const amount = (minor: number | null) =>
    minor === null ? null : toMajor(minor, currency).toFixed(minorDigits(currency));
  const stocks = (variants ?? []).map(({ stock }) => stock);
  const isCounted = stocks.length > 0 && stocks.every((stock) => stock !== null);
  return {
    id,
    name: title === id ? null : title,
    price: amount(price),
    compare_at_price: amount(compare_at_price),
    tax_included,
    currency,
    image_url,
    url,
    status: status ?? undefined,
    categories: categories ?? [],
    variants: stocks.length,
    stock: isCounted ? stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0) : null,
    most_in_stock: isCounted ? Math.max(...(stocks as number[])) : null,
    at: new Date(at),
  };
}

function toMinor(price: string | null, currency: string): number | null {
  const decimal = toDecimal(price ?? "");
  return decimal && Number(round(shift(decimal, minorDigits(currency))));
}
