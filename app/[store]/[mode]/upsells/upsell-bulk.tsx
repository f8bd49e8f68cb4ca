"use client";

import { Pause, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellChanges } from "./use-upsell-changes";

export default function UpsellBulkActions({ offers, onDone }: { offers: readonly Upsell[]; onDone: () => void }) {
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
