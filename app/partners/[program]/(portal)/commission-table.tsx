"use client";

import { useTranslations } from "next-intl";
import { Look, type Tone } from "@/components/ui/badge";
import { RowsTable } from "@/components/ui/rows-table";
import { shownStatus } from "@/lib/contract/affiliate/payout-words";
import type { PartnerCommission, PartnerPayout } from "@/lib/contract/partner/money";
import { type CommissionState, dayOfPayout, type PayoutState } from "@/lib/contract/partner/words";
import type * as messages from "@/lib/i18n/messages/en";
import { usePortal } from "../portal";

const tones: Record<CommissionState | PayoutState, Tone> = {
  in_review: "info",
  approved: "success",
  paying: "accent",
  on_its_way: "accent",
  paid: "neutral",
  rejected: "danger",
  failed: "danger",
  cancelled: "neutral",
};

type Texts = (typeof messages)["partners"]["earnings"];

export function CommissionTable({ caption, rows }: { caption: string; rows: readonly PartnerCommission[] }) {
  const t = useTranslations("partners.earnings");
  const { format, money } = usePortal();
  const isType = (type: string): type is keyof Texts["types"] => t.has(`types.${type}` as "types.sale");
  const isAhead = (at: string | null): at is string => at !== null && Date.parse(at) > Date.now();
  return (
    <RowsTable
      cards
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "type",
          label: t("type"),
          cell: ({ type, at }) => (
            <>
              {isType(type) ? t(`types.${type}`) : type}{" "}
              <span className="whitespace-nowrap text-muted sm:block">{at && format.date(at)}</span>
            </>
          ),
        },
        {
          id: "sale",
          label: t("sale"),
          align: "end",
          cell: ({ sale, currency }) => (sale === null ? "—" : money(sale, currency)),
        },
        {
          id: "state",
          label: t("state"),
          cell: ({ state, clears_at, reason }) => (
            <>
              <Look label={t(`states.${state}`)} tone={tones[state]} />
              {state === "rejected" && (
                <span className="block text-xs text-muted">{t(`reasons.${(reason ?? "other") as "other"}`)}</span>
              )}
              {(state === "in_review" || state === "approved") && isAhead(clears_at) && (
                <span className="block text-xs text-muted">{t("clears", { date: format.date(clears_at) })}</span>
              )}
            </>
          ),
        },
        {
          id: "amount",
          label: t("amount"),
          align: "end",
          cell: ({ amount, currency, state }) => (
            <span className={state === "rejected" ? "text-muted line-through" : undefined}>
              {amount === null ? "—" : money(amount, currency)}
            </span>
          ),
        },
      ]}
    />
  );
}

export function PayoutTable({ caption, rows }: { caption: string; rows: readonly PartnerPayout[] }) {
  const t = useTranslations("partners.earnings");
  const { format, money } = usePortal();
  return (
    <RowsTable
      cards
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: "date", label: t("date"), cell: (row) => (dayOfPayout(row) ? format.date(dayOfPayout(row) ?? "") : "—") },
        {
          id: "state",
          label: t("state"),
          cell: ({ state, failure, returned_at }) => (
            <>
              <Look label={t(`payoutStates.${shownStatus(state, returned_at)}`)} tone={tones[state]} />
              {failure && <span className="block text-xs text-muted">{failure}</span>}
            </>
          ),
        },
        { id: "reference", label: t("reference"), cell: ({ reference }) => reference ?? "—" },
        {
          id: "amount",
          label: t("payoutAmount"),
          align: "end",
          cell: ({ amount, currency }) => (amount === null ? "—" : money(amount, currency)),
        },
      ]}
    />
  );
}
