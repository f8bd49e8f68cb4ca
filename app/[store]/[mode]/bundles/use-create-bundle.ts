"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { BundleDraft, BundleForm } from "@/lib/contract/checkout/bundle-draft";

/** Makes a bundle of what was entered, and goes on to it. */
export function useCreateBundle() {
  const t = useTranslations("bundles.form");
  const router = useRouter();
  const { base, checkout } = useDesk();
  const { mutateAsync } = useMutation(checkout.bundles.create.mutation());
  return async (draft: BundleForm): Promise<BundleForm> => {
    const path = window.location.pathname;
    const created = await mutateAsync({ body: draft as BundleDraft });
    toast.success(t("created", { name: draft.name }));
    // In place of the form, which nobody wants to come back to; and only for who is still here. One that tells no id
    // has made it all the same: the list has it.
    const id = created.id && `/${encodeURIComponent(created.id)}`;
    if (window.location.pathname === path) router.replace(`${base}/bundles${id}`);
    return draft;
  };
}
