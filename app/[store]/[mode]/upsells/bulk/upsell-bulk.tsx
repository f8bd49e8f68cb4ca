"use client";

import { Copy, Pause, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { type BulkKind, type ListFilter, useUpsellChanges } from "../use-upsell-changes";

const BulkConfirm = lazyPart(() => import("./bulk-confirm"));

type Props = {
  offers: readonly Upsell[];
  filter: ListFilter | null;
  onDone: () => void;
};

const kinds = [
  { kind: "enable_upsells", label: "enable", icon: <Play aria-hidden /> },
  { kind: "disable_upsells", label: "disable", icon: <Pause aria-hidden /> },
  { kind: "duplicate_upsells", label: "duplicate", icon: <Copy aria-hidden /> },
  { kind: "delete_upsells", label: "delete", icon: <Trash2 aria-hidden /> },
] as const;

export default function UpsellBulkActions({ offers, filter, onDone }: Props) {
  const t = useTranslations("upsells.actions");
  const changes = useUpsellChanges();
  const [asking, setAsking] = useState<BulkKind | null>(null);
  const act = async (kind: BulkKind) => {
    if (filter) return setAsking(kind);
    if (kind === "enable_upsells") await changes.setStatus(offers, "active");
    else if (kind === "disable_upsells") await changes.setStatus(offers, "inactive");
    else if (kind === "duplicate_upsells") await changes.duplicate(offers);
    else await changes.remove(offers);
    onDone();
  };
  return (
    <>
      {kinds.map(({ kind, label, icon }) => (
        <Button
          key={kind}
          size="sm"
          icon={icon}
          variant={kind === "delete_upsells" ? "danger" : "secondary"}
          onClick={() => act(kind)}
        >
          {t(label)}
        </Button>
      ))}
      {asking && filter && (
        <Suspense>
          <BulkConfirm kind={asking} filter={filter} onClose={() => setAsking(null)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
