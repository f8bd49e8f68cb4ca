"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefCallback, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";

type Props = {
  of: "upsell_id" | "bundle_id" | "variant";
  value: string;
  /** What the value is called. */
  name: string;
  onValueChange: (value: string) => void;
  inputRef: RefCallback<HTMLInputElement>;
  "aria-label": string;
};

/** Offers, bundles or variants of experiments. */
export default function ContentPicker({ of, name, ...field }: Props) {
  const { checkout } = useDesk();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim()).slice(0, 100);
  const query = { per_page: 50, ...(search && { search }) };
  const common = { placeholderData: keepPreviousData, staleTime: 60_000 };
  const upsells = useQuery({
    ...checkout.upsells.list.options({ query }),
    ...common,
    enabled: of === "upsell_id",
  });
  const bundles = useQuery({
    ...checkout.bundles.list.options({ query }),
    ...common,
    enabled: of === "bundle_id",
  });
  const experiments = useQuery({
    ...checkout.experiments.list.options({ query: { per_page: 100 } }),
    ...common,
    enabled: of === "variant",
  });
  const options = {
    upsell_id: () => (upsells.data?.data ?? []).map(toOption),
    bundle_id: () => (bundles.data?.data ?? []).map(toOption),
    variant: () => variantsIn(experiments.data?.data ?? []),
  }[of]();
  return (
    <Combobox
      {...field}
      options={matching(options, text)}
      onQueryChange={setText}
      nameOf={(value) => (value === field.value ? name : value)}
    />
  );
}

const toOption = ({ id, name }: { id: string; name?: string | undefined }): Suggestion => ({
  value: id,
  label: name ?? id,
  ...(name && { hint: id }),
});

/** Orders have the name of a variant only, which several experiments may share. */
function variantsIn(experiments: readonly Experiment[]): Suggestion[] {
  const of = new Map<string, string[]>();
  for (const { name, variants = [] } of experiments)
    for (const variant of variants) of.set(variant.name, [...(of.get(variant.name) ?? []), name ?? ""]);
  return [...of].map(([value, names]) => ({
    value,
    label: value,
    hint: names.filter(Boolean).slice(0, 3).join(" · "),
  }));
}
