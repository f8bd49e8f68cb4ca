"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { StatusLook } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { commissionTypes } from "@/lib/contract/affiliate/commission-words";
import { linkStatuses } from "@/lib/contract/affiliate/link-words";
import { payoutStatuses } from "@/lib/contract/affiliate/payout-words";

type Looks<Word extends string> = Record<Word, Omit<StatusLook, "label">>;

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

const oneOf = <W extends string>(words: readonly W[], word: string): word is W => words.includes(word as W);

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useProgramWords() {
  const t = useTranslations("program");
  return useMemo(
    () => ({
      payoutMethod: (method: string) => (oneOf(methods, method) ? t(`payoutMethods.${method}`) : method),
      payoutStatus: (status: string): StatusLook =>
        oneOf(payoutStatuses, status)
          ? { label: t(`payoutStatuses.${status}`), ...payouts[status] }
          : unknownStatus(status),
      linkStatus: (status: string): StatusLook =>
        oneOf(linkStatuses, status) ? { label: t(`linkStatuses.${status}`), ...links[status] } : unknownStatus(status),
      commissionType: (type: string) => (oneOf(commissionTypes, type) ? t(`commissionTypes.${type}`) : type),
    }),
    [t],
  );
}
