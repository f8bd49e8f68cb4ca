"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { useListAddress } from "@/components/lists/use-list-address";
import { useExport } from "@/components/transfer/export-csv";
import { FilterBar } from "@/components/ui/filter-bar";
import { dateFilter, textFilter } from "@/components/ui/filters";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import { deliveryStatuses } from "@/lib/contract/checkout/webhook-words";
import { eventTypes } from "@/lib/contract/event-words";
import { type logFilters, toLogFilter } from "../filters";

type Props = { endpoint: string; address: ReturnType<typeof useListAddress<typeof logFilters>> };

export function LogFilterBar({ endpoint, address }: Props) {
  const t = useTranslations("webhooks");
  const { extensions, format, timeZone } = useDesk();
  const { filters, narrow } = address;
  if (!extensions.checkout) return <FilterBar actions={<ExportLog endpoint={endpoint} filter={{}} />} />;
  const { code, from, to } = filters;
  return (
    <FilterBar
      search={address.search("search", t("log.search"))}
      actions={<ExportLog endpoint={endpoint} filter={toLogFilter(filters, timeZone)} />}
      onClearAll={address.clear}
      filters={[
        address.choice("status", t("log.columns.status"), deliveryStatuses, (status) => t(`statuses.${status}`)),
        address.choice("event", t("log.columns.event"), eventTypes, (event) => event),
        textFilter({
          id: "code",
          label: t("log.columns.code"),
          description: t("log.codeHint"),
          value: code === null ? "" : String(code),
          onChange: (text) => narrow({ code: /^[1-5]\d\d$/.test(text) ? Number(text) : null }),
        }),
        dateFilter({
          id: "time",
          label: t("log.time"),
          from,
          to,
          summary:
            from && to
              ? format.days(from, to)
              : from
                ? t("log.since", { day: format.day(from) })
                : to
                  ? t("log.until", { day: format.day(to) })
                  : null,
          onChange: narrow,
        }),
      ]}
    />
  );
}

function ExportLog({ endpoint, filter }: { endpoint: string; filter: Record<string, unknown> }) {
  const t = useTranslations("webhooks.log.export");
  const work = useExport({ resource: "deliveries", query: filter });
  const start = (jsonl: boolean) => !work.isPending && work.mutate({ endpoint, jsonl });
  return (
    <Menu
      label={t("action")}
      align="end"
      trigger={(props) => (
        <IconButton
          {...props}
          size="sm"
          label={t("action")}
          icon={<Download aria-hidden />}
          aria-disabled={work.isPending || undefined}
        />
      )}
    >
      <MenuItem onSelect={() => start(false)}>{t("csv")}</MenuItem>
      <MenuItem onSelect={() => start(true)}>{t("jsonl")}</MenuItem>
    </Menu>
  );
}
