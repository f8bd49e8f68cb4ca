import { parseAsStringLiteral } from "nuqs";
import type { Path } from "react-hook-form";
import type { ExperimentForm } from "./form-model";

export const steps = ["tested", "visitors", "decision", "check"] as const;
export type Step = (typeof steps)[number];
export const stepFilter = parseAsStringLiteral(steps).withDefault("tested");

type Field = Path<ExperimentForm>;

export function fieldsOfStep(step: Step, { variants }: ExperimentForm): Field[] {
  if (step === "tested") return ["name", ...variants.flatMap(fieldsOfVariant), "variants"];
  if (step === "visitors") {
    const who = ["device", "visitors", "countries", "cart_min", "cart_max", "products", "affiliate"] as const;
    return ["plan.traffic", ...who.map((name) => `plan.audience.${name}` as const), "plan.group"];
  }
  if (step === "decision") {
    const decides = ["hypothesis", "metric", "effect", "guardrails", "stops_on_breach"] as const;
    return decides.map((name) => `plan.${name}` as const);
  }
  return ["plan.starts_at", "plan.ends_at"];
}

function fieldsOfVariant({ changes }: ExperimentForm["variants"][number], at: number): Field[] {
  const path = `variants.${at}` as const;
  const offers = changes.offers.flatMap((_, n): Field[] => {
    const offer = `${path}.changes.offers.${n}` as const;
    const values = ["discount.type", "discount.value", "product_id", "placement", "title", "image_url"] as const;
    return [`${offer}.upsell_id`, ...values.map((value) => `${offer}.${value}` as const), offer];
  });
  const bundles = changes.bundles.flatMap((_, n): Field[] => {
    const bundle = `${path}.changes.bundles.${n}` as const;
    return [`${bundle}.bundle_id`, `${bundle}.pricing.type`, `${bundle}.pricing.value`, bundle];
  });
  return [
    `${path}.label`,
    `${path}.name`,
    `${path}.weight`,
    ...offers,
    ...bundles,
    `${path}.changes.settings.max_offers_per_checkout`,
    `${path}.changes.settings.cooldown_hours`,
    `${path}.changes.settings`,
    `${path}.changes.offers`,
    `${path}.changes.bundles`,
    `${path}.changes`,
  ];
}

export const allFields = (values: ExperimentForm): Field[] => steps.flatMap((step) => fieldsOfStep(step, values));

export function stepOf(field: string): Step {
  if (!field.startsWith("plan.")) return "tested";
  if (/^plan\.(traffic|audience|group)/.test(field)) return "visitors";
  return /^plan\.(starts|ends)_at/.test(field) ? "check" : "decision";
}
