import { and, asc, desc, eq, ilike, type SQL, sql } from "drizzle-orm";
import { discountTypes, upsellStatuses } from "../../contract/checkout/upsell-words.ts";
import type { upsells as contract } from "../../contract/checkout/upsells.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { upsell } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";

type Row = typeof upsell.$inferSelect;
type Change = { status?: string | undefined; discount?: { type: string; value: number } | undefined };

export const upsells: ResourceHandlers<(typeof contract)["upsells"], Context> = {
  async list({ query }, { db, tenantId }) {
    const where = and(
      eq(upsell.tenantId, tenantId),
      query.status ? eq(upsell.status, query.status) : undefined,
      query.search ? matches(query.search) : undefined,
    );
    const rows = await db
      .select()
      .from(upsell)
      .where(where)
      .orderBy(...ordering(query.sort, query.order))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page);
    const isWhole = query.page === 1 && rows.length < query.per_page;
    const total = isWhole ? rows.length : await db.$count(upsell, where);
    return { data: rows.map(toListItem), pagination: { page: query.page, per_page: query.per_page, total } };
  },

  async create({ body }, { db, tenantId }) {
    requireKnown(body);
    const { discount, product_id, trigger_products, placement = "post_purchase", ...rest } = body;
    const [row] = await db
      .insert(upsell)
      .values({
        ...rest,
        tenantId,
        id: newId("ups"),
        placement,
        productId: product_id,
        triggerProducts: trigger_products,
        discountType: discount.type,
        discountValue: discount.value,
      })
      .returning();
    return toRecord(row as Row);
  },

  async get({ params }, { db, tenantId }) {
    const [row] = await db.select().from(upsell).where(one(tenantId, params.id));
    return row ? toRecord(row) : missing(params.id);
  },

  async update({ params, body }, { db, tenantId }) {
    requireKnown(body);
    const { discount, product_id, trigger_products, ...rest } = body;
    const [row] = await db
      .update(upsell)
      .set({
        ...rest,
        productId: product_id,
        triggerProducts: trigger_products,
        discountType: discount?.type,
        discountValue: discount?.value,
        updatedAt: sql`now()`,
      })
      .where(one(tenantId, params.id))
      .returning();
    return row ? toRecord(row) : missing(params.id);
  },

  async delete({ params }, { db, tenantId }) {
    const [row] = await db.delete(upsell).where(one(tenantId, params.id)).returning({ id: upsell.id });
    return row ? { id: row.id, deleted: true } : missing(params.id);
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(upsell.tenantId, tenantId), eq(upsell.id, id));
}

function missing(id: string): never {
  throw new ApiError(404, "not_found", `Upsell ${id} does not exist.`);
}

/** What this service can carry out; the contract lets other words pass, for APIs that know more. */
function requireKnown({ status, discount }: Change): void {
  const details = [
    ...unknownWord("status", status, upsellStatuses),
    ...unknownWord("discount.type", discount?.type, discountTypes),
    ...tooExact("discount.value", discount?.value),
  ];
  if (details[0]) throw new ApiError(400, "invalid_request", `${details[0].field}: ${details[0].message}`, details);
}

function unknownWord(field: string, value: string | undefined, known: readonly string[]) {
  return value === undefined || known.includes(value)
    ? []
    : [{ field, message: `Must be one of ${known.join(", ")}.` }];
}

/** The column keeps four decimals, and what is stored is what was sent. */
function tooExact(field: string, value: number | undefined) {
  return value === undefined || Number(value.toFixed(4)) === value
    ? []
    : [{ field, message: "Must have at most 4 decimals." }];
}

function matches(search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${ilike(upsell.name, pattern)} or ${ilike(upsell.productId, pattern)} or ${upsell.id} = ${search})`;
}

/** The id settles ties, so that a page never repeats or drops a row. */
function ordering(sort: "created_at" | "name" | "status" | "discount_value" = "created_at", order?: "asc" | "desc") {
  const direction = (order ?? (sort === "created_at" ? "desc" : "asc")) === "desc" ? desc : asc;
  const columns = {
    created_at: [upsell.createdAt],
    name: [sql`lower(${upsell.name})`],
    status: [upsell.status, upsell.createdAt],
    discount_value: [upsell.discountValue],
  };
  return [...columns[sort], upsell.id].map((column) => direction(column));
}

/** The specified list fields, and ours: trigger products, placement and the last change. */
function toListItem(row: Row) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    product_id: row.productId,
    trigger_products: row.triggerProducts,
    discount_type: row.discountType,
    discount_value: row.discountValue,
    placement: row.placement,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function toRecord(row: Row) {
  const { discount_type: type, discount_value: value, ...rest } = toListItem(row);
  return { ...rest, discount: { type, value } };
}
