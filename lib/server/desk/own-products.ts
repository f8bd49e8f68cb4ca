import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { type Remembered, rememberedDraft } from "../../contract/desk/remembered.ts";
import { present } from "../../contract/read.ts";
import { inSchema } from "../../contract/sentences.ts";
import { remembered } from "../../database/schema/desk-work.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { DeskContext } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { type KnownProduct, type KnownProductDraft, saveKnownProducts } from "../wire/upstream.ts";

/** Our own checkout service knows products itself, so what people say about them is stored there. */
export const servesProducts = (kind: string, { mode }: DeskContext): boolean =>
  kind === "product" && has({ api: "checkout", mode, resource: "products", operation: "list" });

export const ownProductDraft = ({ membership: { store } }: DeskContext) =>
  rememberedDraft.refine(({ currency }) => !currency || currency === store.currency, {
    path: ["currency"],
    message: inSchema("storeCurrency", { currency: store.currency }),
  });

/** What events said about a product does not count once a person has said something. */
export async function saveOwnProducts(drafts: readonly KnownProductDraft[], context: DeskContext): Promise<void> {
  await saveKnownProducts(db(), storeModeOf(context), drafts);
  const ids = drafts.map(({ id }) => id);
  await db()
    .update(remembered)
    .set({ name: null, price: null, currency: null })
    .where(and(inDesk(remembered, context), eq(remembered.kind, "product"), inArray(remembered.id, ids)));
}

export function toRememberedProduct({
  id,
  name,
  price,
  compare_at_price,
  tax_included,
  currency,
  image_url,
  url,
  status,
  categories,
  variants,
  stock,
  most_in_stock,
  at,
}: KnownProduct): Remembered {
  return {
    kind: "product",
    id,
    name,
    price,
    currency: price === null ? null : currency,
    ...(status && { status, categories, variants, stock, most_in_stock, compare_at_price, tax_included }),
    times: 1,
    extra: present({ image_url: image_url ?? undefined, url: url ?? undefined }),
    has_secret: false,
    first_seen: at.toISOString(),
    last_seen: at.toISOString(),
  };
}
