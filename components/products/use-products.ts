"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { minorDigits } from "@/lib/decimal";
import { lookUpOf, type Products, toProducts } from "./remembered-products";

const minutes = 60_000;

export function useProducts(ids: readonly (string | undefined)[]): { products: Products; known: boolean } {
  const { desk, can, store } = useDesk();
  const input = lookUpOf(ids);
  const found = useQuery({
    ...desk.remembered.look_up.options(input),
    enabled: can("desk", "remembered", "look_up") && input.body.ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * minutes,
  });
  const products = useMemo(() => toProducts(found.data?.data ?? [], store.currency), [found.data, store.currency]);
  return { products, known: found.isSuccess && !found.isPlaceholderData };
}

/** Suggests the latest products, or those that match the text. Nothing loads before a field is focused. */
export function useProductSuggestions() {
  const { desk, can, store, format } = useDesk();
  const [text, setText] = useState<string | null>(null);
  const search = useDebounced(text?.trim() ?? "");
  const found = useQuery({
    ...desk.remembered.list.options({
      params: { kind: "product" },
      query: { per_page: 50, ...(search && { search }) },
    }),
    enabled: text !== null && can("desk", "remembered", "list"),
    placeholderData: keepPreviousData,
    staleTime: minutes,
  });
  const options = useMemo((): Suggestion[] => {
    const remembered = found.data?.data ?? [];
    const products = toProducts(remembered, store.currency);
    const unit = 10 ** minorDigits(store.currency);
    return remembered.map(({ id, name }) => {
      const { price = null } = products.get(id) ?? {};
      const hints = [name && id, price !== null && format.money(price / unit)].filter(Boolean);
      return { value: id, label: name ?? id, ...(hints.length > 0 && { hint: hints.join(" · ") }) };
    });
  }, [found.data, store.currency, format]);
  return {
    // Loaded options are narrowed down at once, so that fast typing never selects the wrong product.
    options: matching(options, text ?? ""),
    ask: setText,
    enter: () => setText(""),
  };
}
