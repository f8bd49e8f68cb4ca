"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { StatusLook } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";

const tones: Record<(typeof affiliateStatuses)[number], Omit<StatusLook, "label">> = {
  pending: { tone: "warning", hollow: true },
  active: { tone: "success" },
  rejected: { tone: "danger", hollow: true },
  inactive: { tone: "neutral", hollow: true },
  suspended: { tone: "danger" },
};

const isKnown = (status: string): status is keyof typeof tones =>
  (affiliateStatuses as readonly string[]).includes(status);

/** An unknown status is shown in readable words. */
export function useAffiliateStatuses(): (status: string) => StatusLook {
  const t = useTranslations("shell.affiliateStatuses");
  return useCallback(
    (status) => (isKnown(status) ? { label: t(status), ...tones[status] } : unknownStatus(status)),
    [t],
  );
}
