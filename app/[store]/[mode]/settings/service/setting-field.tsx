"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/forms/form-field";
import { OfferTextFields } from "@/components/offer-texts/offer-text-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Input, Textarea } from "@/components/ui/input";
import { byLineOrComma, TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import type { OfferTexts } from "@/lib/contract/checkout/offer-text-words";
import { upsellPlacements } from "@/lib/contract/checkout/upsell-words";
import { wordsFor } from "@/lib/shopper-words";
import { fieldOf, type Leaf, labelOf, type Values } from "./leaves";

export function SettingField({ form, leaf }: { form: UseFormReturn<Values>; leaf: Leaf }) {
  const t = useTranslations("service");
  const { format } = useDesk();
  const { label, help } = useSettingWords()(leaf);
  const description = leaf.kind === "json" ? format.join([help ?? "", t("jsonHint")]) : help;
  return (
    <FormField form={form} name={fieldOf(leaf)} label={label} description={description} group={leaf.kind === "texts"}>
      {({ value, onValueChange }) => <Control leaf={leaf} label={label} value={value} onValueChange={onValueChange} />}
    </FormField>
  );
}

type ControlProps = { leaf: Leaf; label: string; value: unknown; onValueChange: (value: unknown) => void };

function Control({ leaf, label, value, onValueChange }: ControlProps) {
  const t = useTranslations("service");
  if (leaf.name === "upsells.default_placement" && leaf.kind === "text") {
    const options = upsellPlacements.map((word) => ({ value: word, label: t(`placements.${word}`) }));
    return <Combobox freeText value={String(value)} onValueChange={onValueChange} options={options} />;
  }
  switch (leaf.kind) {
    case "flag":
      // A check box instead of a switch, because the change takes effect only when the form is saved.
      return (
        <Checkbox
          aria-label={label}
          label={t("on")}
          checked={value === true}
          onChange={({ target }) => onValueChange(target.checked)}
        />
      );
    case "number":
      return (
        <DecimalInput
          className="max-w-48"
          {...(leaf.name === "experiments.holdout_percent" && { suffix: "%" })}
          value={value as number}
          onValueChange={onValueChange}
        />
      );
    case "text": {
      const Text = isLong(leaf.value) ? Textarea : Input;
      return <Text value={String(value)} onChange={({ target }) => onValueChange(target.value)} />;
    }
    case "list":
      return (
        <TokenField
          value={value as string[]}
          onValueChange={onValueChange}
          // A value may contain spaces, so only line breaks, commas and semicolons separate values.
          split={byLineOrComma}
        />
      );
    case "texts":
      return <Texts texts={value as OfferTexts} onTextsChange={onValueChange} />;
    case "json":
      return (
        <Textarea
          value={String(value)}
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => onValueChange(target.value)}
        />
      );
  }
}

/** The headline depends on the placement, so there is no single one to show where none is entered. */
function Texts({ texts, onTextsChange }: { texts: OfferTexts; onTextsChange: (texts: OfferTexts) => void }) {
  const t = useTranslations("service");
  const [language, setLanguage] = useState<string>(useLocale());
  const { accept, decline } = wordsFor(language).words;
  return (
    <OfferTextFields
      name="texts"
      texts={texts}
      onTextsChange={onTextsChange}
      language={language}
      onLanguageChange={setLanguage}
      otherwise={{ headline: t("headlines"), accept, decline }}
    />
  );
}

const isLong = (value: unknown) => typeof value === "string" && (value.length > 80 || value.includes("\n"));

export function useSettingWords(): (leaf: Leaf) => { label: string; help?: string } {
  const t = useTranslations("service.known");
  const known: Record<string, { label: string; help: string }> = {
    "upsells.default_placement": { label: t("default_placement"), help: t("default_placement_help") },
    "upsells.max_offers_per_checkout": { label: t("max_offers"), help: t("max_offers_help") },
    "offers.cooldown_hours": { label: t("cooldown"), help: t("cooldown_help") },
    "offers.texts": { label: t("texts"), help: t("texts_help") },
    "orders.count_unconfirmed": { label: t("count_unconfirmed"), help: t("count_unconfirmed_help") },
    "experiments.holdout_percent": { label: t("holdout"), help: t("holdout_help") },
    "shop.address": { label: t("address"), help: t("address_help") },
  };
  return (leaf) => known[leaf.name] ?? { label: labelOf(leaf) };
}
