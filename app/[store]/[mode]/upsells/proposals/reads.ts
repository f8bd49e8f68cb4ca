import type { Proposals } from "@/lib/contract/checkout/proposals";

/** The server reads these products for the list, which finds them by the same IDs in the same order. */
export const productsOf = ({ data }: Proposals) => data.flatMap((one) => [one.trigger_product, one.product_id]);
