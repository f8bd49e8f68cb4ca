import type { Desk } from "@/lib/api/desk";
import { nextFields } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

type Leading = Pick<Upsell, (typeof nextFields)[number]>;
type Checkout = Pick<Desk, "checkout">;

export const nextOf = (upsell: Leading): string[] => nextFields.flatMap((field) => upsell[field] || []);

/** An offer of a chain. */
export const stepOf = ({ checkout }: Checkout, id: string) => checkout.upsells.get.options({ params: { id } });
export const leadingTo = ({ checkout }: Checkout, id: string) =>
  checkout.upsells.list.options({ query: { leads_to: id, per_page: 100 } });
