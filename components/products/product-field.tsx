"use client";

import { Combobox } from "@/components/ui/combobox";
import { TokenField } from "@/components/ui/token-field";
import type { Products } from "./remembered-products";
import { useProductSuggestions } from "./use-products";

type One = { value: string; onValueChange: (id: string) => void; onBlur?: () => void; products: Products };
type Several = {
  value: readonly string[];
  onValueChange: (ids: string[]) => void;
  onBlur?: () => void;
  products: Products;
};

/** Any id is accepted, because the known products may be incomplete. */
export function ProductField({ products, ...field }: One) {
  const { options, ask, enter } = useProductSuggestions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={enter}>
      <Combobox
        {...field}
        freeText
        options={options}
        onQueryChange={ask}
        nameOf={(id) => products.get(id)?.name ?? id}
      />
    </div>
  );
}

export function ProductsField({ products, ...field }: Several) {
  const { options, ask, enter } = useProductSuggestions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={enter}>
      <TokenField {...field} options={options} onQueryChange={ask} nameOf={(id) => products.get(id)?.name ?? id} />
    </div>
  );
}
