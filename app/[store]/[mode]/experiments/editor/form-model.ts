import type {
  ExperimentDesign,
  ExperimentDraft,
  OfferChange,
  VariantChanges,
} from "@/lib/contract/checkout/experiment-draft";
import type { devices, ExperimentMetric, Guardrail, visitorKinds } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";

export const offerParts = ["off", "discount", "product_id", "placement", "title", "image_url", "first"] as const;
export type OfferPart = (typeof offerParts)[number];

// The form has the paths of the request, so that errors land on their fields. Only the values differ: an empty text or
// number means that the value is absent, shares are in percent, and `changed` says which values count.

export type OfferForm = {
  upsell_id: string;
  changed: OfferPart[];
  discount: { type: string; value: number };
  product_id: string;
  placement: string;
  title: string;
  image_url: string;
};
export type BundleForm = { bundle_id: string; pricing: { type: string; value: number } };
export type VariantForm = {
  name: string;
  label: string;
  weight: number;
  changes: {
    offers: OfferForm[];
    bundles: BundleForm[];
    limited: boolean;
    settings: { max_offers_per_checkout: number; cooldown_hours: number };
  };
};
type PlanForm = {
  hypothesis: string;
  metric: ExperimentMetric;
  guardrails: Guardrail[];
  effect: number;
  stops_on_breach: boolean;
  traffic: number;
  group: string;
  audience: {
    countries: string[];
    device: (typeof devices)[number] | "";
    visitors: (typeof visitorKinds)[number] | "";
    cart_min: number;
    cart_max: number;
    products: string[];
    affiliate: "yes" | "no" | "";
  };
  starts_at: string;
  ends_at: string;
};
export type ExperimentForm = { name: string; variants: VariantForm[]; plan: PlanForm };

export const emptyOffer: OfferForm = {
  upsell_id: "",
  changed: ["discount"],
  discount: { type: "percentage", value: Number.NaN },
  product_id: "",
  placement: "",
  title: "",
  image_url: "",
};
export const emptyBundle: BundleForm = { bundle_id: "", pricing: { type: "percentage_off", value: Number.NaN } };

export function newVariant(name: string): VariantForm {
  const settings = { max_offers_per_checkout: Number.NaN, cooldown_hours: Number.NaN };
  return { name, label: "", weight: 1, changes: { offers: [], bundles: [], limited: false, settings } };
}

export const emptyForm: ExperimentForm = {
  name: "",
  variants: [newVariant("control"), { ...newVariant("variant_a") }],
  plan: {
    hypothesis: "",
    metric: "conversion",
    guardrails: [],
    effect: 10,
    stops_on_breach: true,
    traffic: 100,
    group: "",
    audience: {
      countries: [],
      device: "",
      visitors: "",
      cart_min: Number.NaN,
      cart_max: Number.NaN,
      products: [],
      affiliate: "",
    },
    starts_at: "",
    ends_at: "",
  },
};

/** The control is what is live now: the variant named `control`, or else the first. */
export function controlOf(variants: readonly { name: string }[]): number {
  return Math.max(
    0,
    variants.findIndex(({ name }) => name === "control"),
  );
}

/** The first name that is free: variant_a, variant_b and so on. */
export function freeName(variants: readonly { name: string }[]): string {
  const names = [..."abcdefghijk"].map((letter) => `variant_${letter}`);
  return names.find((name) => variants.every((each) => each.name !== name)) ?? "variant";
}

const percent = (ratio: number) => Number((100 * ratio).toPrecision(12));

function filled<T extends object>(values: T): Partial<T> {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (typeof value === "string" && value.trim() === "") ||
    Number.isNaN(value) ||
    (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<T>;
}

const offerOf = ({ upsell_id, off, first, ...changed }: OfferChange): OfferForm => ({
  ...emptyOffer,
  ...changed,
  upsell_id,
  changed: offerParts.filter((part) => ({ off, first, ...changed })[part] !== undefined),
});

function variantOf({
  name,
  label = "",
  weight = 1,
  changes,
}: NonNullable<Experiment["variants"]>[number]): VariantForm {
  const { offers = [], bundles = [], settings } = changes ?? ({} as Partial<VariantChanges>);
  const empty = newVariant(name).changes;
  return {
    name,
    label,
    weight,
    changes: {
      offers: offers.map(offerOf),
      bundles,
      limited: settings !== undefined,
      settings: { ...empty.settings, ...settings },
    },
  };
}

export function toForm({ name = "", variants = [], plan }: Experiment): ExperimentForm {
  const { audience, ...rest }: Partial<ExperimentDesign> = plan ?? {};
  const { affiliate, ...who }: Partial<ExperimentDesign["audience"]> = audience ?? {};
  const empty = emptyForm.plan;
  return {
    name,
    variants: variants.map(variantOf),
    plan: {
      ...empty,
      ...rest,
      effect: rest.effect === undefined ? empty.effect : percent(rest.effect),
      traffic: rest.traffic === undefined ? empty.traffic : percent(rest.traffic),
      audience: {
        ...empty.audience,
        ...who,
        affiliate: affiliate === undefined ? "" : affiliate ? "yes" : "no",
      },
    },
  };
}

/** A copy begins as a new draft without a schedule. */
export function copyOf(experiment: Experiment, name: string): ExperimentForm {
  const { plan, ...form } = toForm(experiment);
  return { ...form, name: name.slice(0, 120), plan: { ...plan, starts_at: "", ends_at: "" } };
}

function changeOf({ upsell_id, changed, ...values }: OfferForm): OfferChange {
  const all = { off: true, first: true, ...values };
  return { upsell_id, ...Object.fromEntries(changed.map((part) => [part, all[part]])) } as OfferChange;
}

export function toBody({ name, variants, plan }: ExperimentForm): ExperimentDraft {
  const control = controlOf(variants);
  const { audience, effect, traffic, ...rest } = plan;
  const { affiliate, ...who } = audience;
  return {
    name,
    variants: variants.map(({ changes: { offers, bundles, limited, settings }, label, ...variant }, at) => ({
      ...variant,
      ...filled({ label }),
      ...(at !== control && {
        changes: { offers: offers.map(changeOf), bundles, ...(limited && { settings: filled(settings) }) },
      }),
    })),
    plan: {
      guardrails: [],
      ...filled(rest),
      effect: effect / 100,
      traffic: traffic / 100,
      audience: { ...filled(who), ...(affiliate && { affiliate: affiliate === "yes" }) },
    } as ExperimentDraft["plan"],
  };
}
