import { and, eq } from "drizzle-orm";
import { type Pieces, piecesOf } from "../../contract/checkout/upsell-words.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError, invalid, type Sentence } from "../../contract/errors.ts";
import { present } from "../../contract/read.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { bundle, product, upsell } from "../../database/schema/checkout.ts";
import { type TicketLine, ticket } from "../../database/schema/checkout-tickets.ts";
import { sentence } from "../../sentences.ts";
import { split } from "../affiliate/sums-of-records.ts";
import { changesetFor } from "../connect/shopify-changeset.ts";
import { codeFor } from "../connect/shopify-codes.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { toMajor } from "../kernel/money.ts";
import { requireRoom } from "../kernel/shopper-limits.ts";
import { answerFor } from "./assign.ts";
import { componentsOf } from "./bundle-choice.ts";
import { pricesOf } from "./bundles.ts";
import { catalogueOf, type ShopCatalogue } from "./catalogue-cache.ts";
import { limitsSales, requireUnsold } from "./offer-limits.ts";
import { finalPrice, followerOf, select, triggerOf, withVariant } from "./offers.ts";
import type { ListedOffer, ShownBundle } from "./read-catalogue.ts";
import { redeem } from "./redeem-ticket.ts";
import { signTicket } from "./ticket-keys.ts";

type Tickets = ResourceHandlers<(typeof contract)["tickets"], Context>;
type Acceptance = Parameters<Tickets["create"]>[0]["body"];
type Row = typeof ticket.$inferSelect;
/** In minor units. Without lines, a price is not known. */
type Sold = Pick<Row, "discount" | "placement" | "triggerProduct"> & {
  revision: string;
  lines: TicketLine[] | null;
};

/** Also how long an open ticket has been issued at most. */
export const lifetimeMs = 30 * 60_000;

export const tickets: Tickets = {
  async create({ body }, context) {
    const { db, pool, tenantId, keyId, publishable } = context;
    const { upsell_id, bundle_id, visitor_id, order } = body;
    if (publishable && visitor_id !== undefined) await requireRoom("visitor", keyId, visitor_id);
    const catalogue = await catalogueOf(pool, tenantId);
    const { sold, applied } = await answerNow(context, catalogue, body);
    if (!sold) throw await reasonAgainst(context, body);
    const { lines, revision, ...look } = sold;
    if (!lines) throw refusal("price_unknown", sentence("productPriceUnknown", { id: upsell_id ?? bundle_id ?? "" }));
    // Whole seconds, as the signed ticket has them.
    const issuedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const values = {
      ...{ tenantId, id: newId("tkt"), upsellId: upsell_id, bundleId: bundle_id, revision: new Date(revision) },
      ...{ ...look, lines, listPrice: sumOf(lines, "list_price"), price: sumOf(lines, "price") },
      ...{ visitorId: visitor_id, forOrder: order, experiments: applied },
      ...{ issuedAt, expiresAt: new Date(issuedAt.getTime() + lifetimeMs) },
    };
    const store = async (tx: Pick<Context["db"], "insert">) => (await tx.insert(ticket).values(values).returning())[0];
    const limits = catalogue.offers.get(upsell_id ?? "")?.conditions?.limits;
    const row =
      limits && limitsSales(limits)
        ? await db.transaction(async (tx) => {
            await requireUnsold(tx, tenantId, upsell_id ?? "", limits);
            return store(tx);
          })
        : await store(db);
    return issue(row as Row, context);
  },

  async code({ params: { id } }, context) {
    const { keyId, shopper } = context;
    if (shopper?.network) await requireRoom("visitor", keyId, shopper.network);
    return { id, code: await codeFor(context, id) };
  },

  async changeset({ params: { id }, body }, context) {
    return { id, token: await changesetFor(context, id, body.token) };
  },

  async redeem({ params, body }, context) {
    if (context.publishable) throw new ApiError(403, "server_only", sentence("serverOnly"));
    return redeem(context, params.id, body);
  },
};

