import { refetchInterval, waitingMs } from "@/components/shop-reads";
import type { Desk } from "@/lib/api/desk";

type Apis = Pick<Desk, "checkout">;

/** The first offer that is switched on, which the code to copy shows. */
export const firstOffer = ({ checkout }: Apis) =>
  checkout.upsells.list.options({ query: { status: "active", per_page: 1 } });

/** The total says whether the shop's products are known. */
export const firstProduct = ({ checkout }: Apis) => ({
  ...checkout.products.list.options({ query: { per_page: 1 } }),
  refetchInterval,
});

/** Shops are asked for often while the first delivery of one is awaited. */
export const shopSources = ({ checkout }: Apis) => {
  const read = checkout.sources.list.options();
  return {
    ...read,
    refetchInterval: ({ state }: { state: { data: SourceList | undefined } }) =>
      state.data?.data.some(({ secret_set_at, last_delivery_at }) => secret_set_at && !last_delivery_at)
        ? waitingMs
        : refetchInterval,
  };
};

type SourceList = { data: readonly { secret_set_at: string | null; last_delivery_at: string | null }[] };
