import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { discountTypes, performanceDays, upsellStatuses } from "../../contract/checkout/upsell-words.ts";
import type { upsells as contract } from "../../contract/checkout/upsells.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { FieldError } from "../../contract/errors.ts";
import { prepared } from "../../database/client.ts";
import { tenant, upsell } from "../../database/schema/checkout.ts";
import { dailyUpsell } from "../../database/schema/checkout-sales.ts";
import { minorDigits } from "../../decimal.ts";
import type { Context } from "../kernel/context.ts";
import { toColumns, toFields } from "../kernel/fields.ts";
import { newId } from "../kernel/ids.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing, refuse, tooExact, unknownWord } from "../kernel/refuse.ts";
import { readSettings } from "./settings.ts";
import { deleteFromChains, leads, saveInChain } from "./upsell-chains.ts";
import { unit, withProblem } from "./upsell-problems.ts";

type Row = typeof upsell.$inferSelect;
type Change = { status?: string | undefined; discount?: { type: string; value: number } | undefined };

export const upsells: ResourceHandlers<(typeof contract)["upsells"], Context> = {
  async list({ query }, context) {
    const settings = query.problem && (await readSettings(context.db, context.tenantId));
    const mostOffers = settings?.upsells.max_offers_per_checkout;
    return readPage(context, { ...query, unit: 10 ** minorDigits(context.currency), mostOffers }, list);
  },

  async create({ body }, { db, tenantId }) {
    refuse(problemsOfUpsell(body));
    const { discount, placement = "post_purchase", ...rest } = body;
    const fields = { ...rest, placement, discount_type: discount.type, discount_value: discount.value };
    const values = { ...toColumns(upsell, fields), tenantId, id: newId("ups") };
    const [row] = await saveInChain(db, tenantId, body, (tx) => tx.insert(upsell).values(values).returning());
    return toRecord(row as Row);
  },

  async get({ params }, { db, tenantId }) {
    const statement = prepared(db, "upsell", (name) =>
      db
        .select()
        .from(upsell)
        .where(and(eq(upsell.tenantId, sql.placeholder("tenantId")), eq(upsell.id, sql.placeholder("id"))))
        .prepare(name),
    );
    const [row] = await statement.execute({ tenantId, id: params.id });
    return row ? toRecord(row) : missing("Upsell", params.id);
  },

  async update({ params, body }, { db, tenantId }) {
    refuse(problemsOfUpsell(body));
    const { discount, ...rest } = body;
    const price = discount && { discount_type: discount.type, discount_value: discount.value };
    const [row] = await saveInChain(db, tenantId, { ...body, id: params.id }, (tx) =>
      tx
        .update(upsell)
        .set({ ...toColumns(upsell, { ...rest, ...price }), updatedAt: sql`now()` })
        .where(one(tenantId, params.id))
        .returning(),
    );
    return row ? toRecord(row) : missing("Upsell", params.id);
  },

  async delete({ params }, { db, tenantId }) {
    const deleted = await deleteFromChains(db, tenantId, params.id);
    return deleted ? { id: params.id, deleted } : missing("Upsell", params.id);
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(upsell.tenantId, tenantId), eq(upsell.id, id));
}

/** What this service refuses, beyond the contract. */
export const problemsOfUpsell = ({ status, discount }: Change): FieldError[] => [
  ...unknownWord("status", status, upsellStatuses),
  ...unknownWord("discount.type", discount?.type, discountTypes),
  ...tooExact("discount.value", discount?.value),
];

const toListItem = (row: Row) => toFields(upsell, row);

function toRecord(row: Row) {
  const { discount_type: type, discount_value: value, ...rest } = toListItem(row);
  return { ...rest, discount: { type, value } };
}

/** What the last days in the store's time zone brought. */
function lately(figure: SQL): SQL {
  return sql`(select ${figure} from ${dailyUpsell} d join ${tenant} t on t.id = d.tenant_id
    where d.tenant_id = ${upsell}.tenant_id and d.upsell_id = ${upsell}.id
      and d.day > (now() at time zone t.time_zone)::date - ${sql.raw(String(performanceDays))})`;
}

const revenue = sql`coalesce(sum(d.revenue), 0)`;

const list: List<{ row: Row }, ReturnType<typeof toListItem>> = {
  name: "upsells",
  table: upsell,
  filters: {
    status: upsell.status,
    placement: upsell.placement,
    product_id: upsell.productId,
    trigger_product: (id) => sql`${id} = any(${upsell.triggerProducts})`,
    discount_type: upsell.discountType,
    discount_min: (value) => gte(upsell.discountValue, value),
    revenue_min: (amount) => sql`${lately(revenue)} >= ${amount}::numeric * ${unit}`,
    problem: withProblem,
    leads_to: (id) => sql`${leads} and ${id} in (${upsell.nextAccepted}, ${upsell.nextDeclined})`,
  },
  searched: [upsell.name, upsell.productId],
  sorts: {
    created_at: [upsell.createdAt],
    name: [sql`lower(${upsell.name})`],
    status: [upsell.status, upsell.createdAt],
    discount_value: [upsell.discountValue],
    acceptance_rate: [lately(sql`coalesce(sum(d.accepted)::float8 / nullif(sum(d.shown), 0), -1)`)],
    revenue: [lately(revenue)],
  },
  toItem: ({ row }) => toListItem(row),
};
