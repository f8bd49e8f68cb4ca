"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { messageAt } from "@/components/forms/form-field";
import { PriceFields, ProductField } from "@/components/products/product-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { matching, type Suggestion } from "@/components/ui/suggestions";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useBundleWords } from "../../bundles/words";
import { useUpsellWords } from "../../upsells/words";
import { useChangeWords } from "../plan-words";
import { liveBundles, liveOffers } from "../reads";
import { EditorField, type StepProps, TextField, useSet } from "./fields";
import { type OfferPart, offerParts, withPart } from "./form-model";

type CardProps = Pick<StepProps, "form" | "live"> & { title: string; onRemove: () => void };

type ChangeProps = Pick<CardProps, "title" | "onRemove"> & { first: ReactNode; now: string; children?: ReactNode };

function ChangeCard({ title, onRemove, first, now, children }: ChangeProps) {
  const t = useTranslations("experimentEditor");
  return (
    <fieldset data-card className="grid min-w-0 gap-4 rounded-md border border-line bg-sunken/40 p-3">
      <legend className="sr-only">{title}</legend>
      <div className="grid gap-1.5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          {first}
          <IconButton label={t("removeChange", { title })} icon={<X aria-hidden />} onClick={onRemove} />
        </div>
        {now && <p className="text-sm text-muted text-pretty wrap-anywhere">{t("now", { what: now })}</p>}
      </div>
      {children}
    </fieldset>
  );
}

type RecordProps = CardProps & {
  of: "offers" | "bundles";
  name:
    | `variants.${number}.changes.offers.${number}.upsell_id`
    | `variants.${number}.changes.bundles.${number}.bundle_id`;
  children: ReactNode;
};

function RecordCard({ form, live, of, name, ...card }: RecordProps) {
  const t = useTranslations("experimentEditor");
  const { now } = useChangeWords(live);
  const { options, ask } = useLiveSuggestions(of, now);
  return (
    <ChangeCard
      {...card}
      now={now(live[of].get(form.getValues(name)))}
      first={
        <EditorField form={form} name={name}>
          {(control) => (
            <Combobox
              {...control}
              options={options}
              onQueryChange={ask}
              nameOf={(id) => live[of].get(id)?.name ?? id}
              placeholder={t(`placeholders.${of}`)}
            />
          )}
        </EditorField>
      }
    />
  );
}

type Row = Upsell | Bundle;

/** Suggests offers or bundles that are live. With more than a page of them, the service searches. */
function useLiveSuggestions(of: "offers" | "bundles", hintOf: (row: Row) => string | null) {
  const desk = useDesk();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const offers = useQuery({ ...liveOffers(desk, search), enabled: of === "offers" });
  const bundles = useQuery({ ...liveBundles(desk, search), enabled: of === "bundles" });
  const rows: readonly Row[] = (of === "offers" ? offers : bundles).data?.data ?? [];
  const options = rows.map((row): Suggestion => {
    const hint = hintOf(row);
    return { value: row.id, label: row.name ?? row.id, ...(hint && { hint }) };
  });
  return { options: matching(options, text), ask: setText };
}

type OfferProps = CardProps & { path: `variants.${number}.changes.offers.${number}` };

export function OfferCard({ path, ...card }: OfferProps) {
  const t = useTranslations("experimentEditor");
  const { form, live } = card;
  const offer = form.getValues(path);
  const set = useSet(form);
  const words = useUpsellWords();
  const controls: Partial<Record<OfferPart, () => ReactNode>> = {
    discount: () => (
      <PriceFields
        form={form}
        name={`${path}.discount`}
        labels={{ type: t("labels.discount_type"), value: t("labels.discount_value") }}
        types={words.discountTypes}
      />
    ),
    product_id: () => (
      <EditorField form={form} name={`${path}.product_id`}>
        {(control) => <ProductField {...control} products={live.products} />}
      </EditorField>
    ),
    placement: () => (
      <EditorField form={form} name={`${path}.placement`}>
        {(control) => <Combobox {...control} freeText options={words.placements} />}
      </EditorField>
    ),
    title: () => <TextField form={form} name={`${path}.title`} />,
    image_url: () => <TextField form={form} name={`${path}.image_url`} type="url" />,
  };
  return (
    <RecordCard {...card} of="offers" name={`${path}.upsell_id`}>
      <Field name={path} group label={t("labels.offer")} error={messageAt(form.formState.errors, path)}>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {offerParts.map((part) => (
            <Checkbox
              key={part}
              label={t(`parts.${part}`)}
              checked={offer[part] !== undefined}
              onChange={({ target }) => set(path, withPart(offer, part, target.checked))}
            />
          ))}
        </div>
      </Field>
      {offerParts.map((part) => {
        const control = offer[part] !== undefined && controls[part];
        return control && <div key={part}>{control()}</div>;
      })}
    </RecordCard>
  );
}

type BundleProps = CardProps & { path: `variants.${number}.changes.bundles.${number}` };

export function BundleCard({ path, ...card }: BundleProps) {
  const t = useTranslations("experimentEditor");
  const words = useBundleWords();
  return (
    <RecordCard {...card} of="bundles" name={`${path}.bundle_id`}>
      <PriceFields
        form={card.form}
        name={`${path}.pricing`}
        labels={{ type: t("labels.pricing_type"), value: t("labels.pricing_value") }}
        types={words.pricingTypes}
      />
    </RecordCard>
  );
}

type LimitProps = CardProps & { path: `variants.${number}.changes.settings` };

/** What is left empty stays as it is live. */
export function LimitCard({ form, live: { limits }, path, ...card }: LimitProps) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const field = (name: keyof typeof limits) => {
    const now = limits[name];
    const description = now !== undefined && t("now", { what: format.number(now) });
    return (
      <EditorField form={form} name={`${path}.${name}`} {...(description && { description })}>
        {(control) => <DecimalInput {...control} inputMode="numeric" />}
      </EditorField>
    );
  };
  return (
    <ChangeCard {...card} now="" first={field("max_offers_per_checkout")}>
      {field("cooldown_hours")}
    </ChangeCard>
  );
}
