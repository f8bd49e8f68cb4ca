"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FormField, messageAt } from "@/components/forms/form-field";
import { ProductField } from "@/components/products/product-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { discountTypes, upsellPlacements } from "@/lib/contract/checkout/upsell-words";
import { useUpsellWords } from "../../upsells/words";
import { type CardProps, ChangeCard } from "./change-card";
import { type OfferForm, type OfferPart, offerParts } from "./form-model";
import { useLiveSuggestions } from "./live-records";
import { useSet } from "./step-props";
import { useOfferWords } from "./words";

type Props = CardProps & { path: `variants.${number}.changes.offers.${number}`; offer: OfferForm };

export function OfferCard({ form, live, path, offer, ...card }: Props) {
  const t = useTranslations("experimentEditor");
  const set = useSet(form);
  const words = useOfferWords(live);
  const { options, ask } = useLiveSuggestions("offers", ({ id }) => words.now(id) ?? null);
  const toggle = (part: OfferPart, on: boolean) => {
    const others = offer.changed.filter((each) => each !== part && (part !== "off" || !on) && each !== "off");
    set(
      `${path}.changed`,
      on ? offerParts.filter((each) => each === part || others.includes(each)) : others,
      path as never,
    );
  };
  const now = words.now(offer.upsell_id);
  return (
    <ChangeCard
      {...card}
      now={now && t("now", { what: now })}
      first={
        <FormField form={form} name={`${path}.upsell_id`} label={t("labels.upsell_id")}>
          {(control) => (
            <Combobox
              {...control}
              options={options}
              onQueryChange={ask}
              nameOf={(id) => live.offers.get(id)?.name ?? id}
              placeholder={t("offerPlaceholder")}
            />
          )}
        </FormField>
      }
    >
      <Field name={path} group label={t("labels.offer")} error={messageAt(form.formState.errors, path)}>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {offerParts.map((part) => (
            <Checkbox
              key={part}
              label={t(`parts.${part}`)}
              checked={offer.changed.includes(part)}
              onChange={({ target }) => toggle(part, target.checked)}
            />
          ))}
        </div>
      </Field>
      <OfferValues form={form} live={live} path={path} offer={offer} />
    </ChangeCard>
  );
}

function OfferValues({ form, live, path, offer }: Pick<Props, "form" | "live" | "path" | "offer">) {
  const t = useTranslations("experimentEditor");
  const words = useUpsellWords();
  const { store } = useDesk();
  const unit = offer.discount.type === "percentage" ? { suffix: "%" } : { prefix: store.currency };
  const text = (of: "title" | "image_url", type: "text" | "url") => (
    <Field
      name={`${path}.${of}`}
      label={t(`labels.${of}`)}
      description={t(`hints.${of}`)}
      error={messageAt(form.formState.errors, `${path}.${of}`)}
    >
      <Input {...form.register(`${path}.${of}`)} type={type} defaultValue={offer[of]} autoComplete="off" />
    </Field>
  );
  const shown: Partial<Record<OfferPart, ReactNode>> = {
    discount: (
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name={`${path}.discount.type`} label={t("labels.discount_type")}>
          {({ value, onValueChange }) => (
            <Select
              value={value}
              onChange={({ target }) => onValueChange(target.value)}
              options={discountTypes.map((type) => ({ value: type, label: words.discountType(type) }))}
            />
          )}
        </FormField>
        <FormField form={form} name={`${path}.discount.value`} label={t("labels.discount_value")}>
          {(control) => <DecimalInput {...control} {...unit} />}
        </FormField>
      </div>
    ),
    product_id: (
      <FormField form={form} name={`${path}.product_id`} label={t("labels.product_id")}>
        {(control) => <ProductField {...control} products={live.products} />}
      </FormField>
    ),
    placement: (
      <FormField form={form} name={`${path}.placement`} label={t("labels.placement")}>
        {(control) => (
          <Combobox
            {...control}
            freeText
            options={upsellPlacements.map((value) => ({ value, label: words.placement(value) }))}
          />
        )}
      </FormField>
    ),
    title: text("title", "text"),
    image_url: text("image_url", "url"),
  };
  return offerParts.flatMap((part) =>
    offer.changed.includes(part) && shown[part] ? [<div key={part}>{shown[part]}</div>] : [],
  );
}
