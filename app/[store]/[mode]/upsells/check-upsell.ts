import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { showEntryErrors } from "@/components/forms/entry-errors";
import { type UpsellDraft, upsellDraft } from "@/lib/contract/checkout/upsell-draft";

// This module is loaded with the first key press in the form, because the operation's schema is large.

const validate = zodResolver(upsellDraft);

export const resolve: Resolver<UpsellDraft> = async (...input) => {
  const result = await validate(...input);
  const audience = Object.keys(result.errors.audience ?? {}).map((list) => `audience.${list}`);
  showEntryErrors(result.errors, ["trigger_products", "recommendation.exclude", ...audience]);
  return result;
};

const { shape } = upsellDraft;

/** Returns the body to be sent. Invalid values are blank, so that the preview never shows what validation refuses. */
export function readUpsell(entered: UpsellDraft): UpsellDraft {
  const whole = upsellDraft.safeParse(entered);
  if (whole.success) return whole.data;
  const { trigger_products, discount } = shape;
  const valid = Object.entries(shape).map(([field, schema]) => {
    return [field, schema.safeParse(entered[field as keyof UpsellDraft]).data ?? ""];
  });
  return {
    ...(Object.fromEntries(valid) as UpsellDraft),
    trigger_products: entered.trigger_products.flatMap((id) => trigger_products.element.safeParse(id).data ?? []),
    discount: discount.safeParse(entered.discount).data ?? { type: entered.discount.type, value: Number.NaN },
  };
}
