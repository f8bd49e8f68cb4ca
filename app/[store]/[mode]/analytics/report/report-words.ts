"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { humanize, isOneOf } from "@/lib/word-format";

const known = [
  "upsell_name",
  "upsell_id",
  "bundle_name",
  "bundle_id",
  "bundle_type",
  "source",
  "step",
  "date",
  "shown",
  "accepted",
  "declined",
  "acceptance_rate",
  "revenue",
  "purchases",
  "savings",
  "share",
  "upsells",
  "bundles",
  "subscriptions",
  "other",
  "total",
  "total_revenue",
  "service_revenue",
  "visits",
  "offers_shown",
  "offers_accepted",
  "orders_with_upsells",
  "orders",
  "orders_per_visit",
  "fixed",
  "mix_match",
  "build_a_box",
] as const;

/** Names of known columns, steps and sources are translated; those of another API are shown as they come. */
export function useWords(): (name: string) => string {
  const t = useTranslations("analytics.words");
  return useCallback((name) => (isOneOf(known, name) ? t(name) : name.split(".").map(humanize).join(" › ")), [t]);
}
