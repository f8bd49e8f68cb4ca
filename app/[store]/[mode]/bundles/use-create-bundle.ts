"use client";

import { useMutation } from "@tanstack/react-query";
import { useCreateRecord } from "@/components/records/record-create";
import { useDesk } from "@/lib/api/desk";
import type { BundleDraft, BundleForm } from "@/lib/contract/checkout/bundle-draft";

export function useCreateBundle() {
  const { checkout } = useDesk();
  const { mutateAsync } = useMutation(checkout.bundles.create.mutation());
  const create = (draft: BundleForm) => mutateAsync({ body: draft as BundleDraft });
  return useCreateRecord("bundles", create, (_, { name }) => name);
}
