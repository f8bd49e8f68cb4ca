"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { useListAddress } from "@/components/lists/use-list-address";
import type { Filter } from "@/components/ui/filter-bar";
import { dateFilter } from "@/components/ui/filters";
import { enter, lazyPart } from "@/components/ui/lazy-part";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { orderStatuses } from "@/lib/contract/checkout/order-words";
import type { orderFilters } from "./filters";

const ContentPicker = lazyPart(() => import("./content-picker"), <TextSkeleton lines={2} />);

type Address = ReturnType<typeof useListAddress<typeof orderFilters>>;

export function useOrderFilters({ filters, narrow, choice }: Address): (Filter | false)[] {
  const t = useTranslations("orders");
  const { checkout, can, format } = useDesk();
  const { from, to, upsell_id, bundle_id, variant } = filters;
  const upsell = useQuery({
    ...checkout.upsells.get.options({ params: { id: upsell_id } }),
    enabled: upsell_id !== "" && can("checkout", "upsells", "get"),
  });
  const bundle = useQuery({
    ...checkout.bundles.get.options({ params: { id: bundle_id } }),
    enabled: bundle_id !== "" && can("checkout", "bundles", "get"),
  });
  const content = (id: "upsell_id" | "bundle_id" | "variant", label: string, name = filters[id]): Filter => ({
    id,
    label,
    summary: name || null,
    onClear: () => narrow({ [id]: null }),
    editor: (close) => (
      <ContentPicker
        of={id}
        aria-label={label}
        inputRef={enter}
        value={filters[id]}
        name={name}
        onValueChange={(value) => {
          narrow({ [id]: value || null });
          if (value) close();
        }}
      />
    ),
  });
  const days = from && to ? format.days(from, to) : from ? `≥ ${format.day(from)}` : to && `≤ ${format.day(to)}`;
  return [
    dateFilter({ id: "days", label: t("columns.placed"), from, to, summary: days, onChange: narrow }),
    choice("status", t("columns.state"), orderStatuses, (status) => t(status)),
    choice("confirmed", t("filters.confirmed"), ["true", "false"], (one) => t(`filters.confirmations.${one}`)),
    can("checkout", "upsells", "list") && content("upsell_id", t("filters.upsell"), upsell.data?.name),
    can("checkout", "bundles", "list") && content("bundle_id", t("columns.bundles"), bundle.data?.name),
    can("checkout", "experiments", "list") && content("variant", t("columns.variant"), variant),
  ];
}
