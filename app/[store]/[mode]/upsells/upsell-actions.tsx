"use client";

import { Copy, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellChanges } from "./use-upsell-changes";

/** The items of a row's menu. */
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
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate(offer)}>
        {t("duplicate")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => changes.remove([offer])}>
        {t("delete")}
      </MenuItem>
    </>
  );
}

export function UpsellBulkActions({ offers, onDone }: { offers: readonly Upsell[]; onDone: () => void }) {
  const t = useTranslations("upsells.actions");
  const changes = useUpsellChanges();
  return (
    <>
      <Button size="sm" icon={<Play aria-hidden />} onClick={() => changes.setStatus(offers, "active").then(onDone)}>
        {t("enable")}
      </Button>
      <Button size="sm" icon={<Pause aria-hidden />} onClick={() => changes.setStatus(offers, "inactive").then(onDone)}>
        {t("disable")}
      </Button>
      <Button
        size="sm"
        variant="danger"
        icon={<Trash2 aria-hidden />}
        onClick={() => {
          changes.remove(offers);
          onDone();
        }}
      >
        {t("delete")}
      </Button>
    </>
  );
}
