import { cartConditions } from "@/lib/contract/checkout/audience-words";
import type {
  ExperimentDesign,
  ExperimentDraft,
  OfferChange,
  VariantChanges,
} from "@/lib/contract/checkout/experiment-draft";
import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";

// The form has the paths of the request, so that errors land on their fields, in the order of the steps. Only the values
// differ: an empty text or number means that the value is absent, and shares are in percent.

type Whole<T> = { [Key in keyof T]-?: Exclude<T[Key], undefined> };

/** A part that does not change is absent. */
export type OfferForm = Whole<OfferChange>;
export type BundleChangeForm = VariantChanges["bundles"][number];
type LimitForm = Whole<NonNullable<VariantChanges["settings"]>>;
export type ChangesForm = Omit<VariantChanges, "offers" | "settings"> & { offers: OfferForm[]; settings: LimitForm };
export type VariantForm = { label: string; name: string; weight: number; changes: ChangesForm };

/** Of an audience, only conditions that are set are present. */
export type PlanForm = Whole<ExperimentDesign>;
export type ExperimentForm = { name: string; variants: VariantForm[]; plan: PlanForm };

export const offerParts = ["off", "discount", "product_id", "placement", "title", "image_url", "first"] as const;
export type OfferPart = (typeof offerParts)[number];

const blankParts: Omit<OfferForm, "upsell_id"> = {
  off: true,
  discount: { type: "percentage", value: Number.NaN },
  product_id: "",
  placement: "",
  title: "",
  image_url: "",
  first: true,
};
const offerWith = (offer: Partial<OfferForm>, parts: readonly OfferPart[]) => {
  const values = parts.map((part) => [part, offer[part] ?? blankParts[part]]);
  return { upsell_id: offer.upsell_id ?? "", ...Object.fromEntries(values) } as OfferForm;
};

export const newOffer = offerWith({}, ["discount"]);
export const newLimit: LimitForm = { max_offers_per_checkout: Number.NaN, cooldown_hours: Number.NaN };
export const newBundle: BundleChangeForm = { bundle_id: "", pricing: { type: "percentage_off", value: Number.NaN } };

/** An offer that is off has no other changes. */
export function withPart(offer: OfferForm, part: OfferPart, on: boolean): OfferForm {
  const wanted = (each: OfferPart) =>
    each === part ? on : offer[each] !== undefined && each !== "off" && !(on && part === "off");
  return offerWith(offer, offerParts.filter(wanted));
}

const variantOf = ({ name, label = "", weight = 1, changes }: NonNullable<Experiment["variants"]>[number]) => ({
  label,
  name,
  weight,
  changes: {
    offers: [],
    bundles: [],
    ...changes,
    settings: changes?.settings && { ...newLimit, ...changes.settings },
  } as unknown as ChangesForm,
});

/** Its name is the first that is free: variant_a, variant_b and so on. */
export function newVariant(others: readonly { name: string }[]): VariantForm {
  const names = [..."abcdefghijk"].map((letter) => `variant_${letter}`);
  return variantOf({ name: names.find((name) => others.every((each) => each.name !== name)) ?? "variant" });
}

export const emptyForm: ExperimentForm = {
  name: "",
  variants: [variantOf({ name: "control" }), newVariant([])],
  plan: {
    traffic: 100,
    audience: {},
    group: "",
    hypothesis: "",
    metric: "conversion",
    effect: 10,
    guardrails: [],
    stops_on_breach: true,
    starts_at: "",
    ends_at: "",
  },
};

const percent = (ratio: number) => Number((100 * ratio).toPrecision(12));

export function toForm({ name = "", variants = [], plan }: Experiment): ExperimentForm {
  const empty = emptyForm.plan;
  const { effect, traffic, ...rest } = plan ?? ({} as Partial<ExperimentDesign>);
  return {
    name,
    variants: variants.map(variantOf),
    plan: {
      ...empty,
      ...rest,
      effect: effect === undefined ? empty.effect : percent(effect),
      traffic: traffic === undefined ? empty.traffic : percent(traffic),
    },
  };
}

/** A copy begins as a new draft without a schedule. */
export function copyOf(experiment: Experiment, name: string): ExperimentForm {
  const { plan, ...form } = toForm(experiment);
  return { ...form, name: name.slice(0, 120), plan: { ...plan, starts_at: "", ends_at: "" } };
}

const isEmpty = (value: unknown) => value === undefined || Number.isNaN(value) || String(value).trim() === "";

export const hasConditions = ({ audience }: PlanForm) => Object.keys(audience).length > 0;

/** Bundles are shown without a cart, so a plan cannot have both. */
export const needsCart = ({ plan }: ExperimentForm) =>
  cartConditions.some((condition) => plan.audience[condition] !== undefined);
export const changesBundles = ({ variants }: ExperimentForm) =>
  variants.some(({ changes }) => changes.bundles.length > 0);

const filled = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<T>;

export function toBody({ name, variants, plan }: ExperimentForm): ExperimentDraft {
  const control = controlIn(variants);
  const { effect, traffic, ...rest } = plan;
  return {
    name,
    variants: variants.map(({ label, changes, ...variant }, at) => ({
      ...variant,
      ...filled({ label }),
      ...(variants[at] !== control && {
        changes: { ...changes, ...(changes.settings && { settings: filled(changes.settings) }) },
      }),
    })),
    plan: {
      guardrails: [],
      ...filled(rest),
      effect: effect / 100,
      traffic: traffic / 100,
    } as ExperimentDraft["plan"],
  };
}
