"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { same } from "@/components/forms/merge-edits";
import { RecordForm } from "@/components/forms/record-form";
import type { RecordState } from "@/components/forms/use-record-form";
import { useProducts } from "@/components/products/use-products";
import { lazyPart } from "@/components/ui/lazy-part";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { OfferFields, type OfferPath, offerPaths } from "./offer-fields";
import { UpsellPreview } from "./preview/upsell-preview";

// The first paint does not need the findings.
const OfferDoctor = lazyPart(() => import("./doctor/offer-doctor"));

type Props = Pick<RecordState<UpsellDraft>, "initial" | "current" | "readOnly"> & {
  draft: { record: string; base: string | null };
  saveLabel: string;
  onSave: (edited: UpsellDraft, base: UpsellDraft) => Promise<UpsellDraft | null>;
  explain?: (cause: unknown, edited: UpsellDraft) => ReactNode;
  id?: string;
  children?: ReactNode;
};

const fields = () => offerPaths;

export function UpsellForm({ initial, draft, id, children, ...rest }: Props) {
  const t = useTranslations("upsells.form.labels");
  return (
    <RecordForm<UpsellDraft>
      {...rest}
      initial={initial}
      draft={{ kind: "upsell", ...draft }}
      loadCheck={loadCheck}
      fields={fields}
      // Keys of messages cannot contain a dot.
      labelOf={(field) => t((field as OfferPath).replace(".", "_") as "discount_type")}
      below={children}
      beside={(values) => <Beside values={values} initial={initial} id={id} />}
    >
      {(form, values) => (
        <OfferFields form={form} values={values} initial={initial} readOnly={rest.readOnly ?? false} />
      )}
    </RecordForm>
  );
}

function Beside({ values, initial, id }: { values: UpsellDraft; initial: UpsellDraft; id: string | undefined }) {
  const offer = useReadOffer(values, initial);
  const { products, known } = useProducts([offer.product_id, ...offer.trigger_products]);
  return (
    <>
      <UpsellPreview offer={offer} products={products} />
      <Suspense>
        <OfferDoctor offer={offer} id={id} products={products} known={known} />
      </Suspense>
    </>
  );
}

/** The schema is large, so it is loaded when the form is first touched. */
const loadCheck = () => import("./check-offer");
type Check = Awaited<ReturnType<typeof loadCheck>>;

function useReadOffer(values: UpsellDraft, initial: UpsellDraft): UpsellDraft {
  const [check, setCheck] = useState<Check | null>(null);
  const isTouched = !same(values, initial);
  useEffect(() => {
    // If loading fails, the preview stays as it is; saving reports the failure.
    if (isTouched) loadCheck().then(setCheck, () => {});
  }, [isTouched]);
  return check ? check.readOffer(values) : initial;
}
