"use client";

import { useTranslations } from "next-intl";
import { FormField } from "@/components/forms/form-field";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { pricingTypes } from "@/lib/contract/checkout/bundle-words";
import { useBundleWords } from "../../bundles/words";
import { type CardProps, ChangeCard } from "./change-card";
import type { BundleForm } from "./form-model";
import { useLiveSuggestions } from "./live-records";

type Props = CardProps & { path: `variants.${number}.changes.bundles.${number}`; bundle: BundleForm };

export function BundleCard({ form, live, path, bundle, ...card }: Props) {
  const t = useTranslations("experimentEditor");
  const words = useBundleWords();
  const { store } = useDesk();
  const priceOf = (id: string) => words.pricing(live.bundles.get(id)?.pricing) ?? undefined;
  const { options, ask } = useLiveSuggestions("bundles", ({ id }) => priceOf(id) ?? null);
  const now = priceOf(bundle.bundle_id);
  const unit = bundle.pricing.type === "percentage_off" ? { suffix: "%" } : { prefix: store.currency };
  return (
    <ChangeCard
      {...card}
      now={now && t("now", { what: now })}
      first={
        <FormField form={form} name={`${path}.bundle_id`} label={t("labels.bundle_id")}>
          {(control) => (
            <Combobox
              {...control}
              options={options}
              onQueryChange={ask}
              nameOf={(id) => live.bundles.get(id)?.name ?? id}
              placeholder={t("bundlePlaceholder")}
            />
          )}
        </FormField>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name={`${path}.pricing.type`} label={t("labels.pricing_type")}>
          {({ value, onValueChange }) => (
            <Select
              value={value}
              onChange={({ target }) => onValueChange(target.value)}
              options={pricingTypes.map((type) => ({ value: type, label: words.pricingType(type) }))}
            />
          )}
        </FormField>
        <FormField form={form} name={`${path}.pricing.value`} label={t("labels.pricing_value")}>
          {(control) => <DecimalInput {...control} {...unit} />}
        </FormField>
      </div>
    </ChangeCard>
  );
}

type LimitProps = CardProps & { path: `variants.${number}.changes.settings` };

/** What is left empty stays as it is live. */
export function LimitCard({ form, live: { mostOffers, cooldown }, path, ...card }: LimitProps) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const field = (name: "max_offers_per_checkout" | "cooldown_hours", label: string, now: number | undefined) => (
    <FormField
      form={form}
      name={`${path}.${name}`}
      label={label}
      description={now === undefined ? undefined : t("now", { what: format.number(now) })}
    >
      {(control) => <DecimalInput {...control} inputMode="numeric" />}
    </FormField>
  );
  return (
    <ChangeCard {...card} first={field("max_offers_per_checkout", t("labels.max_offers"), mostOffers)}>
      {field("cooldown_hours", t("labels.cooldown"), cooldown)}
    </ChangeCard>
  );
}
