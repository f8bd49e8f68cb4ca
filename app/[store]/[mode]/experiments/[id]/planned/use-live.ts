import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import type { ProductDraft } from "@/lib/contract/checkout/products";
import { ApiError } from "@/lib/contract/errors";
import { bodyOf, type Live, type Write } from "./ship";

const fresh = { staleTime: 0, retry: false };
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Reads what is live now, as far as the changes concern it. An offer or a bundle that is gone is no problem. */
export function useLive({ offers, bundles, settings }: VariantChanges) {
  const { checkout } = useDesk();
  const upsells = useQueries({
    queries: offers.map(({ upsell_id: id }) => ({ ...checkout.upsells.get.options({ params: { id } }), ...fresh })),
  });
  const sets = useQueries({
    queries: bundles.map(({ bundle_id: id }) => ({ ...checkout.bundles.get.options({ params: { id } }), ...fresh })),
  });
  const limits = useQuery({ ...checkout.settings.get.options(), ...fresh, enabled: settings !== undefined });
  // A record that was read before it was deleted is still there, beside the error.
  const kept = <Data>(read: { data: Data | undefined; error: unknown }) =>
    isGone(read.error) ? [] : (read.data ?? []);
  const records = [...upsells, ...sets];
  const waits = records.some(({ isPending }) => isPending);
  const ids = [
    ...new Set(
      offers.flatMap(({ product_id }, at) =>
        [product_id, upsells[at]?.data?.product_id].filter((id) => id !== undefined),
      ),
    ),
  ];
  const products = useQuery({
    ...checkout.products.list.options({ query: { ids: ids.join(","), per_page: 100 } }),
    ...fresh,
    enabled: !waits && ids.length > 0,
  });
  const reads = [...records, ...(settings ? [limits] : []), ...(ids.length > 0 ? [products] : [])];
  const problem = reads.find(({ error }) => error && !isGone(error))?.error ?? null;
  const live: Live | null =
    waits || problem || reads.some(({ isPending }) => isPending)
      ? null
      : {
          upsells: upsells.flatMap(kept),
          bundles: sets.flatMap(kept),
          products: products.data?.data ?? [],
          settings: limits.data,
        };
  return { live, problem, retry: () => Promise.all(reads.map(({ refetch }) => refetch())) };
}

/** Sends a write through the ordinary operation, so that the activity has it with the state before. */
export function useSend(live: Live | null) {
  const { checkout } = useDesk();
  const { mutateAsync: upsell } = useMutation(checkout.upsells.update.mutation());
  const { mutateAsync: bundle } = useMutation(checkout.bundles.update.mutation());
  const { mutateAsync: settings } = useMutation(checkout.settings.update.mutation());
  const { mutateAsync: products } = useMutation(checkout.products.save.mutation());
  return async (write: Write): Promise<void> => {
    const params = { id: write.id };
    const body = bodyOf(write);
    if (write.kind === "upsell") await upsell({ params, body });
    else if (write.kind === "bundle") await bundle({ params, body });
    else if (write.kind === "settings") await settings({ body });
    else await saveProduct({ ...live?.products.find(({ id }) => id === write.id), ...body, id: write.id });
  };

  /** A product is replaced as a whole, so the fields that stay are sent as well. */
  async function saveProduct({ id, title, price, image_url, url, source }: Partial<ProductDraft> & { id: string }) {
    const { data } = await products({ body: { products: [{ id, title, price, image_url, url, source }] } });
    const [refused] = data.flatMap(({ errors }) => errors ?? []);
    if (refused) throw new ApiError(400, "validation_error", refused.message);
  }
}
