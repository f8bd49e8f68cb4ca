"use client";

import { RecordCreate } from "@/components/records/record-create";
import { UpsellForm } from "../upsell-form";
import { useCreateUpsell } from "../use-create-upsell";

const empty = {
  name: "",
  product_id: "",
  trigger_products: [],
  discount: { type: "percentage", value: Number.NaN },
  placement: "post_purchase",
  status: "draft",
};

export function UpsellCreate() {
  const create = useCreateUpsell();
  return (
    <RecordCreate api="checkout" resource="upsells">
      <UpsellForm initial={empty} onSave={create} />
    </RecordCreate>
  );
}
