"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, ChartLine, Copy, Eye, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChanges, useMayUpdate } from "@/components/lists/use-changes";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { nameOf } from "./to-draft";

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

type Status = (typeof linkStatuses)[number];

export function useLinkChanges() {
  const t = useTranslations("links");
  const { affiliate } = useDesk();
  const { mutateAsync: update } = useMutation(affiliate.links.update.mutation());
  const changes = useChanges();

  async function copy({ url = "", ...link }: Link): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t("copied", { name: nameOf(link) }));
    } catch {
      // Browsers block the clipboard on plain-http pages from another machine, so the address is shown for copying.
      toast.info(url);
    }
  }

  const setStatus = (link: Link, status: Status) =>
    changes.setStatus({
      rows: [link],
      status,
      write: (id, status) =>
        update({ params: { id }, body: { status: status === "disabled" ? "disabled" : "active" } }),
      changed: () => t(`changed.${status}`, { name: nameOf(link) }),
      undone: t("undone"),
    });

  async function remove(links: readonly Link[]): Promise<void> {
    const writes = links.map((link) => ({ id: link.id, label: nameOf(link).slice(0, 200) }));
    await changes.delayChanges({ api: "affiliate", resource: "links", operation: "delete", writes });
  }

  return { copy, setStatus, remove };
}
