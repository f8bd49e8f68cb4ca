import { isInRange, type nextFields, piecesOf, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { discountedMinor } from "@/lib/discount";

// The doctor finds what keeps an offer from being shown or may surprise a merchant, and judges only what is reported.

export type Examined = Pick<
  Upsell,
  | "name"
  | "status"
  | "product_id"
  | "recommendation"
  | "trigger_products"
  | "discount"
  | "placement"
  | "quantity"
  | "schedule"
  | (typeof nextFields)[number]
> & {
  id?: string | undefined;
};

/** `stops`: the offer cannot be shown. `warns`: it is shown, but not as expected. `notes`: worth knowing. */
export type Weight = "stops" | "warns" | "notes";
export type OfferFinding = { weight: Weight } & (
  | { code: "not_active" | "status_unknown"; status: string }
  | { code: "withheld"; product: string; status: Withheld }
  | { code: "no_trigger" }
  | { code: "over"; at: string }
  | { code: "sold_out"; product: string }
  | { code: "own_trigger"; product: string; only: boolean }
  | { code: "discount_out_of_range"; type: string }
  | { code: "duplicate" | "overlap" | "same_product"; upsells: readonly NamedOffer[] }
  | { code: "too_many"; product: string | null; count: number; max: number }
  | { code: "product_unknown" | "price_unknown"; product: string }
  | { code: "free"; product: string }
  | { code: "next_off"; upsells: readonly NamedOffer[] }
);
/** What the shop says of a product that it does not sell. */
export type Withheld = "draft" | "archived" | "deleted";
export type NamedOffer = { id: string; name: string };
type OwnCode = "withheld" | "not_active" | "status_unknown" | "no_trigger" | "own_trigger" | "discount_out_of_range";
export type OwnFinding = Extract<OfferFinding, { code: OwnCode }>;

export type Surroundings = {
  others?: readonly Upsell[] | undefined;
  maxOffers?: number | undefined;
  /** In minor units; null if no price is stored, undefined if none was looked up. */
  price?: number | null | undefined;
  withheld?: Withheld | undefined;
  mostInStock?: number | undefined;
  /** The offer's schedule is not judged without it. */
  now?: number | undefined;
  /** Whether our own service lacks the product, and so its price; undefined if another service has the offers. */
  unknown?: boolean | undefined;
  /** Offers that follow others, and so are shown nowhere else. */
  followers?: ReadonlySet<string> | undefined;
  /** The offers that follow this one. */
  next?: readonly Upsell[] | undefined;
  currency: string;
};

const weights: readonly Weight[] = ["stops", "warns", "notes"];

export function examine(upsell: Examined, surroundings: Surroundings): OfferFinding[] {
  const { followers = new Set<string>(), next = [] } = surroundings;
  const isFollower = followers.has(upsell.id ?? "");
  const rivals = surroundings.others?.filter(({ id }) => !followers.has(id));
  const off = next.filter(({ status }) => status !== "active").map(({ id, name = id }) => ({ id, name }));
  const findings: OfferFinding[] = [
    ...ownFindings(upsell, surroundings.withheld).filter(({ code }) => !(isFollower && code === "no_trigger")),
    ...outOfStockOrTime(upsell, surroundings),
    ...priceFindings(upsell, surroundings),
    ...(isFollower ? [] : amongOthers(upsell, { ...surroundings, others: rivals })),
    ...(off.length > 0 ? [{ code: "next_off", upsells: off, weight: "warns" } as const] : []),
  ];
  return findings.sort((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight));
}

export type Verdict = "stopped" | "ready" | "unsure" | "clear";

/** An offer is ready if it has what a shop needs, and only its switch keeps it from being shown. */
export function verdictOf({ product_id, discount }: Examined, findings: readonly OfferFinding[]): Verdict {
  const stops = findings.filter(({ weight }) => weight === "stops");
  const isWhole = Boolean(product_id) && Number.isFinite(discount?.value);
  if (stops.length > 0) return isWhole && stops.every(({ code }) => code === "not_active") ? "ready" : "stopped";
  return findings.some(({ code }) => code === "status_unknown") ? "unsure" : "clear";
}

/** Otherwise, another product takes the place of one that a cart cannot be offered. */
const hasOneProduct = ({ recommendation }: Pick<Examined, "recommendation">): boolean =>
  recommendation?.kind === undefined;

export function ownFindings(
  { status, product_id, recommendation, trigger_products, discount }: Examined,
  withheld?: Withheld,
): OwnFinding[] {
  const findings: OwnFinding[] = [];
  const isOnly = hasOneProduct({ recommendation });
  if (product_id && withheld && isOnly) {
    findings.push({ code: "withheld", product: product_id, status: withheld, weight: "stops" });
  }
  if (status !== undefined && status !== "active") {
    const known = (upsellStatuses as readonly string[]).includes(status);
    findings.push({ code: known ? "not_active" : "status_unknown", status, weight: known ? "stops" : "warns" });
  }
  if (trigger_products?.length === 0) findings.push({ code: "no_trigger", weight: "warns" });
  if (product_id && isOnly && trigger_products?.includes(product_id)) {
    const only = trigger_products.every((trigger) => trigger === product_id);
    findings.push({ code: "own_trigger", product: product_id, only, weight: only ? "stops" : "warns" });
  }
  const { type, value = Number.NaN } = discount ?? {};
  if (type !== undefined && !Number.isNaN(value) && !isInRange(type, value)) {
    findings.push({ code: "discount_out_of_range", type, weight: "warns" });
  }
  return findings;
}

function outOfStockOrTime(
  { product_id, recommendation, quantity = {}, schedule }: Examined,
  { mostInStock = Number.POSITIVE_INFINITY, now = Number.NEGATIVE_INFINITY }: Surroundings,
): OfferFinding[] {
  const { ends_at: at } = schedule ?? {};
  return [
    ...(at && Date.parse(at) <= now ? [{ code: "over", at, weight: "stops" } as const] : []),
    ...(product_id && hasOneProduct({ recommendation }) && mostInStock < piecesOf(quantity).least
      ? [{ code: "sold_out", product: product_id, weight: "stops" } as const]
      : []),
  ];
}

function priceFindings({ product_id, discount }: Examined, { price, unknown, currency }: Surroundings): OfferFinding[] {
  if (!product_id || (price === undefined && !unknown)) return [];
  if (unknown || price == null) {
    const unpriced = { code: "price_unknown", product: product_id } as const;
    return [
      ...(unknown ? [{ code: "product_unknown", product: product_id, weight: "warns" } as const] : []),
      { ...unpriced, weight: unknown === undefined ? "notes" : "warns" },
    ];
  }
  const { type = "", value = Number.NaN } = discount ?? {};
  const after = discountedMinor(price, { type, value }, currency);
  return after === 0 ? [{ code: "free", product: product_id, weight: "warns" }] : [];
}

const rivalsOf = (id: string | undefined, listed: readonly Upsell[]) =>
  listed.filter((other) => other.id !== id && other.status === "active");

export type OfferComparison =
  | { code: "compared"; count: number }
  | { code: "comparedSome" | "comparedFirst"; count: number; total: number };

/** An API may ignore the filter by status. Its total is then not the number of offers that are switched on. */
export function comparisonOf(id: string | undefined, listed: readonly Upsell[], total: number | null): OfferComparison {
  const count = rivalsOf(id, listed).length;
  if (total === null || total <= listed.length) return { code: "compared", count };
  if (listed.some(({ status }) => status !== "active")) {
    return { code: "comparedFirst", count: listed.length, total };
  }
  return { code: "comparedSome", count, total: total - (listed.length - count) };
}

function amongOthers(upsell: Examined, { others = [], maxOffers }: Surroundings): OfferFinding[] {
  const rivals = rivalsOf(upsell.id, others);
  const findings: OfferFinding[] = [];
  const add = (code: "duplicate" | "overlap" | "same_product", found: readonly Upsell[]) => {
    if (found.length === 0) return;
    const upsells = found.map(({ id, name }) => ({ id, name: name ?? id }));
    findings.push({ code, upsells, weight: code === "same_product" ? "notes" : "warns" });
  };
  const twins = rivals.filter((rival) => rival.product_id === upsell.product_id && samePlace(upsell, rival));
  const known = twins.filter((rival) => rival.trigger_products !== undefined && upsell.trigger_products !== undefined);
  const duplicates = upsell.product_id ? known.filter((rival) => sameTriggers(upsell, rival)) : [];
  add("duplicate", duplicates);
  if (upsell.product_id) {
    const overlapping = known.filter((rival) => !duplicates.includes(rival) && meet(upsell, rival));
    add("overlap", overlapping);
    const unclear = twins.filter((rival) => !known.includes(rival));
    add("same_product", unclear);
  }
  const crowd = mostCrowded(upsell, rivals);
  if (crowd && maxOffers !== undefined && crowd.count > maxOffers) {
    findings.push({ code: "too_many", ...crowd, max: maxOffers, weight: "warns" });
  }
  return findings;
}

/** An offer without a reported placement may share any place. */
const samePlace = (one: Examined, other: Examined) =>
  one.placement === undefined || other.placement === undefined || one.placement === other.placement;

function sameTriggers(one: Examined, other: Examined): boolean {
  const [a, b] = [new Set(one.trigger_products), new Set(other.trigger_products)];
  return a.size === b.size && [...a].every((trigger) => b.has(trigger));
}

/** Two offers meet in some cart if they share a trigger, or if one needs none. */
function meet(one: Examined, other: Examined): boolean {
  const [a = [], b = []] = [one.trigger_products, other.trigger_products];
  return a.length === 0 || b.length === 0 || a.some((trigger) => b.includes(trigger));
}

/** Returns the trigger product in whose cart most offers compete with this one. */
function mostCrowded(upsell: Examined, rivals: readonly Upsell[]): { product: string | null; count: number } | null {
  if (upsell.trigger_products === undefined) return null;
  const here = rivals.filter((rival) => rival.trigger_products !== undefined && samePlace(upsell, rival));
  const carts = upsell.trigger_products.length === 0 ? [null] : upsell.trigger_products;
  const crowds = carts.map((product) => {
    const fits = ({ trigger_products: triggers = [], product_id }: Upsell) =>
      (triggers.length === 0 || (product !== null && triggers.includes(product))) && product_id !== product;
    return { product, count: here.filter(fits).length + 1 };
  });
  return crowds.sort((a, b) => b.count - a.count)[0] ?? null;
}
