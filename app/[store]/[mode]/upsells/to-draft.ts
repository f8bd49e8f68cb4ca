import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export function toDraft(offer: Upsell): UpsellDraft {
  return {
    name: offer.name ?? "",
    product_id: offer.product_id ?? "",
    trigger_products: offer.trigger_products ?? [],
    discount: { type: offer.discount?.type ?? "percentage", value: offer.discount?.value ?? Number.NaN },
    placement: offer.placement ?? "post_purchase",
    status: offer.status ?? "draft",
  };
}
