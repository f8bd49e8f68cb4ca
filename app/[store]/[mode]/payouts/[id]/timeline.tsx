"use client";

import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Timeline, TimelineEntry } from "@/components/timeline";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { noonOf, paidAtOf } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";
import type { TextKey } from "@/lib/contract/errors";

type Words = ReturnType<typeof useTranslations<"payouts.timeline">>;
export type TimelineStep = {
  what: Parameters<Words>[0];
  at: string | null;
  by?: string | null;
  detail?: string | null;
  message?: string | null;
  messageKey?: TextKey | null | undefined;
  count?: number;
};

export function stepsOfEntry(entry: PayoutEntry): TimelineStep[] {
  const { state, created_at, created_by, sent_at, attempts, believe_at, settled_at, settled_by } = entry;
  const steps: TimelineStep[] = [{ what: "asked", at: created_at, by: created_by }];
  if (sent_at) steps.push({ what: "sent", at: sent_at, count: attempts });
  if (state === "unknown" && believe_at) steps.push({ what: "believe", at: believe_at });
  if (settled_at) {
    const { settle_reason: detail, message, message_key: messageKey } = entry;
    const what = settled_by ? "settled" : "concluded";
    steps.push({ what, at: settled_at, by: settled_by, ...(detail ? { detail } : { message, messageKey }) });
  }
  return steps;
}

export function stepsOfPayout(payout: Payout, entry: PayoutEntry | null): TimelineStep[] {
  const { status, created_at: createdAt, failure_reason: message, failure_reason_key: messageKey } = payout;
  const paidAt = entry?.paid_on
    ? noonOf(entry.paid_on)
    : ((payout.returned_at ? payout.paid_at : paidAtOf(payout)) ?? null);
  const steps = entry ? stepsOfEntry(entry) : [];
  if (createdAt) steps.push({ what: "created", at: createdAt });
  if (payout.returned_at) steps.push({ what: "returned", at: payout.returned_at, message, messageKey });
  else if (status === "failed" || status === "cancelled" || status === "processing") {
    steps.push({ what: status, at: null, message, messageKey });
  }
  if (paidAt || status === "paid") steps.push({ what: "paid", at: paidAt });
  return steps.sort((a, b) => (a.at === null ? 1 : b.at === null ? -1 : Date.parse(a.at) - Date.parse(b.at)));
}

export function PayoutTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useTranslations("payouts.timeline");
  const said = useSaid();
  return (
    <Panel title={t("title")}>
      {steps.length === 0 && <p className="text-muted">{t("nothing")}</p>}
      <Timeline>
        {steps.map(
          ({ what, at, by, message, messageKey, detail = message && said(message, messageKey), count = 0 }) => (
            <TimelineEntry
              key={what}
              title={t(what, { name: by ?? "", count })}
              time={at && <Moment at={at} precise />}
              details={detail ? [detail] : []}
            />
          ),
        )}
      </Timeline>
    </Panel>
  );
}
