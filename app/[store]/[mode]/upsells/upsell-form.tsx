"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { CardsField, FormField } from "@/components/forms/form-field";
import { pathsOf, same } from "@/components/forms/merge-edits";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { Help } from "@/components/help/help";
import { useStoreTexts } from "@/components/offer-texts/use-store-texts";
import { NameProductsButton } from "@/components/products/name-products-button";
import { PriceFields, ProductField, ProductsField } from "@/components/products/product-field";
import { type FoundProducts, useProducts } from "@/components/products/use-products";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { Combobox } from "@/components/ui/combobox";
import { Disclosure } from "@/components/ui/disclosure";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { audienceFields, limitFields, productsIn, scheduleFields } from "@/lib/contract/checkout/audience-words";
import { textParts } from "@/lib/contract/checkout/offer-text-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { minorDigits } from "@/lib/decimal";
import { isOneOf } from "@/lib/word-format";
import { useConditionWords } from "./conditions/use-condition-words";
import { SeeInShop } from "./preview/see-in-shop";
import { UpsellPreview } from "./preview/upsell-preview";
import { QuantityFields, quantityParts } from "./quantity-fields";
import { RecommendationFields } from "./recommendation/recommendation-fields";
import { WordsAndPicture } from "./texts/words-and-picture";
import { emptyUpsell, useUpsellWords } from "./words";

const ChainFields = lazyPart(() => import("./chain/chain-fields"));
const ConditionFields = lazyPart(() => import("./conditions/condition-fields"));
// The first paint does not need the findings.
const UpsellDoctor = lazyPart(() => import("./doctor/upsell-doctor"));

const paths = [
  ...pathsOf(emptyUpsell),
  ...["kind", "category", "exclude"].map((field) => `recommendation.${field}`),
  ...audienceFields.map((field) => `audience.${field}`),
  ...scheduleFields.map((field) => `schedule.${field}`),
  ...limitFields.map((field) => `limits.${field}`),
  "texts",
  ...quantityParts.map((field) => `quantity.${field}`),
] as Path<UpsellDraft>[];
const fields = ({ texts = {} }: UpsellDraft) => [
  ...paths,
  ...Object.keys(texts).flatMap((language) => textParts.map((part) => `texts.${language}.${part}` as const)),
];

export function UpsellForm({ id, ...record }: FormOf<UpsellDraft> & { id?: string }) {
  const t = useTranslations("upsells.form");
  const conditions = useTranslations("upsellConditions.labels");
  const audience = useTranslations("audience.labels");
  const texts = useTranslations("offerTexts");
  const { format } = useDesk();
  const { initial, readOnly = false } = record;
  const labelOf = (field: Path<UpsellDraft>) => {
    const [part, of, text] = field.split(".");
    if (of && text) return texts("in", { label: texts(`labels.${text as "text"}`), language: format.language(of) });
    if (part === "audience") return audience(of as "device");
    if (part === "schedule" || part === "limits") return conditions(of as "weekdays");
    if (part === "share_percent" || part === "priority") return conditions(part);
    // Keys of messages cannot contain a dot.
    return t(`labels.${field.replace(".", "_") as "discount_type"}`);
  };
  return (
    <RecordForm<UpsellDraft>
      {...record}
      kind="upsell"
      loadCheck={loadCheck}
      fields={fields}
      labelOf={labelOf}
      createLabel={t("createAction")}
      beside={(values) => <Beside values={values} initial={initial} id={id} />}
    >
      {(form, values) => <UpsellFields form={form} values={values} initial={initial} readOnly={readOnly} id={id} />}
    </RecordForm>
  );
}

function Beside({ values, initial, id }: { values: UpsellDraft; initial: UpsellDraft; id: string | undefined }) {
  const upsell = useReadUpsell(values, initial);
  const { audience = {} } = upsell;
  const general = useStoreTexts();
  const { products, known, doubt } = useProducts([
    upsell.product_id,
    ...upsell.trigger_products,
    ...productsIn(audience),
  ]);
  return (
    <>
      {/* Above the preview, whose height changes when a field is left, so that a click does not miss it. */}
      <SeeInShop upsell={upsell} />
      <UpsellPreview upsell={upsell} general={general} products={products} doubt={doubt} />
      <UpsellDoctor upsell={upsell} id={id} products={products} known={known} doubt={doubt} />
    </>
  );
}

/** The schema is large, so it is loaded when the form is first touched. */
const loadCheck = () => import("./check-upsell");
type Check = Awaited<ReturnType<typeof loadCheck>>;

