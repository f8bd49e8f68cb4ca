"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import type { StatusLook } from "@/components/ui/badge";
import { type Looks, lookOf } from "@/components/unknown-status";
import {
  type affiliateStatuses,
  type attributedOrderStatuses,
  attributionMethods,
} from "@/lib/contract/affiliate/affiliate-words";
import { type commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import { type payoutStatuses, shownStatus } from "@/lib/contract/affiliate/payout-words";
import { isOneOf } from "@/lib/word-format";

const payouts: Looks<(typeof payoutStatuses)[number] | "returned"> = {
  pending: { tone: "warning", hollow: true },
  processing: { tone: "info" },
  paid: { tone: "success" },
  failed: { tone: "danger" },
  cancelled: { tone: "neutral", hollow: true },
  returned: { tone: "danger" },
};
const links: Looks<(typeof linkStatuses)[number]> = {
  active: { tone: "success" },
  disabled: { tone: "neutral", hollow: true },
};
const methods = ["paypal", "wise", "bank_transfer"] as const;

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useProgramWords() {
  const t = useTranslations("program");
  return useMemo(
    () => ({
      payoutMethod: (method: string) => (isOneOf(methods, method) ? t(`payoutMethods.${method}`) : method),
      payoutStatus: (status: string, returnedAt?: string | null) =>
        lookOf(payouts, shownStatus(status, returnedAt), (known) => t(`payoutStatuses.${known}`)),
      linkStatus: (status: string) => lookOf(links, status, (known) => t(`linkStatuses.${known}`)),
      commissionType: (type: string) => (isOneOf(commissionTypes, type) ? t(`commissionTypes.${type}`) : type),
    }),
    [t],
  );
}

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
