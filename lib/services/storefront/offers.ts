import type { OfferChange } from "../../contract/checkout/experiment-draft.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { discountedMinor } from "../../discount.ts";
import { wordsFor, wordsIn } from "../../shopper-words.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { requireRoom } from "../kernel/shopper-limits.ts";
import { type Against, answerFor, assignVariant, type Changes, type OfferPlace } from "./assign.ts";
import { isWithheld } from "./bundle-choice.ts";
import { byOrder, catalogueOf, type ShopCatalogue } from "./catalogue-cache.ts";
import { type ChainStep, chainFrom, followerFor } from "./chains.ts";
import { noteContact } from "./last-shop-contact.ts";
import { readPreview } from "./preview.ts";
import { inStockFor, type ListedOffer, type ShownOffer, type ShownVariant } from "./read-catalogue.ts";

export const offers: ResourceHandlers<(typeof contract)["offers"], Context> = {
  async list({ query }, context) {
    const { db, tenantId, currency, keyId, publishable } = context;
    const { cart = [], placement, visitor_id, preview, language } = query;
    if (preview !== undefined) {
      const { words, ...draft } = await readPreview(context, preview);
      const withheld = isWithheld(draft) ? draft.product?.status : draft.product?.soldOut ? "sold_out" : undefined;
      const isHere = (placement ?? draft.placement) === draft.placement && !withheld;
      const nothing = { experiments: [], applied: [], cooldown_hours: 0 };
      const answer = {
        currency,
        offers: isHere ? [{ ...toRecord(draft, null, currency), ...(words && { words }) }] : [],
        ...nothing,
        preview: true as const,
      };
      const { texts } = await catalogueOf(db, tenantId);
      return { ...answer, ...(withheld && { withheld }), ...(language !== undefined && wordsFor(language, texts)) };
    }
    if (publishable && visitor_id !== undefined) await requireRoom("visitor", keyId, visitor_id);
    const catalogue = await catalogueOf(db, tenantId);
    noteContact(db, tenantId, "asked");
    const { answer, applied, cooldown } = await answerFor(context, catalogue, { ...query, cart }, (changes) =>
      select(catalogue, { cart, placement }, changes).map((offer) =>
        stepRecord(chainOf(offer, cart, changes, catalogue), currency, language),
      ),
    );
    return {
      currency,
      offers: answer,
      experiments:
        visitor_id === undefined
          ? []
          : catalogue.experiments.map(({ id, variants }) => ({
              experiment_id: id,
              variant: assignVariant(id, visitor_id, variants),
            })),
      applied,
      cooldown_hours: cooldown,
      ...(language !== undefined && wordsFor(language, catalogue.texts)),
    };
  },
};

/** Only those that differ from the general ones. */
function ownWords({ texts }: ListedOffer, language: string | undefined) {
  const words = texts && language !== undefined && wordsIn(texts, language);
  return words ? { words } : {};
}

/** What keeps an offer from the shopper, or the offer as the shopper sees it. */
export function judge(listed: ListedOffer, place: OfferPlace, changes: Changes, catalogue: ShopCatalogue) {
  const { cart, placement, bought, seen } = place;
  const change = changes.offers.get(listed.id);
  const plain = change ? changed(listed, change, catalogue) : listed;
  const isHere = (placement ?? plain.placement) === plain.placement;
  const offer = isHere ? changes.recommend(plain, cart, seen?.id === listed.id ? seen.product : undefined) : plain;
  const against = ((): Against | null => {
    if (!isTriggered(offer, cart)) return "trigger";
    if (change?.off) return "off";
    if (!isHere) return "placement";
    if (cart.includes(offer.productId)) return "in_cart";
    if (isWithheld(offer)) return "withheld";
    return offer.product?.soldOut ? "sold_out" : changes.stops(offer, bought);
  })();
  return { offer, against };
}

export const chainOf = (offer: ListedOffer, cart: readonly string[], changes: Changes, catalogue: ShopCatalogue) =>
  chainFrom(offer, { cart }, catalogue, (listed, place) => judge(listed, place, changes, catalogue));

export const followerOf = (id: string, place: OfferPlace, changes: Changes, catalogue: ShopCatalogue) =>
  followerFor(id, place, catalogue, (listed, at) => judge(listed, at, changes, catalogue), changes.barred);

