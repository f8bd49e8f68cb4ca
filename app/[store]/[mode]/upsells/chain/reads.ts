import type { Desk } from "@/lib/api/desk";

type Checkout = Pick<Desk, "checkout">;

/** An offer of a chain. */
export const stepOf = ({ checkout }: Checkout, id: string) => checkout.upsells.get.options({ params: { id } });
export const leadingTo = ({ checkout }: Checkout, id: string) =>
  checkout.upsells.list.options({ query: { leads_to: id, per_page: 100 } });
