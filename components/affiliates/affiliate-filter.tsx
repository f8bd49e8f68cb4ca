"use client";

import type { Filter } from "@/components/ui/filter-bar";
import { enter, lazyPart } from "@/components/ui/lazy-part";
import { TextSkeleton } from "@/components/ui/skeleton";

const AffiliatePicker = lazyPart(
  () => import("./affiliate-picker").then((file) => ({ default: file.AffiliatePicker })),
  <TextSkeleton lines={2} />,
);

type Props = {
  label: string;
  value: string;
  name: string | null | undefined;
  onChange: (id: string) => void;
};

export function affiliateFilter({ label, value, name, onChange }: Props): Filter {
  return {
    id: "affiliate",
    label,
    summary: value ? (name ?? value) : null,
    onClear: () => onChange(""),
    editor: (close) => (
      <AffiliatePicker
        aria-label={label}
        inputRef={enter}
        value={value}
        onValueChange={(id) => {
          onChange(id);
          if (id) close();
        }}
      />
    ),
  };
}
