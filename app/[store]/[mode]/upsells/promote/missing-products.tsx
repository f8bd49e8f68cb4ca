"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { requireSaved } from "@/components/products/require-saved";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useLive } from "./live";

const mostProducts = 100;

/** The products of offers that live does not know. What live knows of a product stays as it is. */
export function useMissingProducts(upsells: readonly Upsell[]) {
  const { checkout, can, has } = useDesk();
  const live = useLive();
  const ids = upsells.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products]);
  const wanted = [...new Set(ids)].filter((id) => id !== undefined).slice(0, mostProducts);
  const enabled = wanted.length > 0 && has("checkout", "products", "list") && can("checkout", "products", "save");
  const input = { query: { ids: wanted.join(","), per_page: mostProducts } };
  const here = useQuery({ ...checkout.products.list.options(input), enabled, staleTime: 0 });
  const there = useQuery({ ...live.checkout.products.list.options(input), enabled, staleTime: 0, retry: false });
  const { mutateAsync } = useMutation(live.checkout.products.save.mutation());
  const known = new Set(there.data?.data.map(({ id }) => id));
  const missing = there.data ? (here.data?.data ?? []).filter(({ id }) => !known.has(id)) : [];

  async function save(): Promise<void> {
    if (missing.length === 0) return;
    const products = missing.map(({ updated_at: _, ...product }) => ({ ...product, source: "dashboard" }));
    requireSaved(await mutateAsync({ body: { products } }));
  }

  return { names: missing.map(({ title }) => title), isRead: !here.isLoading && !there.isLoading, save };
}

export function MissingProducts({ names }: { names: readonly string[] }) {
  const t = useTranslations("upsells.promote");
  const { format } = useDesk();
  return (
    <p className="text-sm text-pretty text-muted">
      {names.length > 0 && t("products", { count: names.length, products: format.list(names) })} {t("ids")}
    </p>
  );
}
