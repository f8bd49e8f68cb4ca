"use client";

import { Copy, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellChanges } from "./use-upsell-changes";

export function UpsellRowActions({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.actions");
  const { base } = useDesk();
  const changes = useUpsellChanges();
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} href={`${base}/upsells/${encodeURIComponent(offer.id)}`}>
        {t("edit")}
      </MenuItem>
      <MenuItem
        icon={offer.status === "active" ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setStatus([offer], offer.status === "active" ? "inactive" : "active")}
      >
        {t(offer.status === "active" ? "disable" : "enable")}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate([offer])}>
        {t("duplicate")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => changes.remove([offer])}>
        {t("delete")}
      </MenuItem>
    </>
  );
}
