"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { minorDigits } from "@/lib/decimal";
import { lookUpOf, type Products, pictureOf, toProducts } from "./remembered-products";

const minutes = 60_000;

export type FoundProducts = {
  products: Products;
  known: boolean;
  /** Says that our own checkout service has no product with this ID. Of another service nobody knows. */
  doubt: (id: string) => string | undefined;
};

export function useProducts(ids: readonly (string | undefined)[]): FoundProducts {
  const t = useTranslations("shell.products");
  const { desk, can, has, store } = useDesk();
  const input = lookUpOf(ids);
  const found = useQuery({
    ...desk.remembered.look_up.options(input),
    enabled: can("desk", "remembered", "look_up") && input.body.ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * minutes,
  });
  const products = useMemo(() => toProducts(found.data?.data ?? [], store.currency), [found.data, store.currency]);
  const known = found.isSuccess && !found.isPlaceholderData;
  const judges = known && has("checkout", "products", "list");
  const doubt = useCallback(
    (id: string) => (judges && id !== "" && !products.get(id)?.status ? t("unknown") : undefined),
    [judges, products, t],
  );
  return { products, known, doubt };
}

/** Suggests the latest products, or those that match the text. Nothing loads before a field is focused. */
export function useProductSuggestions() {
  const t = useTranslations("shell.products");
  const { desk, can, has, store, format } = useDesk();
  const isListed = has("checkout", "products", "list");
  const [text, setText] = useState<string | null>(null);
  const search = useDebounced(text?.trim() ?? "");
  const found = useQuery({
    ...desk.remembered.list.options({
      params: { kind: "product" },
      query: { per_page: 50, ...(search && { search }) },
    }),
    enabled: text !== null && can("desk", "remembered", "list"),
    placeholderData: keepPreviousData,
    // An ID that no offer mentions any more is no suggestion, from the next look on.
    staleTime: 0,
  });
  const options = useMemo((): Suggestion[] => {
    const remembered = found.data?.data ?? [];
    const products = toProducts(remembered, store.currency);
    const unit = 10 ** minorDigits(store.currency);
    return remembered.map(({ id, name, extra, status, variants = 0, stock = null }) => {
      const doubtful = isListed && status === undefined;
      const { price = null } = products.get(id) ?? {};
      const hints = [
        ...(name && !isListed ? [id] : []),
        ...(doubtful ? [t("unknown")] : []),
        ...(variants > 1 ? [t("variants", { count: variants })] : []),
        ...(stock === null ? [] : [t("stock", { count: stock })]),
        ...(price === null ? [] : [format.money(price / unit)]),
      ];
      return {
        value: id,
        label: name ?? id,
        ...(hints.length > 0 && { hint: hints.join(" · ") }),
        ...(isListed && { picture: pictureOf(extra) ?? null, doubtful }),
      };
    });
  }, [found.data, store.currency, format, isListed, t]);
  return {
    // Loaded options are narrowed down at once, so that fast typing never selects the wrong product.
    options: matching(options, text ?? ""),
    ask: setText,
    enter: () => {
      setText("");
      if (text === "") void found.refetch();
    },
    searched: (text ?? "").trim() === search && !found.isFetching,
    asTyped: (typed: string) => t("useAsId", { typed }),
  };
}
