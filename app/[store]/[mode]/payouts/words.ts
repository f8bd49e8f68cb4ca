"use client";

import { useTranslations } from "next-intl";
import { useProgramWords } from "@/components/affiliates/program-words";
import type { StatusLook } from "@/components/ui/badge";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";

const stateLooks: Record<PayoutEntry["state"], Omit<StatusLook, "label">> = {
  waiting: { tone: "info", hollow: true },
  sending: { tone: "info" },
  unknown: { tone: "danger" },
  made: { tone: "success" },
  failed: { tone: "danger", hollow: true },
  cancelled: { tone: "neutral", hollow: true },
  returned: { tone: "warning", hollow: true },
};

export function usePayoutWords() {
  const t = useTranslations("payouts");
  const { payoutMethod: method, payoutStatus: status } = useProgramWords();
  return {
    status,
    method,
    state: ({ state, payout_status, for_bank }: Pick<PayoutEntry, "state" | "payout_status" | "for_bank">) =>
      state === "made" && payout_status === "pending"
        ? { label: t(for_bank ? "forBank" : "recorded"), tone: "info" as const }
        : { label: t(`states.${state}`), ...stateLooks[state] },
  };
}
