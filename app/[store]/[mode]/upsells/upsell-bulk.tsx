"use client";

import { Copy, Pause, Play, Rocket, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BulkActions } from "@/components/lists/bulk-actions";
import { Button } from "@/components/ui/button";
import type { Filter } from "@/components/ui/filter-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import type { UpsellFilter } from "./filters";
import { useUpsellChanges } from "./upsell-actions";

const PromoteDialog = lazyPart(() => import("./promote/promote-dialog"));

const icons = {
  enable: <Play aria-hidden />,
  disable: <Pause aria-hidden />,
  duplicate: <Copy aria-hidden />,
  delete: <Trash2 aria-hidden />,
};

type Props = {
  upsells: readonly Upsell[];
  /** The filter of the list, if every matching offer is selected. */
  filter: UpsellFilter | null;
  filters: readonly Filter[];
  onDone: () => void;
};

export default function UpsellBulkActions({ upsells, filter, filters, onDone }: Props) {
  const t = useTranslations("upsells");
  const changes = useUpsellChanges();
  const { mode } = useDesk();
  const [promoting, setPromoting] = useState(false);
  const parts = [
    ...(filter?.search ? [t("bulk.search", { text: filter.search })] : []),
    ...filters.flatMap((one) => (one.summary ? [t("bulk.filter", { name: one.label, value: one.summary })] : [])),
  ];
  const runs = {
    enable: () => changes.setStatus(upsells, "active"),
    disable: () => changes.setStatus(upsells, "inactive"),
    duplicate: () => changes.duplicate(upsells),
    delete: () => changes.remove(upsells),
  };
  return (
    <>
      <BulkActions
        actions={(["enable", "disable", "duplicate", "delete"] as const).map((name) => ({
          kind: `${name}_upsells` as const,
          label: t(`actions.${name}`),
          icon: icons[name],
          forGood: name === "delete",
          run: runs[name],
        }))}
        matching={filter && { filter, parts }}
        title={(kind, matching) => t(`bulk.titles.${kind}`, matching)}
        confirmLabel={(kind, matching) => t(`bulk.acts.${kind}`, matching)}
        startJob={(kind, count) => changes.startJob(kind, { filter: filter ?? {} }, count)}
        onDone={onDone}
      />
      {mode === "sandbox" && !filter && (
        <Button size="sm" icon={<Rocket aria-hidden />} onClick={() => setPromoting(true)}>
          {t("actions.promote")}
        </Button>
      )}
      {promoting && <PromoteDialog upsells={upsells} onClose={() => setPromoting(false)} />}
    </>
  );
}
