import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export function toDraft(upsell: Upsell): UpsellDraft {
  return {
    name: upsell.name ?? "",
    product_id: upsell.product_id ?? "",
    trigger_products: upsell.trigger_products ?? [],
    discount: { type: upsell.discount?.type ?? "percentage", value: upsell.discount?.value ?? Number.NaN },
    placement: upsell.placement ?? "post_purchase",
    status: upsell.status ?? "draft",
  };
}
