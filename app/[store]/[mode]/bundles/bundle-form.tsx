"use client";

import { Package, PackagePlus, Shuffle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Controller, type Path, type UseFormReturn } from "react-hook-form";
import { messageAt, RecordForm } from "@/components/forms/record-form";
import type { RecordState } from "@/components/forms/use-record-form";
import { useProducts } from "@/components/products/use-products";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import { bundleStatuses, bundleTypes, pricingTypes } from "@/lib/contract/checkout/bundle-words";
import { ComponentFields } from "./component-fields";
import { LedgerPanel } from "./ledger/ledger-panel";
import { isOneOf, useBundleWords } from "./words";

type Props = Pick<RecordState<Draft>, "initial" | "current"> & {
  draft: { record: string; base: string | null };
  saveLabel: string;
  onSave: (edited: Draft, base: Draft) => Promise<Draft | null>;
  explain?: (cause: unknown, edited: Draft) => ReactNode;
  children?: ReactNode;
};

const loadCheck = () => import("./check-bundle");
const icons = {
  fixed: <Package aria-hidden />,
  mix_match: <Shuffle aria-hidden />,
  build_a_box: <PackagePlus aria-hidden />,
};

const fieldsOf = ({ products }: Draft): Path<Draft>[] => [
  "name",
  "type",
  ...products.flatMap((_, at) => [`products.${at}.product_id` as const, `products.${at}.quantity` as const]),
  "products",
  "pricing.type",
  "pricing.value",
  "status",
];

export function BundleForm({ initial, draft, children, ...rest }: Props) {
  const labelOf = useLabels();
  return (
    <RecordForm<Draft>
      {...rest}
      initial={initial}
      draft={{ kind: "bundle", ...draft }}
      loadCheck={loadCheck}
      fields={fieldsOf}
      labelOf={labelOf}
      below={children}
      beside={(values) => <Ledger values={values} />}
    >
      {(form, values) => <Fields form={form} values={values} initial={initial} />}
    </RecordForm>
  );
}

function Ledger({ values }: { values: Draft }) {
  const { products } = useProducts(values.products.map(({ product_id }) => product_id));
  return <LedgerPanel bundle={values} products={products} />;
}

function useLabels(): (field: Path<Draft>) => string {
  const t = useTranslations("bundles.form");
  return (field) => {
    const [outer, at, inner] = field.split(".");
    if (outer === "pricing") return t(at === "type" ? "pricingType" : "pricingValue");
    if (outer !== "products") return t(outer as "name" | "type" | "status");
    if (at === undefined) return t("products");
    return t(inner === "quantity" ? "quantityName" : "productName", { n: Number(at) + 1 });
  };
}

type FieldsProps = { form: UseFormReturn<Draft>; values: Draft; initial: Draft };

function Fields(props: FieldsProps) {
  const { form, initial } = props;
  const t = useTranslations("bundles.form");
  const { extensions } = useDesk();
  return (
    <>
      <FormSection title={t("basics")}>
        {/* The first paint needs a default value, because `register` sets it only when scripts run. */}
        <Field name="name" label={t("name")} error={form.formState.errors.name?.message}>
          <Input {...form.register("name")} defaultValue={initial.name} autoComplete="off" />
        </Field>
        <TypeField {...props} />
      </FormSection>
      <ProductsSection {...props} />
      <PricingSection {...props} />
      {/* The specification creates bundles without a status. */}
      {extensions.checkout && <StatusSection {...props} />}
    </>
  );
}

function TypeField({ form: { control, formState }, initial }: FieldsProps) {
  const t = useTranslations("bundles");
  const words = useBundleWords();
  return (
    <Controller
      control={control}
      name="type"
      render={({ field }) => (
        <Field name="type" group label={t("form.type")} error={formState.errors.type?.message}>
          <RadioCards
            name="type"
            value={field.value}
            onValueChange={field.onChange}
            // An unknown type stays available, so that saving does not change it by accident.
            options={[...new Set<string>([...bundleTypes, initial.type])].map((value) => ({
              value,
              label: words.type(value),
              ...(isOneOf(bundleTypes, value) && { icon: icons[value], description: t(`typeHints.${value}`) }),
            }))}
          />
        </Field>
      )}
    />
  );
}

function ProductsSection({ form: { control, formState }, values }: FieldsProps) {
  const t = useTranslations("bundles.form");
  const { products } = useProducts(values.products.map(({ product_id }) => product_id));
  return (
    <FormSection
      title={t("products")}
      description={t(`productsHints.${isOneOf(bundleTypes, values.type) ? values.type : "other"}`)}
    >
      <Controller
        control={control}
        name="products"
        render={({ field }) => (
          <Field
            name="products"
            group
            label={<span className="sr-only">{t("products")}</span>}
            error={messageAt(formState.errors, "products")}
          >
            <ComponentFields
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              errors={formState.errors}
              products={products}
            />
          </Field>
        )}
      />
    </FormSection>
  );
}

function PricingSection({ form: { control, formState }, values }: FieldsProps) {
  const t = useTranslations("bundles.form");
  const words = useBundleWords();
  const { store } = useDesk();
  const { pricing } = formState.errors;
  const affix =
    values.pricing.type === "percentage_off"
      ? { suffix: "%" }
      : isOneOf(pricingTypes, values.pricing.type) && { prefix: store.currency };
  return (
    <FormSection title={t("pricing")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="pricing.type" label={t("pricingType")} error={pricing?.type?.message}>
          <Controller
            control={control}
            name="pricing.type"
            render={({ field }) => (
              <Combobox
                freeText
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                options={pricingTypes.map((value) => ({ value, label: words.pricingType(value) }))}
              />
            )}
          />
        </Field>
        <Field name="pricing.value" label={t("pricingValue")} error={pricing?.value?.message}>
          <Controller
            control={control}
            name="pricing.value"
            render={({ field }) => (
              <DecimalInput value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} {...affix} />
            )}
          />
        </Field>
      </div>
    </FormSection>
  );
}

function StatusSection({ form: { control, formState }, initial }: FieldsProps) {
  const t = useTranslations("bundles.form");
  const words = useBundleWords();
  return (
    <FormSection title={t("status")}>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <Field
            name="status"
            group
            label={<span className="sr-only">{t("status")}</span>}
            error={formState.errors.status?.message}
          >
            <RadioCards
              name="status"
              value={field.value}
              onValueChange={field.onChange}
              options={[...new Set<string>([...bundleStatuses, initial.status])].map((value) => ({
                value,
                label: words.status(value).label,
                ...(isOneOf(bundleStatuses, value) && { description: t(`statusHints.${value}`) }),
              }))}
            />
          </Field>
        )}
      />
    </FormSection>
  );
}
