import { zodResolver } from "@hookform/resolvers/zod";
import { type UpsellDraft, upsellDraft } from "@/lib/contract/checkout/upsell-draft";

// What is loaded with the first key that is pressed in the form: the operation's own schema, which weighs.

export const resolve = zodResolver(upsellDraft);

const { shape } = upsellDraft;

/**
 * The offer as it would be sent; what cannot be sent yet is blank in it, so that nothing is promised that validation
 * refuses. Where all can be sent it is the parsed body itself.
 */
export function readOffer(entered: UpsellDraft): UpsellDraft {
  const whole = upsellDraft.safeParse(entered);
  if (whole.success) return whole.data;
  const { name, product_id, trigger_products, discount, placement, status } = shape;
  const trigger = trigger_products.element;
  return {
    name: name.safeParse(entered.name).data ?? "",
    product_id: product_id.safeParse(entered.product_id).data ?? "",
    trigger_products: entered.trigger_products.flatMap((id) => trigger.safeParse(id).data ?? []),
    discount: discount.safeParse(entered.discount).data ?? { type: entered.discount.type, value: Number.NaN },
    placement: placement.safeParse(entered.placement).data ?? "",
    status: status.safeParse(entered.status).data ?? "",
  };
}
