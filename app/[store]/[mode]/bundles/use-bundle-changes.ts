"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChanges } from "@/components/lists/use-changes";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { isOneOf } from "@/lib/words";

export type BulkKind = "activate_bundles" | "archive_bundles";
export type BundleFilter = Partial<Record<"search" | "type" | "status", string>>;

const kindOf = { active: "activate_bundles", archived: "archive_bundles" } as const;

export function useBundleChanges() {
  const t = useTranslations("bundles");
  const { checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.bundles.update.mutation());
  const changes = useChanges();

  /** People set only these two statuses, because every bundle begins as a draft. */
  const setStatus = (bundles: readonly Bundle[], status: keyof typeof kindOf) =>
    changes.setStatus({
      rows: bundles,
      status,
      // A status that only the API knows cannot be set again.
      write: async (id, status) =>
        isOneOf(bundleStatuses, status) && (await update({ params: { id }, body: { status } })),
      job: { kind: kindOf[status], message: (count) => t("changingMany", { count }) },
      changed: (bundle) => t(`changed.${status}`, { name: bundle.name ?? bundle.id }),
      undone: t("undone"),
    });

  return {
    setStatus,
    startJob: (kind: BulkKind, filter: BundleFilter, count: number) =>
      changes.startJob({ body: { kind, filter }, message: t("changingMany", { count }), show: t("showJob") }),
  };
}
