"use client";

import { useMutation } from "@tanstack/react-query";
import { useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

export function useCreateUpsell() {
  const { checkout } = useDesk();
  const { mutateAsync } = useMutation(checkout.upsells.create.mutation());
  return useCreateRecord(
    "upsells",
    (body: UpsellDraft) => mutateAsync({ body }),
    (_, { name }) => name,
  );
}
