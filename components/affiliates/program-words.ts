"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Looks, lookOf } from "@/components/unknown-status";
import { commissionTypes } from "@/lib/contract/affiliate/commission-words";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { payoutStatuses } from "@/lib/contract/affiliate/payout-words";
import { isOneOf } from "@/lib/is-one-of";

const payouts: Looks<(typeof payoutStatuses)[number]> = {
  pending: { tone: "warning", hollow: true },
  processing: { tone: "info" },
  paid: { tone: "success" },
  failed: { tone: "danger" },
  cancelled: { tone: "neutral", hollow: true },
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
      payoutStatus: (status: string) => lookOf(payouts, status, (known) => t(`payoutStatuses.${known}`)),
      linkStatus: (status: string) => lookOf(links, status, (known) => t(`linkStatuses.${known}`)),
      commissionType: (type: string) => (isOneOf(commissionTypes, type) ? t(`commissionTypes.${type}`) : type),
    }),
    [t],
  );
}
