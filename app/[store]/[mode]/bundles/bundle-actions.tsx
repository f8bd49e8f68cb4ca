"use client";

import { Archive, ArchiveRestore, Copy, Eye, Pencil, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMayUpdate } from "@/components/lists/use-changes";
import { MenuItem } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { useBundleChanges } from "./use-bundle-changes";

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
