import type { Desk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";

/** A list of one or none, because most orders are no affiliate's, and reading these would fail. */
export const attributedOrder = ({ affiliate }: Pick<Desk, "affiliate">, id: string) =>
  affiliate.orders.list.options({ query: { external_id: id, per_page: 1 } });

export const mayReadAttribution = ({ can, has }: Pick<Desk, "can" | "has">) =>
  can("affiliate", "orders", "list") && has("affiliate", "orders", "list", "external_id");

export const productsOf = ({ line_items: lines = [] }: Order) => lines.map(({ product_id }) => product_id);
