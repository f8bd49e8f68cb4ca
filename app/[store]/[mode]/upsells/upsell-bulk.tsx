"use client";

import { Copy, Pause, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { BulkActions } from "@/components/lists/bulk-actions";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { type ListFilter, useUpsellChanges } from "./use-upsell-changes";
import { useUpsellWords } from "./words";

type Props = { upsells: readonly Upsell[]; filter: ListFilter | null; onDone: () => void };

export default function UpsellBulkActions({ upsells, filter, onDone }: Props) {
  const t = useTranslations("upsells");
  const words = useUpsellWords();
  const changes = useUpsellChanges();
  const { search, status } = filter ?? {};
  const parts = [
    ...(search ? [t("bulk.search", { text: search })] : []),
    ...(status ? [t("bulk.status", { status: words.status(status).label })] : []),
  ];
  return (
    <BulkActions
      actions={[
        {
          kind: "enable_upsells",
          label: t("actions.enable"),
          icon: <Play aria-hidden />,
          run: () => changes.setStatus(upsells, "active"),
        },
        {
          kind: "disable_upsells",
          label: t("actions.disable"),
          icon: <Pause aria-hidden />,
          run: () => changes.setStatus(upsells, "inactive"),
        },
        {
          kind: "duplicate_upsells",
          label: t("actions.duplicate"),
          icon: <Copy aria-hidden />,
          run: () => changes.duplicate(upsells),
        },
        {
          kind: "delete_upsells",
          label: t("actions.delete"),
          icon: <Trash2 aria-hidden />,
          forGood: true,
          run: () => changes.remove(upsells),
        },
      ]}
      matching={filter && { filter, parts }}
      title={(kind, matching) => t(`bulk.titles.${kind}`, matching)}
      confirmLabel={(kind, matching) => t(`bulk.acts.${kind}`, matching)}
      startJob={(kind, count) => changes.startJob(kind, { filter: filter ?? {} }, count)}
      onDone={onDone}
    />
  );
}
