"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { ViewsMenu } from "@/components/lists/views-menu";
import { type Filter, FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, sinceFilter } from "@/components/ui/filters";
import { useDesk } from "@/lib/api/desk";
import { commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";
import type { QueueFilters } from "../filters";

type Change = Partial<Record<"affiliate" | "from", string | null>> & {
  type?: QueueFilters["type"] | null;
  status?: QueueFilters["status"] | null;
  flagged?: QueueFilters["flagged"] | null;
};
type Props = { filters: QueueFilters; onChange: (change: Change) => void; actions: ReactNode };

/** Only filters that the API applies are offered, because filtering one page would be wrong for all others. */
export function QueueFilterBar({ filters, onChange, actions }: Props) {
  const { extensions } = useDesk();
  const ours = useOurFilters({ filters, onChange });
  const t = useTranslations("commissions");
  const { format } = useDesk();
  const { status, from } = filters;
  return (
    <FilterBar
      views={<ViewsMenu screen="commissions" />}
      actions={actions}
      filters={[
        choiceFilter({
          id: "status",
          label: t("filters.status"),
          options: commissionStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          value: status === "all" ? null : status,
          onChange: (value) => onChange({ status: (value as QueueFilters["status"] | null) ?? "all" }),
        }),
        ...(extensions.affiliate ? ours : []),
        sinceFilter({
          id: "from",
          label: t("filters.from"),
          value: from || null,
          summary: from ? format.day(from) : null,
          onChange: (value) => onChange({ from: value }),
        }),
      ]}
    />
  );
}

function useOurFilters({ filters, onChange }: Pick<Props, "filters" | "onChange">): Filter[] {
  const t = useTranslations("commissions");
  const { commissionType: typeOf } = useProgramWords();
  const { affiliate, flagged, type } = filters;
  const names = useAffiliateNames([affiliate]);
  return [
    affiliateFilter({
      label: t("filters.affiliate"),
      value: affiliate,
      name: names.get(affiliate)?.name,
      onChange: (id) => onChange({ affiliate: id || null }),
    }),
    choiceFilter({
      id: "flagged",
      label: t("filters.flagged"),
      options: [
        { value: "true", label: t("filters.flaggedYes") },
        { value: "false", label: t("filters.flaggedNo") },
      ],
      value: flagged,
      onChange: (value) => onChange({ flagged: value as QueueFilters["flagged"] | null }),
    }),
    choiceFilter({
      id: "type",
      label: t("filters.type"),
      options: commissionTypes.map((value) => ({ value, label: typeOf(value) })),
      value: type,
      onChange: (value) => onChange({ type: value as QueueFilters["type"] | null }),
    }),
  ];
}
