"use client";

import type { Filter } from "@/components/ui/filter-bar";
import { enter, lazyPart } from "@/components/ui/lazy-part";
import { TextSkeleton } from "@/components/ui/skeleton";
import type { AffiliateNames } from "./affiliate-name";

const AffiliatePicker = lazyPart(
  () => import("./affiliate-picker").then((file) => ({ default: file.AffiliatePicker })),
  <TextSkeleton lines={2} />,
);

type Props = { label: string; value: string; names: AffiliateNames; onChange: (id: string | null) => void };

export function affiliateFilter({ label, value, names, onChange }: Props): Filter {
  return {
    id: "affiliate",
    label,
    summary: value ? (names.get(value)?.name ?? value) : null,
    onClear: () => onChange(null),
    editor: (close) => (
      <AffiliatePicker
        aria-label={label}
        inputRef={enter}
        value={value}
        onValueChange={(id) => {
          onChange(id || null);
          if (id) close();
        }}
      />
    ),
  };
}
