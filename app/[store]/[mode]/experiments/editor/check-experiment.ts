import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { experimentDraft } from "@/lib/contract/checkout/experiment-draft";
import { controlOf, type ExperimentForm, toBody } from "./form-model";

// This module is loaded when the form is first touched, because the operation's schema is large.

const judge = zodResolver(experimentDraft);

/** Validates what would be sent. The service starts no experiment whose variants change nothing, so the form asks first. */
export const resolve: Resolver<ExperimentForm> = async (values, context, options) => {
  const judged = await judge(toBody(values) as never, context, options as never);
  const errors = judged.errors as FieldErrors<ExperimentForm>;
  const audience = errors.plan?.audience;
  if (audience) {
    for (const list of ["countries", "products"] as const) {
      const entries = audience[list];
      const first = Array.isArray(entries) && entries.find((entry) => entry?.message);
      if (first) audience[list] = first;
    }
  }
  const control = controlOf(values.variants);
  const missing = values.variants.map(({ changes: { offers, bundles, limited } }, at) => {
    const changes = { type: "custom", message: "Add at least one change." };
    return at !== control && offers.length + bundles.length === 0 && !limited ? { changes } : undefined;
  });
  const known = errors.variants as Record<number, object> | undefined;
  if (missing.some(Boolean) && !errors.variants?.message && !errors.variants?.root) {
    errors.variants = missing.map((one, at) => (one || known?.[at] ? { ...one, ...known?.[at] } : undefined)) as never;
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
