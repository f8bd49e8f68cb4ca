"use client";

import { Ban, Check, CirclePause, ExternalLink, Play, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { type StatusStep, stepsFrom, useAffiliateChanges } from "./use-affiliate-changes";

const DeleteDialog = lazyPart(() => import("./delete-dialog"));

export const stepIcons: Record<StatusStep, ReactNode> = {
  approve: <Check aria-hidden />,
  reject: <X aria-hidden />,
  activate: <Play aria-hidden />,
  deactivate: <CirclePause aria-hidden />,
  suspend: <Ban aria-hidden />,
};

export function AffiliateSteps({ one, onDelete }: { one: Affiliate; onDelete: () => void }) {
  const t = useTranslations("affiliates.actions");
  const changes = useAffiliateChanges();
  return (
    <>
      {stepsFrom(one.status).map((step) => (
        <MenuItem key={step} icon={stepIcons[step]} onSelect={() => changes.take(step, [one])}>
          {t(step)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={onDelete}>
        {t("delete")}
      </MenuItem>
    </>
  );
}

export function AffiliateRowActions({ one, onDelete }: { one: Affiliate; onDelete: (one: Affiliate) => void }) {
  const t = useTranslations("affiliates.actions");
  const { base } = useDesk();
  return (
    <>
      <MenuItem icon={<ExternalLink aria-hidden />} href={`${base}/affiliates/${encodeURIComponent(one.id)}`}>
        {t("open")}
      </MenuItem>
      <AffiliateSteps one={one} onDelete={() => onDelete(one)} />
    </>
  );
}

/** The delete dialog belongs to the page, because the menu closes when an item is selected. */
export function useDeleteDialog(onDeleted?: () => void) {
  const [one, setOne] = useState<Affiliate | null>(null);
  const dialog = one && <DeleteDialog one={one} onClose={() => setOne(null)} {...(onDeleted && { onDeleted })} />;
  return { ask: setOne, dialog };
}
