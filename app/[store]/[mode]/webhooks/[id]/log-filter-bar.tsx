"use client";

import { useTranslations } from "next-intl";
import type { SetValues } from "nuqs";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, dateFilter, textFilter } from "@/components/ui/filters";
import { useDesk } from "@/lib/api/desk";
import { deliveryStatuses } from "@/lib/contract/checkout/webhook-words";
import { eventTypes } from "@/lib/contract/event-words";
import { ExportLog } from "./export-log";
import { type LogFilters, type logFilters, toLogFilter } from "./filters";

type Props = {
  endpoint: string;
  filters: LogFilters;
  onChange: SetValues<typeof logFilters>;
  onClear: () => void;
};

export function LogFilterBar({ endpoint, filters, onChange, onClear }: Props) {
  const t = useTranslations("webhooks");
  const { format, timeZone } = useDesk();
  const { search, status, event, code, from, to } = filters;
  return (
    <FilterBar
      search={{
        value: search,
        label: t("log.search"),
        onValueChange: (next) => onChange({ search: next || null, page: null }, { history: "replace" }),
      }}
      actions={<ExportLog endpoint={endpoint} filter={toLogFilter(filters, timeZone)} />}
      onClearAll={onClear}
      filters={[
        choiceFilter({
          id: "status",
          label: t("log.columns.status"),
          options: deliveryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          value: status,
          onChange: (value) => onChange({ status: value, page: null }),
        }),
        choiceFilter({
          id: "event",
          label: t("log.columns.event"),
          options: eventTypes.map((value) => ({ value, label: value })),
          value: event,
          onChange: (value) => onChange({ event: value, page: null }),
        }),
        textFilter({
          id: "code",
          label: t("log.columns.code"),
          description: t("log.codeHint"),
          value: code === null ? "" : String(code),
          onChange: (text) => onChange({ code: /^[1-5]\d\d$/.test(text) ? Number(text) : null, page: null }),
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
          onChange: (days) => onChange({ ...days, page: null }),
        }),
      ]}
    />
  );
}
