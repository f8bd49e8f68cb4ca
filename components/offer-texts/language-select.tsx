"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Select, type SelectProps } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { languageCodes, regionalLanguages } from "@/lib/languages";

type Props = Omit<SelectProps, "options" | "value" | "onChange"> & {
  value: string;
  onValueChange: (language: string) => void;
  /** Those in which something is written come first. */
  written: readonly string[];
};

export function LanguageSelect({ value, onValueChange, written, ...select }: Props) {
  const t = useTranslations("offerTexts");
  const { format } = useDesk();
  const named = useMemo(() => {
    const listed = [...new Set([...languageCodes, ...regionalLanguages, value])];
    const options = listed.map((value) => ({ value, label: format.language(value) }));
    return options.sort((a, b) => format.compare(a.label, b.label));
  }, [format, value]);
  const first = written.map((value) => ({ value, label: t("written", { language: format.language(value) }) }));
  return (
    <Select
      {...select}
      value={value}
      onChange={({ target }) => onValueChange(target.value)}
      options={[...first, ...named.filter(({ value }) => !written.includes(value))]}
    />
  );
}
