import { createHmac, timingSafeEqual } from "node:crypto";
import type { OfferQuantity } from "../../contract/checkout/offer-quantity.ts";
import { piecesOf } from "../../contract/checkout/upsell-words.ts";
import { ApiError } from "../../contract/errors.ts";
import type { wordsIn } from "../../shopper-words.ts";
import { keyFor } from "../affiliate/environment.ts";
import type { Context } from "../kernel/context.ts";
import type { ShownOffer } from "./read-catalogue.ts";
import { inStockFor, readProducts } from "./read-catalogue.ts";

/** Only what shoppers see, so that the token fits into an address. */
export type PreviewDraft = Pick<ShownOffer, "productId" | "discount" | "placement"> & {
  quantity?: OfferQuantity | undefined;
  picture?: string | null | undefined;
  /** Of the language that is previewed, whatever that of the page is. */
  words?: ReturnType<typeof wordsIn>;
};

const lifetimeMs = 15 * 60_000;

export function createPreview(tenantId: number, draft: PreviewDraft, now = Date.now()) {
  const expiresAt = now + lifetimeMs;
  const content = Buffer.from(JSON.stringify({ draft, expiresAt })).toString("base64url");
  return { token: `${content}.${sign(tenantId, content)}`, expires_at: new Date(expiresAt).toISOString() };
}

export async function readPreview({ db, tenantId }: Context, token: string) {
  const { picture, words, ...draft } = verify(tenantId, token);
  const products = await readProducts(db, tenantId, [draft.productId]);
  const quantity = piecesOf(draft.quantity ?? {});
  const product = inStockFor(products.get(draft.productId) ?? null, quantity);
  if (product && picture) product.image_url = picture;
  return { ...draft, id: "preview", quantity, product, words };
}

function verify(tenantId: number, token: string): PreviewDraft {
  const [content = "", signature = ""] = token.split(".");
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(tenantId, content))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refusal("This preview was not made for this store. Open it from the offer.");
  }
  const { draft, expiresAt } = JSON.parse(Buffer.from(content, "base64url").toString());
  if (expiresAt < Date.now()) throw refusal("This preview has expired. Open it from the offer again.");
  return draft;
}

const refusal = (message: string) => new ApiError(400, "invalid_preview", message, [{ field: "preview", message }]);

function sign(tenantId: number, content: string): string {
  return createHmac("sha256", keyFor("offer-preview")).update(`${tenantId} ${content}`).digest("base64url");
}
