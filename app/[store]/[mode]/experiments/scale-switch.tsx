"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { Segmented } from "@/components/ui/radio-group";
import { scaleFilter } from "./filters";
import { scales } from "./results/verdict";

export function ScaleSwitch() {
  const t = useTranslations("experiments.scale");
  const [scale, setScale] = useQueryState("scale", scaleFilter);
  return (
    <Segmented
      label={t("label")}
      size="sm"
      className="print:hidden"
      value={scale}
      onValueChange={setScale}
      options={scales.map((value) => ({ value, label: t(value) }))}
    />
  );
}
