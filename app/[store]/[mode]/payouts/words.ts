"use client";

import { useTranslations } from "next-intl";
import type { Tone } from "@/components/ui/badge";
import { payoutStatuses } from "@/lib/contract/affiliate/payout-words";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";

type Look = { tone: Tone; hollow?: boolean };
type Status = (typeof payoutStatuses)[number];

const statusLooks: Record<Status, Look> = {
  pending: { tone: "warning", hollow: true },
  processing: { tone: "info" },
  paid: { tone: "success" },
  failed: { tone: "danger" },
  cancelled: { tone: "neutral", hollow: true },
};
const stateLooks: Record<PayoutEntry["state"], Look> = {
  waiting: { tone: "info", hollow: true },
  sending: { tone: "info" },
  unknown: { tone: "danger" },
  made: { tone: "success" },
  failed: { tone: "danger", hollow: true },
  cancelled: { tone: "neutral", hollow: true },
  returned: { tone: "warning", hollow: true },
};

const isKnown = (status: string): status is Status => (payoutStatuses as readonly string[]).includes(status);

export function usePayoutWords() {
  const t = useTranslations("payouts");
  return {
    /** One that only the API knows is shown as it came. */
    status: (status: string): Look & { label: string } =>
      isKnown(status) ? { label: t(`statuses.${status}`), ...statusLooks[status] } : { label: status, tone: "neutral" },
    state: (state: PayoutEntry["state"]) => ({ label: t(`states.${state}`), ...stateLooks[state] }),
    method: (method: string) =>
      t.has(`methods.${method as "paypal"}`) ? t(`methods.${method as "paypal"}`) : method.replaceAll("_", " "),
  };
}
