import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BundleDraft } from "../../contract/checkout/bundle-draft.ts";
import { pricingTypes } from "../../contract/checkout/bundle-words.ts";
import type { bundles as contract } from "../../contract/checkout/bundles.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { FieldError } from "../../contract/errors.ts";
import { bundle } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { toFields } from "../kernel/fields.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing, refuse, tooExact, unknownWord } from "../kernel/refuse.ts";

type Row = typeof bundle.$inferSelect;

export const bundles: ResourceHandlers<(typeof contract)["bundles"], Context> = {
  async list({ query }, context) {
    return readPage(context, query, list);
  },

  async create({ body }, { db, tenantId }) {
    const { pricing, status = "active", ...rest } = body;
    refuse(problemsOfBundle({ pricing }));
    const [row] = await db
      .insert(bundle)
      .values({ ...rest, tenantId, id: newId("bun"), status, pricingType: pricing.type, pricingValue: pricing.value })
      .returning();
    return toRecord(row as Row);
  },

  async get({ params }, { db, tenantId }) {
    const [row] = await db.select().from(bundle).where(one(tenantId, params.id));
    return row ? toRecord(row) : missing("Bundle", params.id);
  },

  async update({ params, body }, { db, tenantId }) {
    const { pricing, ...rest } = body;
    refuse(problemsOfBundle({ pricing }));
    const [row] = await db
      .update(bundle)
      .set({ ...rest, pricingType: pricing?.type, pricingValue: pricing?.value, updatedAt: sql`now()` })
      .where(one(tenantId, params.id))
      .returning();
    return row ? toRecord(row) : missing("Bundle", params.id);
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(bundle.tenantId, tenantId), eq(bundle.id, id));
}

/** What this service refuses, beyond the contract. */
export const problemsOfBundle = ({ pricing }: Partial<Pick<BundleDraft, "pricing">>): FieldError[] => [
  ...unknownWord("pricing.type", pricing?.type, pricingTypes),
  ...tooExact("pricing.value", pricing?.value),
];

function toRecord(row: Row) {
  const { pricing_type: type, pricing_value: value, ...rest } = toFields(bundle, row);
  return { ...rest, pricing: { type, value } };
}

const list: List<{ row: Row }, ReturnType<typeof toRecord>> = {
  name: "bundles",
  table: bundle,
  filters: { type: bundle.type, status: bundle.status },
  searched: [bundle.name],
  sorts: {
    created_at: [bundle.createdAt],
    name: [sql`lower(${bundle.name})`],
    type: [bundle.type, bundle.createdAt],
    status: [bundle.status, bundle.createdAt],
  },
  toItem: ({ row }) => toRecord(row),
};
