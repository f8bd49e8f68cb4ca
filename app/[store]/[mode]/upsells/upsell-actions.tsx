"use client";

import { Copy, Pause, Pencil, Play, Rocket, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellChanges } from "./use-upsell-changes";

type Props = { upsell: Upsell; onPage?: { onDeleted: () => void; onPromote: () => void } };

export function UpsellActions({ upsell, onPage }: Props) {
  const t = useTranslations("upsells.actions");
  const { base, mode } = useDesk();
  const changes = useUpsellChanges();
  const active = upsell.status === "active";
  return (
    <>
      {!onPage && (
        <MenuItem icon={<Pencil aria-hidden />} href={`${base}/upsells/${encodeURIComponent(upsell.id)}`}>
          {t("edit")}
        </MenuItem>
      )}
      <MenuItem
        icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setStatus([upsell], active ? "inactive" : "active")}
      >
        {t(active ? "disable" : "enable")}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate([upsell])}>
        {t("duplicate")}
      </MenuItem>
      {onPage && mode === "sandbox" && (
        <MenuItem icon={<Rocket aria-hidden />} onSelect={onPage.onPromote}>
          {t("promote")}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onSelect={() => {
          changes.remove([upsell]);
          onPage?.onDeleted();
        }}
      >
        {t("delete")}
      </MenuItem>
    </>
  );
}