/** As many offers as a checkout shows, best first. */
export function select(catalogue: ShopCatalogue, place: OfferPlace, changes: Changes): ListedOffer[] {
  const most = changes.mostOffers ?? catalogue.mostOffers;
  const fitting = (list: readonly ListedOffer[] = []) => {
    const found: ListedOffer[] = [];
    for (const listed of list) {
      if (found.length === most) break;
      const { offer, against } = judge(listed, place, changes, catalogue);
      if (against === null) found.push(offer);
    }
    return found;
  };
  const { cart } = place;
  const foremost = [...changes.offers.values()].flatMap(({ upsell_id, first }) => {
    const offer = first && !catalogue.followers.has(upsell_id) && catalogue.offers.get(upsell_id);
    return offer ? [offer] : [];
  });
  const lists = [foremost, ...cart.map((id) => catalogue.byTrigger.get(id)), catalogue.untriggered];
  const found = new Map(lists.flatMap(fitting).map((offer) => [offer.id, offer]));
  return [...found.values()].sort(byOrder).slice(0, most);
}

const isTriggered = ({ triggers }: ListedOffer, cart: readonly string[]): boolean =>
  triggers.length === 0 || triggers.some((id) => cart.includes(id));

function changed(offer: ListedOffer, change: OfferChange, { products }: ShopCatalogue): ListedOffer {
  const { product_id: productId = offer.productId, title, image_url, discount, placement, first } = change;
  const product =
    productId === offer.productId ? offer.product : inStockFor(products.get(productId) ?? null, offer.quantity);
  return {
    ...offer,
    productId,
    recommendation: change.product_id === undefined ? offer.recommendation : null,
    discount: discount ?? offer.discount,
    placement: placement ?? offer.placement,
    priority: first ? Number.POSITIVE_INFINITY : offer.priority,
    product: product && {
      ...product,
      title: title ?? product.title,
      image_url: image_url ?? product.image_url,
    },
  };
}

export const triggerOf = ({ triggers }: ListedOffer, cart: readonly string[]) =>
  cart.find((id) => triggers.includes(id)) ?? null;

/** In minor units; null is unknown. */
export function finalPrice({ product, discount }: Pick<ShownOffer, "product" | "discount">, currency: string) {
  const price = product?.price ?? null;
  return price === null ? null : discountedMinor(price, discount, currency);
}

/** The offer of one of the product's variants, of which a shopper can have no more than there are. */
export const withVariant = <T extends ShownOffer>(offer: T, { price, compare_at_price, stock }: ShownVariant): T => ({
  ...offer,
  quantity: { ...offer.quantity, most: Math.min(offer.quantity.most, stock ?? Number.POSITIVE_INFINITY) },
  product: offer.product && { ...offer.product, price, compare_at_price },
});

type StepRecord = ReturnType<typeof toRecord> &
  ReturnType<typeof ownWords> & { after?: { accepted?: StepRecord; declined?: StepRecord } };

function stepRecord({ offer, cart, after }: ChainStep, currency: string, language: string | undefined): StepRecord {
  const next = Object.entries(after).flatMap(([answer, step]) =>
    step.against === null ? [[answer, stepRecord(step, currency, language)]] : [],
  );
  const record = { ...toRecord(offer, triggerOf(offer, cart), currency), ...ownWords(offer, language) };
  return next.length > 0 ? { ...record, after: Object.fromEntries(next) } : record;
}

function toRecord(offer: ShownOffer, trigger_product: string | null, currency: string) {
  const { id, productId, discount, placement, product } = offer;
  const all = product?.variants ?? [];
  const variants = all.map((variant) => ({
    ...{ id: variant.id, title: variant.title, image_url: variant.image_url },
    ...terms(withVariant(offer, variant), currency),
  }));
  return {
    id,
    product_id: productId,
    discount,
    placement,
    trigger_product,
    product: productRecord(product, currency),
    ...(variants.length > 1 && { variants }),
    ...terms(all[0] ? withVariant(offer, all[0]) : offer, currency),
  };
}

const terms = (offer: ShownOffer, currency: string) => ({
  price: major(offer.product?.price ?? null, currency),
  compare_at_price: major(offer.product?.compare_at_price ?? null, currency),
  final_price: major(finalPrice(offer, currency), currency),
  quantity: offer.quantity,
});

export function productRecord(product: ShownOffer["product"], currency: string) {
  if (!product) return null;
  const { status: _, variants: __, soldOut: ___, ...shown } = product;
  const amounts = {
    price: major(product.price, currency),
    compare_at_price: major(product.compare_at_price, currency),
  };
  return { ...shown, ...amounts };
}

export const major = (amount: number | null, currency: string) => (amount === null ? null : toMajor(amount, currency));
