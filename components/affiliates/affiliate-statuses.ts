"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { StatusLook } from "@/components/ui/badge";
import { type Looks, lookOf } from "@/components/unknown-status";
import type { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";

const looks: Looks<(typeof affiliateStatuses)[number]> = {
  pending: { tone: "warning", hollow: true },
  active: { tone: "success" },
  rejected: { tone: "danger", hollow: true },
  inactive: { tone: "neutral", hollow: true },
  suspended: { tone: "danger" },
};

export function useAffiliateStatuses(): (status: string) => StatusLook {
  const t = useTranslations("shell.affiliateStatuses");
  return useCallback((status) => lookOf(looks, status, (known) => t(known)), [t]);
}
