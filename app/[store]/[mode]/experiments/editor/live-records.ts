"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import type { ExperimentForm } from "./form-model";
import { liveBundles, liveOffers, liveSettings } from "./reads";

export type Live = {
  offers: ReadonlyMap<string, Upsell>;
  bundles: ReadonlyMap<string, Bundle>;
  products: Products;
  mostOffers: number | undefined;
  cooldown: number | undefined;
};

/** What is live now. Offers and bundles of the variants are read one by one if the first page lacks them. */
export function useLive({ variants, plan }: ExperimentForm): Live {
  const desk = useDesk();
  const { upsells, bundles } = desk.checkout;
  const offerList = useQuery(liveOffers(desk));
  const bundleList = useQuery(liveBundles(desk));
  const settings = useQuery({ ...liveSettings(desk), enabled: desk.can("checkout", "settings", "get") });
  const missing = <Row extends { id: string }>(used: string[], rows: readonly Row[] | undefined) =>
    rows ? [...new Set(used)].filter((id) => id !== "" && rows.every((row) => row.id !== id)) : [];
  const usedOffers = variants.flatMap(({ changes }) => changes.offers.map(({ upsell_id }) => upsell_id));
  const usedBundles = variants.flatMap(({ changes }) => changes.bundles.map(({ bundle_id }) => bundle_id));
  const moreOffers = useQueries({
    queries: missing(usedOffers, offerList.data?.data).map((id) => upsells.get.options({ params: { id } })),
    combine: (reads) => reads.flatMap(({ data }) => data ?? []),
  });
  const moreBundles = useQueries({
    queries: missing(usedBundles, bundleList.data?.data).map((id) => bundles.get.options({ params: { id } })),
    combine: (reads) => reads.flatMap(({ data }) => data ?? []),
  });
  const mostOffers = settings.data?.upsells?.max_offers_per_checkout;
  const cooldown = settings.data?.offers?.cooldown_hours;
  const live = useMemo(() => {
    const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
    return {
      offers: byId([...(offerList.data?.data ?? []), ...moreOffers]),
      bundles: byId([...(bundleList.data?.data ?? []), ...moreBundles]),
    };
  }, [offerList.data, bundleList.data, moreOffers, moreBundles]);
  const { products } = useProducts([
    ...usedOffers.map((id) => live.offers.get(id)?.product_id),
    ...variants.flatMap(({ changes }) => changes.offers.map(({ product_id }) => product_id)),
    ...plan.audience.products,
  ]);
  return { ...live, products, mostOffers, cooldown };
}

type Named = { id: string; name?: string | undefined };

/** Suggests offers or bundles that are live. With more than a page of them, the service searches. */
export function useLiveSuggestions(of: "offers" | "bundles", hintOf: (row: Named) => string | null) {
  const desk = useDesk();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const offers = useQuery({ ...liveOffers(desk, search), enabled: of === "offers" });
  const bundles = useQuery({ ...liveBundles(desk, search), enabled: of === "bundles" });
  const rows: readonly Named[] = (of === "offers" ? offers : bundles).data?.data ?? [];
  const options = rows.map((row): Suggestion => {
    const hint = hintOf(row);
    return { value: row.id, label: row.name ?? row.id, ...(hint && { hint }) };
  });
  return { options: matching(options, text), ask: setText };
}