/** The offer or bundle as the same question is answered at present, with the experiments on which just this depends. */
async function answerNow(
  context: Context,
  catalogue: ShopCatalogue,
  { upsell_id, bundle_id, product, product_id, products: chosen, variant_id, quantity, ...question }: Acceptance,
) {
  const { currency } = context;
  const { cart, placement } = question;
  const bundles = product === undefined ? catalogue.bundles : (catalogue.bundlesOf.get(product) ?? []);
  const found = bundles.find(({ id }) => id === bundle_id);
  const filled = found && { ...found, products: componentsOf(found, chosen) };
  const { answer: sold, applied } = filled
    ? await answerFor(context, catalogue, { ...question, cart: undefined, order: undefined }, (changes) =>
        soldBundle({ ...filled, pricing: changes.bundles.get(filled.id) ?? filled.pricing }, currency),
      )
    : await answerFor(context, catalogue, { ...question, accepting: true }, (changes) => {
        const seen = product_id === undefined ? undefined : { id: upsell_id ?? "", product: product_id };
        const place = { cart, placement, seen };
        const offer =
          select(catalogue, place, changes).find(({ id }) => id === upsell_id) ??
          followerOf(upsell_id ?? "", place, changes, catalogue);
        return offer && offer.productId === (product_id ?? offer.productId)
          ? soldOffer(offer, { variant_id, quantity }, cart, currency)
          : undefined;
      });
  return { sold, applied };
}

/** Nothing if the offer is not for so many pieces, or if the variant is not in stock. */
function soldOffer(
  listed: ListedOffer,
  { variant_id: chosen, quantity = listed.quantity.least }: Pick<Acceptance, "variant_id" | "quantity">,
  cart: readonly string[],
  currency: string,
): Sold | undefined {
  const { least, most } = listed.quantity;
  const variants = listed.product?.variants ?? [];
  const variant = variants.find(
    ({ id, stock }) => (chosen === undefined || id === chosen) && (stock === null || stock >= quantity),
  );
  const isInStock = variant !== undefined || (chosen === undefined && variants.length === 0);
  if (!isInStock || quantity < least || quantity > most) return;
  const offer = variant ? withVariant(listed, variant) : listed;
  const { product, discount, placement, revision } = offer;
  const price = finalPrice(offer, currency);
  const look = { discount, placement, triggerProduct: triggerOf(offer, cart), revision };
  if (!product || product.price === null || price === null) return { ...look, lines: null };
  const { id: product_id, title } = product;
  const line = { product_id, title, variant_id: variant?.id ?? null, quantity };
  return { ...look, lines: [{ ...line, list_price: quantity * product.price, price: quantity * price }] };
}

function soldBundle(bundle: ShownBundle, currency: string): Sold {
  const { original, price } = pricesOf(bundle, currency);
  const look = { discount: null, placement: null, triggerProduct: null, revision: bundle.revision };
  if (original === null || price === null) return { ...look, lines: null };
  const lines = bundle.products.flatMap(({ product_id, quantity, product }) =>
    product
      ? [
          {
            ...{ product_id, title: product.title, variant_id: product.variants[0]?.id ?? null, quantity },
            list_price: quantity * (product.price ?? 0),
          },
        ]
      : [],
  );
  return { ...look, lines: withPrices(lines, price) };
}

/** The price is divided among the lines in proportion to what each costs alone. */
export function withPrices(lines: readonly Omit<TicketLine, "price">[], price: number): TicketLine[] {
  const prices = split(
    price,
    lines.map(({ list_price }) => list_price),
  );
  return lines.map((line, at) => ({ ...line, price: prices[at] ?? 0 }));
}

export const sumOf = (lines: readonly TicketLine[], which: "list_price" | "price") =>
  lines.reduce((sum, line) => sum + line[which], 0);

const refusal = (code: string, said: Sentence) => new ApiError(409, code, said);

function wrongQuantity({ least, most }: Pieces): ApiError {
  const reason =
    least === most ? sentence("quantityFixed", { count: least }) : sentence("quantityNotOffered", { least, most });
  return invalid({ field: "quantity", ...reason });
}

