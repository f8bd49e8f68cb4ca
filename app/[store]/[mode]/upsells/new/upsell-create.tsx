"use client";

import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { UpsellForm } from "../upsell-form";

const empty = {
  name: "",
  product_id: "",
  trigger_products: [],
  discount: { type: "percentage", value: Number.NaN },
  placement: "post_purchase",
  status: "draft",
};

export function UpsellCreate() {
  const create = useCreateRecord<UpsellDraft>(useDesk().checkout.upsells);
  return (
    <RecordCreate api="checkout" resource="upsells">
      <UpsellForm initial={empty} onSave={create} />
    </RecordCreate>
  );
}
