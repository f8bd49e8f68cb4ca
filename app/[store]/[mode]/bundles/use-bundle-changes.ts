"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { isOneOf } from "./words";

type Status = (typeof bundleStatuses)[number];

/** The specification has no way to change a bundle; where the API is ours there is one. */
export function useMayChange(): boolean {
  const { can, extensions } = useDesk();
  return extensions.checkout && can("checkout", "bundles", "update");
}

/** Gives a bundle another status, with a way back. */
export function useBundleChanges() {
  const t = useTranslations("bundles");
  const failure = useFailureWords();
  const { checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.bundles.update.mutation());
  const write = async (id: string, status: Status) => {
    try {
      await update({ params: { id }, body: { status } });
      return true;
    } catch (cause) {
      toast.error(failure(cause, (reason) => reason));
      return false;
    }
  };
  return async ({ id, name = id, status: before }: Bundle, status: Status): Promise<void> => {
    if (!(await write(id, status))) return;
    const message = t(`changed.${status}`, { name });
    if (!isOneOf(bundleStatuses, before)) return void toast.success(message);
    toast.undo({
      message,
      onUndo: async () => {
        if (await write(id, before)) toast.success(t("undone"));
      },
    });
  };
}
