"use client";

import { Combobox } from "@/components/ui/combobox";
import { TokenField } from "@/components/ui/token-field";
import type { Products } from "./remembered-products";
import { useProductSuggestions } from "./use-products";

type Props<Value, Change = Value> = {
  value: Value;
  onValueChange: (value: Change) => void;
  onBlur?: () => void;
  products: Products;
};

/** Any id is accepted, because the known products may be incomplete. */
export function ProductField({ products, ...field }: Props<string>) {
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

export function ProductsField({ products, ...field }: Props<readonly string[], string[]>) {
  const { options, ask, enter } = useProductSuggestions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={enter}>
      <TokenField {...field} options={options} onQueryChange={ask} nameOf={(id) => products.get(id)?.name ?? id} />
    </div>
  );
}
