"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { stepIcons } from "./affiliate-actions";
import { stepsFrom, useAffiliateChanges } from "./use-affiliate-changes";

const shown = ["approve", "reject", "activate", "deactivate"] as const;

/** A status change is offered if at least one selected affiliate can take it, and applied only to those who can. */
export default function AffiliateBulkActions({ chosen, onDone }: { chosen: readonly Affiliate[]; onDone: () => void }) {
  const t = useTranslations("affiliates.actions");
  const changes = useAffiliateChanges();
  return shown.map((step) => {
    const able = chosen.filter(({ status }) => stepsFrom(status).includes(step));
    if (able.length === 0) return null;
    return (
      <Button
        key={step}
        size="sm"
        icon={stepIcons[step]}
        onClick={async () => {
          if (await changes.take(step, able)) onDone();
        }}
      >
        {able.length === chosen.length ? t(step) : t("some", { step: t(step), count: able.length })}
      </Button>
    );
  });
}
