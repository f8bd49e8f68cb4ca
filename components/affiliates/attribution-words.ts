"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Looks, lookOf } from "@/components/unknown-status";
import { type attributedOrderStatuses, attributionMethods } from "@/lib/contract/affiliate/affiliate-words";
import { type commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";
import { isOneOf } from "@/lib/is-one-of";

const commissions: Looks<(typeof commissionStatuses)[number]> = {
  pending: { tone: "warning", hollow: true },
  approved: { tone: "success" },
  rejected: { tone: "danger", hollow: true },
};
const orders: Looks<(typeof attributedOrderStatuses)[number]> = {
  paid: { tone: "success" },
  partially_refunded: { tone: "warning" },
  refunded: { tone: "danger" },
  cancelled: { tone: "neutral", hollow: true },
};

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useAttributionWords() {
  const t = useTranslations("attribution");
  return useMemo(
    () => ({
      by: (method: string) => (isOneOf(attributionMethods, method) ? t(`by.${method}`) : t("by.other", { method })),
      method: (method: string) => (isOneOf(attributionMethods, method) ? t(`methods.${method}`) : method),
      type: (type: string) => (isOneOf(commissionTypes, type) ? t(`types.${type}`) : type),
      commission: (status: string) => lookOf(commissions, status, (known) => t(`commissions.${known}`)),
      order: (status: string) => lookOf(orders, status, (known) => t(`orders.${known}`)),
    }),
    [t],
  );
}
