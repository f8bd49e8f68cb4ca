"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { BundleDraft, BundleForm } from "@/lib/contract/checkout/bundle-draft";

export function useCreateBundle() {
  const t = useTranslations("bundles.form");
  const router = useRouter();
  const { base, checkout } = useDesk();
  const { mutateAsync } = useMutation(checkout.bundles.create.mutation());
  return async (draft: BundleForm): Promise<BundleForm> => {
    const path = window.location.pathname;
    const created = await mutateAsync({ body: draft as BundleDraft });
    toast.success(t("created", { name: draft.name }));
    // The form leaves the history, unless the person has left the page. An API may create a bundle without returning
    // its id; then the list shows it.
    const id = created.id && `/${encodeURIComponent(created.id)}`;
    if (window.location.pathname === path) router.replace(`${base}/bundles${id}`);
    return draft;
  };
}
