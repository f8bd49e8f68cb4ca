"use client";

import { Ban, ChartLine, Copy, Eye, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMayUpdate } from "@/components/lists/use-changes";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { useLinkChanges } from "./use-link-changes";

export function LinkActions({ link, onGone }: { link: Link; onGone?: () => void }) {
  const t = useTranslations("links.actions");
  const { base, can } = useDesk();
  const mayChange = useMayUpdate("affiliate", "links");
  const changes = useLinkChanges();
  const active = link.status !== "disabled";
  const id = encodeURIComponent(link.id);
  return (
    <>
      {!onGone && (
        <MenuItem icon={mayChange ? <Pencil aria-hidden /> : <Eye aria-hidden />} href={`${base}/links/${id}`}>
          {t(mayChange ? "edit" : "open")}
        </MenuItem>
      )}
      {link.url !== undefined && (
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.copy(link)}>
          {t("copy")}
        </MenuItem>
      )}
      {can("affiliate", "analytics", "clicks") && (
        <MenuItem icon={<ChartLine aria-hidden />} href={`${base}/affiliate-analytics?report=clicks&link=${id}`}>
          {t("clicks")}
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem
          icon={active ? <Ban aria-hidden /> : <Play aria-hidden />}
          onSelect={() => changes.setStatus(link, active ? "disabled" : "active")}
        >
          {t(active ? "disable" : "enable")}
        </MenuItem>
      )}
      {can("affiliate", "links", "delete") && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden />}
            tone="danger"
            onSelect={() => {
              changes.remove([link]);
              onGone?.();
            }}
          >
            {t("delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}
