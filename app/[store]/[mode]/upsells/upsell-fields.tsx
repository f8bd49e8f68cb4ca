"use client";

import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { CardsField, FormField } from "@/components/forms/form-field";
import { Help } from "@/components/help/help";
import { DiscountSection } from "@/components/products/discount-section";
import { NameProductsButton } from "@/components/products/name-products-button";
import { ProductField, ProductsField } from "@/components/products/product-field";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { minorDigits } from "@/lib/decimal";
import { isOneOf } from "@/lib/words";
import { useUpsellWords } from "./words";

type Props = {
  form: UseFormReturn<UpsellDraft>;
  values: UpsellDraft;
  initial: UpsellDraft;
  readOnly: boolean;
};

export function UpsellFields({ form, values, initial, readOnly }: Props) {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const { store } = useDesk();
  const { type } = values.discount;
  return (
    <>
      <FormSection title={t("basics")}>
        {/* The first paint needs default values, because `register` sets them only when scripts run. */}
        <Field
          name="name"
          label={t("labels.name")}
          description={t("nameHint")}
          error={form.formState.errors.name?.message}
        >
          <Input {...form.register("name")} defaultValue={initial.name} autoComplete="off" />
        </Field>
        <ProductFields form={form} values={values} readOnly={readOnly} />
      </FormSection>
      <DiscountSection
        form={form}
        title={t("discount")}
        type={{
          name: "discount.type",
          label: t("labels.discount_type"),
          options: discountTypes.map((value) => ({ value, label: words.discountType(value) })),
        }}
        value={{
          name: "discount.value",
          label: t("labels.discount_value"),
          ...(type === "percentage" && { suffix: "%" }),
          ...(type === "fixed_amount" && { prefix: store.currency }),
        }}
      />
      <FormSection title={t("whereAndWhen")}>
        <FormField
          form={form}
          name="placement"
          label={t("labels.placement")}
          description={
            <>
              {t("placementHint")} <Help of="placement" label={t("whereAndWhen")} />
            </>
          }
        >
          {(control) => (
            <Combobox
              {...control}
              freeText
              options={upsellPlacements.map((value) => ({ value, label: words.placement(value) }))}
            />
          )}
        </FormField>
        <CardsField
          form={form}
          name="status"
          label={t("labels.status")}
          known={upsellStatuses}
          initial={initial.status}
          optionOf={(status) => ({
            label: words.status(status).label,
            ...(isOneOf(upsellStatuses, status) && { description: t(`statusHints.${status}`) }),
          })}
        />
      </FormSection>
    </>
  );
}

function ProductFields({ form, values, readOnly }: Omit<Props, "initial">) {
  const t = useTranslations("upsells.form");
  const used = [values.product_id, ...values.trigger_products];
  const { products, known } = useProducts(used);
  return (
    <>
      <FormField
        form={form}
        name="product_id"
        label={t("labels.product_id")}
        description={<ProductHint id={values.product_id} products={products} known={known} />}
      >
        {(control) => <ProductField {...control} products={products} />}
      </FormField>
      <FormField
        form={form}
        name="trigger_products"
        label={t("labels.trigger_products")}
        description={t("triggersHint")}
      >
        {(control) => <ProductsField {...control} products={products} />}
      </FormField>
      {!readOnly && (
        <NameProductsButton ids={used} variant="ghost" className="-ms-2 w-fit">
          {t("nameProducts")}
        </NameProductsButton>
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
