"use client";

import { useTranslations } from "next-intl";
import { RadioCards } from "@/components/ui/radio-group";
import { useUpsellWords } from "../words";

type Choice = "draft" | "same";
type Props = { value: Choice; onValueChange: (value: Choice) => void; same: string };

export function LiveStatus({ value, onValueChange, same }: Props) {
  const t = useTranslations("upsells.promote");
  const words = useUpsellWords();
  return (
    <RadioCards
      label={t("status")}
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: "draft", label: words.status("draft").label, description: t("draftHint") },
        { value: "same", label: same, description: t("sameHint") },
      ]}
    />
  );
}