async function reasonAgainst(
  { db, tenantId }: Context,
  { upsell_id, bundle_id, product_id, variant_id, quantity, cart }: Acceptance,
): Promise<ApiError> {
  const id = upsell_id ?? bundle_id ?? "";
  const notNow = () => refusal("not_offered", sentence("notOffered", { id }));
  if (upsell_id === undefined) {
    const [row] = await db
      .select({ status: bundle.status })
      .from(bundle)
      .where(and(eq(bundle.tenantId, tenantId), eq(bundle.id, id)));
    if (!row) return new ApiError(404, "not_found", sentence("bundleMissing", { id }));
    return row.status === "active" ? notNow() : refusal("not_active", sentence("bundleNotActive", { name: id }));
  }
  const [row] = await db
    .select({
      status: upsell.status,
      pieces: upsell.quantity,
      productId: upsell.productId,
      productStatus: product.status,
      variants: product.variants,
    })
    .from(upsell)
    .leftJoin(product, and(eq(product.tenantId, upsell.tenantId), eq(product.id, upsell.productId)))
    .where(and(eq(upsell.tenantId, tenantId), eq(upsell.id, id)));
  if (!row) return new ApiError(404, "not_found", sentence("offerMissing", { id }));
  const { status, pieces, productId, productStatus, variants } = row;
  if (status !== "active") return refusal("not_active", sentence("offerNotActive", { name: id }));
  const { least, most } = piecesOf(pieces);
  const wrong = quantity !== undefined && (quantity < least || quantity > most) && wrongQuantity({ least, most });
  if (product_id !== undefined && product_id !== productId)
    return wrong || refusal("not_offered", sentence("otherProduct", { id, product: product_id }));
  if (productStatus !== null && productStatus !== "active")
    return refusal("product_withheld", sentence("productWithheld", { id: productId }));
  const asked = (variants ?? []).filter(({ id }) => variant_id === undefined || id === variant_id);
  const stock = Math.max(0, ...asked.map(({ stock }) => stock ?? Number.POSITIVE_INFINITY));
  const isCounted = variants?.length || variant_id !== undefined;
  const wanted = { id: variant_id ?? productId };
  if (isCounted && stock === 0) return refusal("sold_out", sentence("productSoldOut", wanted));
  if (wrong) return wrong;
  if (isCounted && stock < (quantity ?? least))
    return refusal("stock_too_low", sentence("stockTooLow", { ...wanted, count: stock }));
  return cart.includes(productId) ? refusal("in_cart", sentence("productInCart", { id: productId })) : notNow();
}

/** The same facts are signed and answered. */
async function issue(row: Row, { storeId, mode, currency }: Context) {
  const { id, experiments, issuedAt, expiresAt } = row;
  const lines = row.lines.map(({ title: _, variant_id, list_price, price, ...line }) => ({
    ...line,
    ...(variant_id !== null && { variant_id }),
    list_price: toMajor(list_price, currency),
    price: toMajor(price, currency),
  }));
  const facts = {
    ...present({ upsell_id: row.upsellId ?? undefined, bundle_id: row.bundleId ?? undefined }),
    ...present({ visitor_id: row.visitorId ?? undefined }),
    currency,
    list_price: toMajor(row.listPrice, currency),
    price: toMajor(row.price, currency),
    lines,
  };
  const claims = {
    ...{ iss: process.env.CARTWRIGHT_ORIGIN || "cartwright", aud: storeId, mode, jti: id },
    ...{ iat: issuedAt.getTime() / 1000, exp: expiresAt.getTime() / 1000 },
    ...facts,
    ...present({ order_id: row.forOrder ?? undefined }),
    revision: row.revision.toISOString(),
    experiments,
  };
  return {
    ...{ id, ticket: await signTicket(claims, issuedAt.getTime()), ...facts, applied: experiments },
    ...{ issued_at: issuedAt.toISOString(), expires_at: expiresAt.toISOString() },
  };
}
