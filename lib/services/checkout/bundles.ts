import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { BundleDraft } from "../../contract/checkout/bundle-draft.ts";
import { pricingTypes } from "../../contract/checkout/bundle-words.ts";
import type { bundles as contract } from "../../contract/checkout/bundles.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { bundle } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { contains, ordering, readPage, toPattern } from "../kernel/lists.ts";
import { refuse, tooExact, unknownWord } from "../kernel/refuse.ts";

type Row = typeof bundle.$inferSelect;

export const bundles: ResourceHandlers<(typeof contract)["bundles"], Context> = {
  async list({ query }, { db, tenantId }) {
    const { type, status, search, sort = "created_at", order = sort === "created_at" ? "desc" : "asc" } = query;
    const list = {
      name: ["bundles", type && "type", status && "status", search && "search", sort, order].filter(Boolean).join(" "),
      table: bundle,
      where: and(
        eq(bundle.tenantId, sql.placeholder("tenantId")),
        type && eq(bundle.type, sql.placeholder("type")),
        status && eq(bundle.status, sql.placeholder("status")),
        search ? or(contains(bundle.name), eq(bundle.id, sql.placeholder("search"))) : undefined,
      ),
      orderBy: ordering(columns[sort], bundle.id, order),
    };
    const values = { tenantId, type, status, search, pattern: search && toPattern(search) };
    return readPage(db, query, list, values, toRecord);
  },

  async create({ body }, { db, tenantId }) {
    const { pricing, status = "active", ...rest } = body;
    requireKnown(pricing);
    const [row] = await db
      .insert(bundle)
      .values({ ...rest, tenantId, id: newId("bun"), status, pricingType: pricing.type, pricingValue: pricing.value })
      .returning();
    return toRecord(row as Row);
  },

  async get({ params }, { db, tenantId }) {
    const [row] = await db.select().from(bundle).where(one(tenantId, params.id));
    return row ? toRecord(row) : missing(params.id);
  },

  async update({ params, body }, { db, tenantId }) {
    const { pricing, ...rest } = body;
    requireKnown(pricing);
    const [row] = await db
      .update(bundle)
      .set({ ...rest, pricingType: pricing?.type, pricingValue: pricing?.value, updatedAt: sql`now()` })
      .where(one(tenantId, params.id))
      .returning();
    return row ? toRecord(row) : missing(params.id);
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(bundle.tenantId, tenantId), eq(bundle.id, id));
}

function missing(id: string): never {
  throw new ApiError(404, "not_found", `Bundle ${id} does not exist.`);
}

function requireKnown(pricing: BundleDraft["pricing"] | undefined): void {
  refuse(unknownWord("pricing.type", pricing?.type, pricingTypes), tooExact("pricing.value", pricing?.value));
}

const columns = {
  created_at: [bundle.createdAt],
  name: [sql`lower(${bundle.name})`],
  type: [bundle.type, bundle.createdAt],
  status: [bundle.status, bundle.createdAt],
};

function toRecord(row: Row) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    products: row.products,
    pricing: { type: row.pricingType, value: row.pricingValue },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
