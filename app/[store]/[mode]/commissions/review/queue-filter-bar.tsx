"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import type { useListAddress } from "@/components/lists/use-list-address";
import { ViewsMenu } from "@/components/lists/views-menu";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { useDesk } from "@/lib/api/desk";
import { commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";
import type { QueueFilters, queueFilters } from "../filters";
import { useCommissionWords } from "../words";

type Props = { address: ReturnType<typeof useListAddress<typeof queueFilters>>; actions: ReactNode };

/** Only filters that the API applies are offered, because filtering one page would be wrong for all others. */
export function QueueFilterBar({ address: { filters, narrow, choice, since }, actions }: Props) {
  const t = useTranslations("commissions.filters");
  const { extensions, format } = useDesk();
  const words = useCommissionWords();
  const names = useAffiliateNames([filters.affiliate]);
  const { status } = filters;
  const ours = [
    affiliateFilter({
      label: t("affiliate"),
      value: filters.affiliate,
      names,
      onChange: (affiliate) => narrow({ affiliate }),
    }),
    choice("flagged", t("flagged"), ["true", "false"], (flagged) => t(flagged === "true" ? "flaggedYes" : "flaggedNo")),
    choice("type", t("type"), commissionTypes, words.type),
  ];
  return (
    <FilterBar
      views={<ViewsMenu screen="commissions" />}
      actions={actions}
      filters={[
        choiceFilter({
          id: "status",
          label: t("status"),
          options: commissionStatuses.map((value) => ({ value, label: words.status(value).label })),
          value: status === "all" ? null : status,
          onChange: (value) => narrow({ status: (value as QueueFilters["status"] | null) ?? "all" }),
        }),
        ...(extensions.affiliate ? ours : []),
        since("from", t("from"), format.day),
      ]}
    />
  );
}
