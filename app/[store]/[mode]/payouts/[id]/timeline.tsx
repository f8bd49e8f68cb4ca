"use client";

import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";

export type Step = {
  what:
    | "asked"
    | "sent"
    | "believe"
    | "settled"
    | "concluded"
    | "created"
    | "paid"
    | "failed"
    | "cancelled"
    | "processing";
  at: string | null;
  by?: string | null;
  /** In the words of a person or of the API. */
  detail?: string | null;
  /** In the words of the server, which are translated. */
  message?: string | null;
  count?: number;
};

export function entryMoments(entry: PayoutEntry): Step[] {
  const { state, created_at, created_by, sent_at, attempts, believe_at, settled_at, settled_by } = entry;
  return [
    { what: "asked", at: created_at, by: created_by },
    ...(sent_at ? [{ what: "sent" as const, at: sent_at, count: attempts }] : []),
    ...(state === "unknown" && believe_at ? [{ what: "believe" as const, at: believe_at }] : []),
    ...(settled_at
      ? [
          {
            what: settled_by ? ("settled" as const) : ("concluded" as const),
            at: settled_at,
            by: settled_by,
            ...(entry.settle_reason ? { detail: entry.settle_reason } : { message: entry.message }),
          },
        ]
      : []),
  ];
}

export function payoutMoments(payout: Payout, entry: PayoutEntry | null): Step[] {
  const { status, paid_at: paidAt, created_at: createdAt, failure_reason: reason } = payout;
  const over: Step["what"] | null =
    status === "failed" || status === "cancelled" || status === "processing" ? status : null;
  const moments: Step[] = [
    ...(entry ? entryMoments(entry) : []),
    ...(createdAt ? [{ what: "created" as const, at: createdAt }] : []),
    ...(over ? [{ what: over, at: null, detail: reason ?? null }] : []),
    ...(paidAt || status === "paid" ? [{ what: "paid" as const, at: paidAt ?? null }] : []),
  ];
  return moments.sort((a, b) => (a.at === null ? 1 : b.at === null ? -1 : Date.parse(a.at) - Date.parse(b.at)));
}

export function Timeline({ moments }: { moments: readonly Step[] }) {
  const t = useTranslations("payouts.timeline");
  const said = useSaid();
  return (
    <Panel title={t("title")}>
      {moments.length === 0 && <p className="text-muted">{t("nothing")}</p>}
      <ol className="ms-1 grid border-s border-line ps-5">
        {moments.map(({ what, at, by, message, detail = message && said(message), count = 0 }) => (
          <li key={what} className="relative grid gap-0.5 pb-4 last:pb-0">
            <span
              aria-hidden
              className="absolute -start-5 top-1.5 size-2 -translate-x-1/2 rounded-full rtl:translate-x-1/2 bg-accent ring-4 ring-surface"
            />
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{t(what, { name: by ?? "", count })}</span>
              {at && <Moment at={at} precise className="text-sm text-muted" />}
            </div>
            {detail && <p className="text-sm text-muted wrap-anywhere">{detail}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
