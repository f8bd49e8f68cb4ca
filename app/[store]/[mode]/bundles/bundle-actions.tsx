"use client";

import { useMutation } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Copy, Eye, Pencil, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChanges, useMayUpdate } from "@/components/lists/use-changes";
import { MenuItem } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { isOneOf } from "@/lib/word-format";

export function BundleActions({ bundle, onPage = false }: { bundle: Bundle; onPage?: boolean }) {
  const t = useTranslations("bundles.actions");
  const { base } = useDesk();
  const mayChange = useMayUpdate("checkout", "bundles");
  const { setStatus } = useBundleChanges();
  const id = encodeURIComponent(bundle.id);
  const archived = bundle.status === "archived";
  return (
    <>
      {!onPage && (
        <MenuItem icon={mayChange ? <Pencil aria-hidden /> : <Eye aria-hidden />} href={`${base}/bundles/${id}`}>
          {t(mayChange ? "edit" : "open")}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} href={`${base}/bundles/new?from=${id}`}>
        {t("duplicate")}
      </MenuItem>
      {mayChange && bundle.status === "draft" && (
        <MenuItem icon={<Play aria-hidden />} onSelect={() => setStatus([bundle], "active")}>
          {t("activate")}
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem
          icon={archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          onSelect={() => setStatus([bundle], archived ? "active" : "archived")}
        >
          {t(archived ? "restore" : "archive")}
        </MenuItem>
      )}
    </>
  );
}

type BulkKind = "activate_bundles" | "archive_bundles";
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
