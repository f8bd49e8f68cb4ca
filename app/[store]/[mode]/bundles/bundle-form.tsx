"use client";

import { useQuery } from "@tanstack/react-query";
import { Package, PackagePlus, Shuffle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { CardsField, FormField } from "@/components/forms/form-field";
import { fill } from "@/components/forms/merge-edits";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { checkBy } from "@/components/forms/use-record-form";
import { PriceFields } from "@/components/products/product-field";
import { useProducts } from "@/components/products/use-products";
import { Waiting } from "@/components/query-error";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import { bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { isOneOf } from "@/lib/word-format";
import { ComponentFields } from "./component-fields";
import { SumsPanel } from "./sums/sums-panel";
import { useBundleWords } from "./words";

const loadCheck = checkBy(async () => (await import("@/lib/contract/checkout/bundle-draft")).bundleForm);
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

export function BundleForm(record: FormOf<Draft>) {
  const t = useTranslations("bundles.form");
  const labelOf = (field: Path<Draft>) => {
    const [outer, at, inner] = field.split(".");
    if (outer === "pricing") return t(at === "type" ? "pricingType" : "pricingValue");
    if (outer !== "products") return t(outer as "name" | "type" | "status");
    if (at === undefined) return t("products");
    return t(inner === "quantity" ? "quantityName" : "productName", { n: Number(at) + 1 });
  };
  return (
    <RecordForm<Draft>
      {...record}
      kind="bundle"
      loadCheck={loadCheck}
      fields={fieldsOf}
      labelOf={labelOf}
      createLabel={t("createAction")}
      beside={(values) => <Sums values={values} />}
    >
      {(form, values) => <Fields form={form} values={values} initial={record.initial} />}
    </RecordForm>
  );
}

function Sums({ values }: { values: Draft }) {
  const { products } = useProducts(values.products.map(({ product_id }) => product_id));
  return <SumsPanel bundle={values} products={products} />;
}

type FieldsProps = { form: UseFormReturn<Draft>; values: Draft; initial: Draft };

function Fields({ form, values, initial }: FieldsProps) {
  const t = useTranslations("bundles");
  const { has } = useDesk();
  const words = useBundleWords();
  const { products } = useProducts(values.products.map(({ product_id }) => product_id));
  return (
    <>
      <FormSection title={t("form.basics")}>
        {/* The first paint needs a default value, because `register` sets it only when scripts run. */}
        <Field name="name" label={t("form.name")} error={form.formState.errors.name?.message}>
          <Input {...form.register("name")} defaultValue={initial.name} autoComplete="off" />
        </Field>
        <CardsField
          form={form}
          name="type"
          label={t("form.type")}
          known={bundleTypes}
          initial={initial.type}
          optionOf={(type) => ({
            label: words.type(type),
            ...(isOneOf(bundleTypes, type) && { icon: icons[type], description: t(`typeHints.${type}`) }),
          })}
        />
      </FormSection>
      <FormSection
        title={t("form.products")}
        description={t(`form.productsHints.${isOneOf(bundleTypes, values.type) ? values.type : "other"}`)}
      >
        <FormField form={form} name="products" group label={<span className="sr-only">{t("form.products")}</span>}>
          {(control) => <ComponentFields {...control} errors={form.formState.errors} products={products} />}
        </FormField>
      </FormSection>
      <FormSection title={t("form.pricing")}>
        <PriceFields
          form={form}
          name="pricing"
          labels={{ type: t("form.pricingType"), value: t("form.pricingValue") }}
          types={words.pricingTypes}
        />
      </FormSection>
      {/* The specification creates bundles without a status. */}
      {has("checkout", "bundles", "create", "status") && (
        <FormSection title={t("form.status")}>
          <CardsField
            form={form}
            name="status"
            label={<span className="sr-only">{t("form.status")}</span>}
            known={bundleStatuses}
            initial={initial.status}
            optionOf={(status) => ({
              label: words.status(status).label,
              ...(isOneOf(bundleStatuses, status) && { description: t(`form.statusHints.${status}`) }),
            })}
          />
        </FormSection>
      )}
    </>
  );
}

const empty: Draft = {
  name: "",
  type: "fixed",
  products: [{ product_id: "", quantity: 1 }],
  pricing: { type: "percentage_off", value: Number.NaN },
  status: "draft",
};

/** Returns a body that would create the bundle again. An unreported quantity must be entered by a person. */
export const toDraft = ({ products = [], ...bundle }: Bundle): Draft => ({
  ...fill(empty, bundle),
  products: products.map(({ product_id = "", quantity = Number.NaN }) => ({ product_id, quantity })),
});

/** A copy of a bundle is the way to change it if the API has no other. */
export function BundleCreate({ source }: { source: string | null }) {
  const t = useTranslations("bundles.form");
  const desk = useDesk();
  const record = useQuery({
    ...desk.checkout.bundles.get.options({ params: { id: source ?? "" } }),
    enabled: source !== null,
  });
  const copied = record.data && t("copied", { name: record.data.name ?? record.data.id });
  return (
    <RecordCreate api="checkout" resource="bundles" description={copied}>
      {source === null || record.data ? (
        <Create source={record.data} />
      ) : (
        <Panel>
          <Waiting of={record} lines={8} />
        </Panel>
      )}
    </RecordCreate>
  );
}

function Create({ source }: { source: Bundle | undefined }) {
  const t = useTranslations("bundles");
  const create = useCreateRecord<Draft>(useDesk().checkout.bundles);
  const [initial] = useState(() => {
    if (!source) return empty;
    const name = t("copyName", { name: source.name ?? source.id }).slice(0, 120);
    return { ...toDraft(source), name, status: "draft" };
  });
  const draft = { record: source ? `copy-of-${source.id}` : "new", base: null };
  return <BundleForm initial={initial} draft={draft} onSave={create} />;
}
