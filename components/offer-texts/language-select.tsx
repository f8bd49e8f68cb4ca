"use client";

import { useTranslations } from "next-intl";
import { useCodeOptions } from "@/components/audience/use-code-options";
import { Select, type SelectProps } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { regionalLanguages } from "@/lib/languages";

type Props = Omit<SelectProps, "options" | "value" | "onChange"> & {
  value: string;
  onValueChange: (language: string) => void;
  /** Those in which something is written come first. */
  written: readonly string[];
};

export function LanguageSelect({ value, onValueChange, written, ...select }: Props) {
  const t = useTranslations("offerTexts");
  const { format } = useDesk();
  const listed = [...useCodeOptions().languages.map((option) => option.value), ...regionalLanguages, value];
  const option = (language: string) => ({ value: language, label: format.language(language) });
  const others = [...new Set(listed)].filter((language) => !written.includes(language)).map(option);
  const first = written.map(option).map(({ value, label }) => ({ value, label: t("written", { language: label }) }));
  return (
    <Select
      {...select}
      value={value}
      onChange={({ target }) => onValueChange(target.value)}
      options={[...first, ...others.sort((a, b) => format.compare(a.label, b.label))]}
    />
  );
}
