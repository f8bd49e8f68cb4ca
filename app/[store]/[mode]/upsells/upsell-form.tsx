"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { same } from "@/components/forms/merge-edits";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { useProducts } from "@/components/products/use-products";
import { lazyPart } from "@/components/ui/lazy-part";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { UpsellPreview } from "./preview/upsell-preview";
import { UpsellFields } from "./upsell-fields";

// The first paint does not need the findings.
const UpsellDoctor = lazyPart(() => import("./doctor/upsell-doctor"));

const paths = [
  ...(["name", "product_id", "trigger_products"] as const),
  ...(["discount.type", "discount.value", "placement", "status"] as const),
];
const fields = () => paths;

export function UpsellForm({ id, ...record }: FormOf<UpsellDraft> & { id?: string }) {
  const t = useTranslations("upsells.form");
  const { initial, readOnly = false } = record;
  return (
    <RecordForm<UpsellDraft>
      {...record}
      kind="upsell"
      loadCheck={loadCheck}
      fields={fields}
      // Keys of messages cannot contain a dot.
      labelOf={(field) => t(`labels.${field.replace(".", "_") as "discount_type"}`)}
      createLabel={t("createAction")}
      beside={(values) => <Beside values={values} initial={initial} id={id} />}
    >
      {(form, values) => <UpsellFields form={form} values={values} initial={initial} readOnly={readOnly} />}
    </RecordForm>
  );
}

function Beside({ values, initial, id }: { values: UpsellDraft; initial: UpsellDraft; id: string | undefined }) {
  const upsell = useReadUpsell(values, initial);
  const { products, known } = useProducts([upsell.product_id, ...upsell.trigger_products]);
  return (
    <>
      <UpsellPreview upsell={upsell} products={products} />
      <UpsellDoctor upsell={upsell} id={id} products={products} known={known} />
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
