import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { type Remembered, rememberedKinds } from "../../contract/desk/remembered.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { present } from "../../contract/read.ts";
import { hook } from "../../database/schema/desk-live.ts";
import { remembered as table } from "../../database/schema/desk-work.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { listRemembered } from "../memory/remembered-records.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { deleteKnownProduct, findKnownProducts, listKnownProducts } from "../wire/upstream.ts";
import { ownProductDraft, saveOwnProducts, servesProducts, toRememberedProduct } from "./own-products.ts";
import { dryRunCsv, importCsv } from "./remembered-import.ts";

type Kind = Remembered["kind"];

export const remembered: DeskHandlers<"remembered"> = {
  async list({ params, query: { page, per_page, search } }, context) {
    if (servesProducts(params.kind, context)) {
      const { data, total } = await listKnownProducts(db(), storeModeOf(context), { page, per_page, search });
      return { data: data.map(toRememberedProduct), pagination: { page, per_page, total } };
    }
    const query = { page, per_page, search };
    const { rows, total } = await listRemembered(storeModeOf(context), requireKind(params.kind), query);
    return { data: rows.map(toRemembered), pagination: { page, per_page, total } };
  },

  async look_up({ params, body: { ids } }, context) {
    if (ids.length === 0) return { data: [] };
    const own = servesProducts(params.kind, context) ? await findKnownProducts(db(), storeModeOf(context), ids) : [];
    const known = new Set(own.map(({ id }) => id));
    const others = ids.filter((id) => !known.has(id));
    const rows = await db()
      .select()
      .from(table)
      .where(and(all(params.kind, context), inArray(table.id, others)));
    return { data: [...own.map(toRememberedProduct), ...rows.map(toRemembered)] };
  },

  dry_run: ({ params, body: { csv } }, context) => dryRunCsv(requireKind(params.kind), csv, context),
  import_csv: ({ params, body: { csv } }, context) => importCsv(requireKind(params.kind), csv, context),

  async put({ params, body }, context) {
    const kind = requireKind(params.kind);
    const { id, image_url, url, status, categories, compare_at_price, tax_included, ...fields } = body;
    if (servesProducts(kind, context)) {
      await saveOwnProducts([parse(ownProductDraft(context), body, "body")], context);
      const [saved] = await findKnownProducts(db(), storeModeOf(context), [id]);
      const nothing = {
        name: null,
        price: null,
        compare_at_price: null,
        tax_included: null,
        image_url: null,
        url: null,
        status: undefined,
        categories: [],
        variants: 0,
        stock: null,
        most_in_stock: null,
      };
      return toRememberedProduct(
        saved ?? { id, ...nothing, currency: context.membership.store.currency, at: new Date() },
      );
    }
    const [unknown] = Object.keys(present({ image_url, url, status, categories, compare_at_price, tax_included }));
    if (unknown) throw invalid({ field: unknown, ...sentence("unknownField") });
    const values = present(fields);
    const [row] = await db()
      .insert(table)
      .values({ ...storeModeOf(context), kind, id, ...values })
      .onConflictDoUpdate({ target: [table.storeId, table.mode, table.kind, table.id], set: { id, ...values } })
      .returning();
    return toRemembered(row as typeof table.$inferSelect);
  },

  async delete({ params, query }, context) {
    if (params.kind === "webhook_endpoint") await requireNotOurs(query.id, context);
    if (servesProducts(params.kind, context)) await deleteKnownProduct(db(), storeModeOf(context), query.id);
    await db()
      .delete(table)
      .where(and(all(params.kind, context), eq(table.id, query.id)));
    return { id: query.id, deleted: true };
  },
};

/** The secret of our own live endpoint must be kept, because incoming events are verified with it. */
async function requireNotOurs(endpointId: string, context: DeskContext): Promise<void> {
  const isOurs = and(inDesk(hook, context), eq(hook.endpointId, endpointId), isNull(hook.endedAt));
  const ours = await db().$count(hook, isOurs);
  if (ours === 0) return;
  const reason = sentence("liveEndpoint");
  throw new ApiError(409, "in_use", reason);
}

const all = (kind: string, context: DeskContext): SQL | undefined =>
  and(inDesk(table, context), eq(table.kind, requireKind(kind)));

function requireKind(kind: string): Kind {
  if (rememberedKinds.includes(kind as Kind)) return kind as Kind;
  throw new ApiError(404, "not_found", `The kind must be one of ${rememberedKinds.join(", ")}.`);
}

function toRemembered(row: typeof table.$inferSelect): Remembered {
  const { kind, id, name, price, currency, extra, sealed, firstSeen, lastSeen, times } = row;
  return {
    kind,
    id,
    name,
    price,
    currency,
    times,
    extra: extra ?? {},
    has_secret: sealed !== null,
    first_seen: firstSeen.toISOString(),
    last_seen: lastSeen.toISOString(),
  };
}
