"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { StatusLook } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { attributedOrderStatuses, attributionMethods } from "@/lib/contract/affiliate/affiliate-words";

const oneOf = <W extends string>(words: readonly W[], word: string): word is W => words.includes(word as W);

const reviews = { pending: "warning", approved: "success", rejected: "danger" } as const;
const orders = { paid: "success", partially_refunded: "warning", refunded: "danger", cancelled: "neutral" } as const;
const types = ["sale", "bonus", "adjustment", "clawback"] as const;

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useAttributionWords() {
  const t = useTranslations("attribution");
  return useMemo(
    () => ({
      by: (method: string) => (oneOf(attributionMethods, method) ? t(`by.${method}`) : t("by.other", { method })),
      method: (method: string) => (oneOf(attributionMethods, method) ? t(`methods.${method}`) : method),
      type: (type: string) => (oneOf(types, type) ? t(`types.${type}`) : type),
      commission: (status: string): StatusLook =>
        status in reviews
          ? {
              label: t(`commissions.${status as keyof typeof reviews}`),
              tone: reviews[status as keyof typeof reviews],
              hollow: status !== "approved",
            }
          : unknownStatus(status),
      order: (status: string): StatusLook =>
        oneOf(attributedOrderStatuses, status)
          ? { label: t(`orders.${status}`), tone: orders[status], hollow: status === "cancelled" }
          : unknownStatus(status),
    }),
    [t],
  );
}
