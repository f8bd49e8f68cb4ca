"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChanges } from "@/components/lists/use-changes";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { isOneOf } from "./words";

export type BulkKind = "activate_bundles" | "archive_bundles";
export type BundleFilter = Partial<Record<"search" | "type" | "status", string>>;

const kindOf = { active: "activate_bundles", archived: "archive_bundles" } as const;

export function useBundleChanges() {
  const t = useTranslations("bundles");
  const { checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.bundles.update.mutation());
  const { attempt, startJob, startUndoableJob } = useChanges();

  const write = async (id: string, status: (typeof bundleStatuses)[number]) =>
    (await attempt(() => update({ params: { id }, body: { status } }))) !== null;

  /** People set only these two statuses, because every bundle begins as a draft. */
  async function setStatus(bundles: readonly Bundle[], status: keyof typeof kindOf): Promise<void> {
    const changing = bundles.filter((bundle) => bundle.status !== status);
    const [first] = changing;
    if (!first) return;
    const onUndo = async () => {
      let undone = true;
      for (const { id, status } of changing) {
        if (isOneOf(bundleStatuses, status)) undone = (await write(id, status)) && undone;
      }
      if (undone) toast.success(t("undone"));
    };
    if (changing.length > 1) {
      const body = { kind: kindOf[status], ids: changing.map(({ id }) => id) };
      return startUndoableJob({ body, message: t("changingMany", { count: changing.length }), onUndo });
    }
    if (!(await write(first.id, status))) return;
    toast.undo({ message: t(`changed.${status}`, { name: first.name ?? first.id }), onUndo });
  }

  return {
    setStatus,
    startJob: (kind: BulkKind, filter: BundleFilter, count: number) =>
      startJob({ body: { kind, filter }, message: t("changingMany", { count }), show: t("showJob") }),
  };
}
