import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldErrors, type Resolver, set } from "react-hook-form";
import { showEntryErrors } from "@/components/forms/entry-errors";
import { messageAt } from "@/components/forms/form-field";
import { experimentDraft } from "@/lib/contract/checkout/experiment-draft";
import { controlIn } from "@/lib/contract/checkout/experiment-words";
import { inSchema } from "@/lib/contract/sentences";
import { type ExperimentForm, toBody } from "./form-model";

// This module is loaded when the form is first touched, because the operation's schema is large.

const judge = zodResolver(experimentDraft);

/** Validates what would be sent. The service starts no experiment whose variants change nothing, so the form asks first. */
export const resolve: Resolver<ExperimentForm> = async (values, context, options) => {
  const errors = (await judge(toBody(values) as never, context, options as never))
    .errors as FieldErrors<ExperimentForm>;
  showEntryErrors(
    errors,
    Object.keys(errors.plan?.audience ?? {}).map((list) => `plan.audience.${list}`),
  );
  const control = controlIn(values.variants);
  for (const [at, variant] of values.variants.entries()) {
    const { offers, bundles, settings } = variant.changes;
    if (variant === control || offers.length + bundles.length > 0 || settings || messageAt(errors, "variants"))
      continue;
    set(errors, `variants.${at}.changes`, { type: "custom", message: inSchema("leastOneThing", { thing: "change" }) });
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
