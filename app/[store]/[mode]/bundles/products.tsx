"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Combobox } from "@/components/ui/combobox";
import { useDesk } from "@/lib/api/desk";
import { minorDigits } from "@/lib/format";

export type KnownProduct = { name: string | null; price: number | null };
export type Products = ReadonlyMap<string, KnownProduct>;

function useRemembered() {
  const { desk, can } = useDesk();
  return useQuery({
    ...desk.remembered.list.options({ params: { kind: "product" }, query: { per_page: 100 } }),
    enabled: can("desk", "remembered", "list"),
  });
}

export function useProducts(_ids: readonly (string | undefined)[]): { products: Products; known: boolean } {
  const { store } = useDesk();
  const found = useRemembered();
  const products = useMemo(
    () =>
      new Map(
        (found.data?.data ?? []).map(({ id, name, price, currency }) => [
          id,
          {
            name,
            price:
              price === null || (currency ?? store.currency) !== store.currency
                ? null
                : Math.round(Number(price) * 10 ** minorDigits(store.currency)),
          },
        ]),
      ),
    [found.data, store.currency],
  );
  return { products, known: found.isSuccess };
}

type One = { value: string; onValueChange: (id: string) => void; onBlur?: () => void; products: Products };

export function ProductField({ products, ...field }: One) {
  const options = useMemo(
    () => [...products].map(([value, { name }]) => ({ value, label: name ?? value })),
    [products],
  );
  return <Combobox {...field} freeText options={options} />;
}