function useReadUpsell(values: UpsellDraft, initial: UpsellDraft): UpsellDraft {
  const [check, setCheck] = useState<Check | null>(null);
  const isTouched = !same(values, initial);
  useEffect(() => {
    // If loading fails, the preview stays as it is; saving reports the failure.
    if (isTouched) loadCheck().then(setCheck, () => {});
  }, [isTouched]);
  return check ? check.readUpsell(values) : initial;
}

/** With what a proposal has entered. */
export function UpsellCreate({ name, product, trigger }: { name: string; product: string; trigger: string }) {
  const create = useCreateRecord<UpsellDraft>(useDesk().checkout.upsells);
  const initial = useMemo(
    () => ({ ...emptyUpsell, name, product_id: product, trigger_products: trigger ? [trigger] : [] }),
    [name, product, trigger],
  );
  return (
    <RecordCreate api="checkout" resource="upsells">
      <UpsellForm initial={initial} onSave={create} />
    </RecordCreate>
  );
}

type Props = {
  form: UseFormReturn<UpsellDraft>;
  values: UpsellDraft;
  initial: UpsellDraft;
  readOnly: boolean;
  id: string | undefined;
};

function UpsellFields({ form, values, initial, readOnly, id }: Props) {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const { has } = useDesk();
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
        {has("checkout", "upsells", "create", "quantity") && <QuantityFields form={form} values={values} />}
      </FormSection>
      <FormSection title={t("discount")} description={t("discountHint")}>
        <PriceFields
          form={form}
          name="discount"
          labels={{ type: t("labels.discount_type"), value: t("labels.discount_value") }}
          types={words.discountTypes}
        />
      </FormSection>
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
          {(control) => <Combobox {...control} freeText options={words.placements} />}
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
      {has("checkout", "upsells", "create", "texts") && <WordsAndPicture form={form} values={values} />}
      {has("checkout", "upsells", "create", "audience") && <Conditions form={form} values={values} />}
      {has("checkout", "upsells", "create", "next_accepted") && <ChainFields form={form} values={values} id={id} />}
    </>
  );
}

function Conditions({ form, values }: Pick<Props, "form" | "values">) {
  const t = useTranslations("upsellConditions");
  const { format } = useDesk();
  const words = useConditionWords();
  const { audience = {}, schedule = {}, limits = {}, share_percent: share = 100, priority = 0 } = values;
  const { products } = useProducts(productsIn(audience));
  const { errors } = form.formState;
  const isWrong = !!(errors.audience || errors.schedule || errors.limits || errors.share_percent || errors.priority);
  return (
    <FormSection
      title={t("title")}
      description={
        <span data-testid="conditions">
          {format.join([words.who(audience, share, products), words.when(schedule), words.often(limits, priority)])}
        </span>
      }
    >
      <Disclosure
        deferred
        open={isWrong}
        summary={t("change")}
        summaryClass="w-fit min-h-6 font-medium hover:underline"
      >
        <ConditionFields form={form} values={values} />
      </Disclosure>
    </FormSection>
  );
}

function ProductFields({ form, values, readOnly }: Omit<Props, "initial" | "id">) {
  const t = useTranslations("upsells.form");
  const { has } = useDesk();
  const used = [values.product_id, ...values.trigger_products];
  const { products, known, doubt } = useProducts(used);
  return (
    <>
      {has("checkout", "upsells", "create", "recommendation") && <RecommendationFields form={form} values={values} />}
      <FormField
        form={form}
        name="product_id"
        label={t(values.recommendation?.kind ? "recommendation.fallback" : "labels.product_id")}
        description={<ProductHint id={values.product_id} products={products} known={known} doubt={doubt} />}
      >
        {(control) => <ProductField {...control} products={products} />}
      </FormField>
      <FormField
        form={form}
        name="trigger_products"
        label={t("labels.trigger_products")}
        description={t("triggersHint")}
      >
        {(control) => <ProductsField {...control} products={products} doubt={doubt} />}
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
function ProductHint({ id, products, known, doubt }: { id: string } & FoundProducts) {
  const t = useTranslations("upsells.form");
  const { format, store } = useDesk();
  if (doubt(id.trim())) return <span className="text-warning">{t("productNotFound", { product: id.trim() })}</span>;
  const { name = null, price = null } = products.get(id.trim()) ?? {};
  if (id.trim() === "") return t("productHint");
  if (name === null && price === null) return t(known ? "productUnknown" : "productHint");
  const shown = price === null ? t("priceUnknown") : format.money(price / 10 ** minorDigits(store.currency));
  return [...(name === null ? [] : [id.trim()]), shown].join(" · ");
}
