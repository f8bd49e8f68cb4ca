"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useProducts } from "@/components/products/use-products";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { ApiError } from "@/lib/contract/errors";
import { liveBundles, liveOffers, liveSettings } from "./reads";

export type Live = ReturnType<typeof useLive>["live"];

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
const distinct = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== "");
/** What was read before it was deleted is still there, beside the error. */
const byId = <Row extends { id: string }>(reads: readonly { data?: Row | undefined; error: unknown }[]) =>
  new Map(reads.flatMap(({ data, error }) => (data && !isGone(error) ? [[data.id, data] as const] : [])));

/** What is live now, as far as the changes concern it. An offer or a bundle that is gone is no problem. */
export function useLive(changes: readonly VariantChanges[], moreProducts: readonly string[] = []) {
  const desk = useDesk();
  const { upsells, bundles } = desk.checkout;
  const client = useQueryClient();
  /** The list of an editor has most of them already. */
  const read = (list: { queryKey: readonly unknown[] }, id: string) => ({
    staleTime: 0,
    retry: false,
    placeholderData: client
      .getQueryData<{ data: readonly { id: string }[] }>(list.queryKey)
      ?.data.find((row) => row.id === id) as never,
  });
  const changed = changes.flatMap(({ offers }) => offers);
  const offerIds = distinct(changed.map(({ upsell_id }) => upsell_id));
  const bundleIds = distinct(changes.flatMap((one) => one.bundles.map(({ bundle_id }) => bundle_id)));
  const offerReads = useQueries({
    queries: offerIds.map((id) => ({ ...upsells.get.options({ params: { id } }), ...read(liveOffers(desk), id) })),
  });
  const bundleReads = useQueries({
    queries: bundleIds.map((id) => ({ ...bundles.get.options({ params: { id } }), ...read(liveBundles(desk), id) })),
  });
  const limited = changes.some(({ settings }) => settings) && desk.can("checkout", "settings", "get");
  const settings = useQuery({ ...liveSettings(desk), staleTime: 0, enabled: limited });
  const offers = byId<Upsell>(offerReads);
  const { products, doubt } = useProducts([
    ...changed.flatMap(({ upsell_id, product_id }) => [product_id, offers.get(upsell_id)?.product_id]),
    ...moreProducts,
  ]);
  const reads = [...offerReads, ...bundleReads, ...(limited ? [settings] : [])];
  const problem = reads.find(({ error }) => error && !isGone(error))?.error ?? null;
  const { upsells: { max_offers_per_checkout } = {}, offers: { cooldown_hours } = {} } = settings.data ?? {};
  const live = {
    offers,
    bundles: byId<Bundle>(bundleReads),
    products,
    doubt,
    limits: { max_offers_per_checkout, cooldown_hours },
    /** Whether everything was read since the screen was opened, so that what is missing does not exist. */
    whole: problem === null && reads.every(({ isFetched }) => isFetched),
  };
  return { live, problem, retry: () => Promise.all(reads.map(({ refetch }) => refetch())) };
}
