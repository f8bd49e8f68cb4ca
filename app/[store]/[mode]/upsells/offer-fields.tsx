"use client";

import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Help } from "@/components/help/help";
import { ProductField, ProductsField } from "@/components/products/product-field";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { RadioCards } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { minorDigits } from "@/lib/currency";
import { useUpsellWords } from "./words";

const NameProducts = lazyPart(() => import("@/components/products/name-products"));

export const offerPaths = [
  "name",
  "product_id",
  "trigger_products",
  "discount.type",
  "discount.value",
  "placement",
  "status",
] as const;
export type OfferPath = (typeof offerPaths)[number];

type Props = {
  form: UseFormReturn<UpsellDraft>;
  values: UpsellDraft;
  initial: UpsellDraft;
  readOnly: boolean;
};

export function OfferFields(props: Props) {
  const { form, initial } = props;
  const t = useTranslations("upsells.form");
  const { errors } = form.formState;
  return (
    <>
      <FormSection title={t("basics")}>
        {/* The first paint needs default values, because `register` sets them only when scripts run. */}
        <Field name="name" label={t("labels.name")} description={t("nameHint")} error={errors.name?.message}>
          <Input {...form.register("name")} defaultValue={initial.name} autoComplete="off" />
        </Field>
        <ProductFields {...props} />
      </FormSection>
      <DiscountFields {...props} />
      <PlaceFields {...props} />
    </>
  );
}

function ProductFields({ form: { control, formState }, values, readOnly }: Props) {
  const t = useTranslations("upsells.form");
  const { can } = useDesk();
  const { errors } = formState;
  const used = [values.product_id, ...values.trigger_products];
  const { products, known } = useProducts(used);
  const [naming, setNaming] = useState<string[] | null>(null);
  const mayName = !readOnly && can("desk", "remembered", "put");
  return (
    <>
      <Controller
        control={control}
        name="product_id"
        render={({ field }) => (
          <Field
            name="product_id"
            label={t("labels.product_id")}
            description={<ProductHint id={field.value} products={products} known={known} />}
            error={errors.product_id?.message}
          >
            <ProductField
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              products={products}
            />
          </Field>
        )}
      />
      <Field
        name="trigger_products"
        label={t("labels.trigger_products")}
        description={t("triggersHint")}
        error={errors.trigger_products?.message}
      >
        <Controller
          control={control}
          name="trigger_products"
          render={({ field }) => (
            <ProductsField
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              products={products}
            />
          )}
        />
      </Field>
      {mayName && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Tags aria-hidden />}
          className="-ms-2 w-fit"
          onClick={() => setNaming(used)}
        >
          {t("nameProducts")}
        </Button>
      )}
      {naming && (
        <Suspense>
          <NameProducts ids={naming} onClose={() => setNaming(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The field itself shows only the product's name or id, so its price is stated below. */
function ProductHint({ id, products, known }: { id: string; products: Products; known: boolean }) {
  const t = useTranslations("upsells.form");
  const { format, store } = useDesk();
  const { name = null, price = null } = products.get(id.trim()) ?? {};
  if (id.trim() === "") return t("productHint");
  if (name === null && price === null) return t(known ? "productUnknown" : "productHint");
  const shown = price === null ? t("priceUnknown") : format.money(price / 10 ** minorDigits(store.currency));
  return [...(name === null ? [] : [id.trim()]), shown].join(" · ");
}

function DiscountFields({ form: { control, formState }, values }: Props) {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const { store } = useDesk();
  const { errors } = formState;
  return (
    <FormSection title={t("discount")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="discount.type" label={t("labels.discount_type")} error={errors.discount?.type?.message}>
          <Controller
            control={control}
            name="discount.type"
            render={({ field }) => (
              <Combobox
                freeText
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                options={discountTypes.map((value) => ({ value, label: words.discountType(value) }))}
              />
            )}
          />
        </Field>
        <Field name="discount.value" label={t("labels.discount_value")} error={errors.discount?.value?.message}>
          <Controller
            control={control}
            name="discount.value"
            render={({ field }) => (
              <DecimalInput
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                {...affix(values.discount.type, store.currency)}
              />
            )}
          />
        </Field>
      </div>
    </FormSection>
  );
}

function PlaceFields({ form: { control, formState }, initial }: Props) {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const { errors } = formState;
  return (
    <FormSection title={t("whereAndWhen")}>
      <Field
        name="placement"
        label={t("labels.placement")}
        description={
          <>
            {t("placementHint")} <Help of="placement" label={t("whereAndWhen")} />
          </>
        }
        error={errors.placement?.message}
      >
        <Controller
          control={control}
          name="placement"
          render={({ field }) => (
            <Combobox
              freeText
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              options={upsellPlacements.map((value) => ({ value, label: words.placement(value) }))}
            />
          )}
        />
      </Field>
      <Field name="status" group label={t("labels.status")} error={errors.status?.message}>
        <Controller
          control={control}
          name="status"
          render={({ field }) => (
            <RadioCards
              name="status"
              value={field.value}
              onValueChange={field.onChange}
              options={statusChoices(field.value, initial.status).map((value) => ({
                value,
                label: words.status(value).label,
                ...(isKnownStatus(value) && { description: t(`statusHints.${value}`) }),
              }))}
            />
          )}
        />
      </Field>
    </FormSection>
  );
}

function affix(type: string | undefined, currency: string) {
  return type === "percentage" ? { suffix: "%" } : type === "fixed_amount" ? { prefix: currency } : {};
}

function isKnownStatus(status: string): status is (typeof upsellStatuses)[number] {
  return (upsellStatuses as readonly string[]).includes(status);
}

/** An unknown status stays available, so that saving does not change it by accident. */
function statusChoices(...there: string[]): string[] {
  return [...new Set([...upsellStatuses, ...there.filter((status) => status !== "")])];
}
