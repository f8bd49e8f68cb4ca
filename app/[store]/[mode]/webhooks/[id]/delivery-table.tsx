"use client";

import { Download, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { pageOf } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { useExport } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { dateFilter, textFilter } from "@/components/ui/filters";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { deliveryStatuses } from "@/lib/contract/checkout/webhook-words";
import type { Webhook, WebhookLog } from "@/lib/contract/checkout/webhooks";
import { eventTypes } from "@/lib/contract/event-words";
import { logFilters, narrowing, toLogFilter, toLogQuery } from "../filters";
import { DeliveryMarks, DeliveryStatus, deliveryPath, useDuration } from "../words";

export function DeliveryTable({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.log");
  const { base, checkout, has, timeZone } = useDesk();
  const pages = has("checkout", "webhooks", "logs", "page");
  const address = useListAddress(logFilters, pages ? narrowing : []);
  const query = toLogQuery(address.filters, timeZone);
  const read = checkout.webhooks.logs.options({ params: { id: endpoint.id }, query });
  const { table } = useResourceList({
    api: "checkout",
    address,
    query,
    // The specification shows no pages or filters, so another API returns the whole log.
    read: pages ? read : { ...read, select: (log) => pageOf(log, query) },
  });
  const columns = useDeliveryColumns();
  return (
    <DataTable<WebhookLog>
      {...table}
      caption={t("title")}
      columns={columns}
      rowName={({ event_id, id }) => event_id ?? id}
      {...(has("checkout", "webhooks", "delivery") && {
        rowHref: ({ id }: WebhookLog) => deliveryPath(base, endpoint.id, id),
      })}
      toolbar={<LogFilterBar endpoint={endpoint.id} address={address} />}
      empty={{ icon: <Send />, title: t("empty.title"), children: t("empty.body") }}
    />
  );
}

const column = columnsFor<WebhookLog>();

function useDeliveryColumns(): TableColumns<WebhookLog> {
  const t = useTranslations("webhooks.log");
  const { has } = useDesk();
  const said = useSaid();
  const duration = useDuration();
  return useMemo(() => {
    const time = (at: string) => <Moment at={at} precise />;
    const event = (type: string, log: WebhookLog) => (
      <span className="inline-flex items-center gap-1.5">
        {type}
        <DeliveryMarks of={log} />
      </span>
    );
    const reason = (error: string, { error_key }: WebhookLog) => (
      <span className="line-clamp-2 max-w-40 whitespace-normal" title={said(error, error_key)}>
        {said(error, error_key)}
      </span>
    );
    return column.columns([
      column.accessor((log) => log.event_id ?? log.id, {
        id: "event_id",
        header: t("columns.event_id"),
        meta: { primary: true },
      }),
      column.field("event_type", t("columns.event"), event, { id: "event", optional: true, orNone: true }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true },
        cell: ({ getValue }) => <DeliveryStatus of={getValue()} />,
      }),
      column.field("response_code", t("columns.code"), (code) => code, { id: "code", align: "end", orNone: true }),
      column.field("duration_ms", t("columns.duration"), duration, {
        id: "duration",
        align: "end",
        notOnPhone: true,
        orNone: true,
      }),
      ...(has("checkout", "webhooks", "delivery")
        ? [
            column.field("attempts", t("columns.attempts"), (count) => count, { align: "end", orNone: true }),
            column.field("next_attempt_at", t("columns.next"), time, { id: "next", notOnPhone: true, orNone: true }),
            column.field("error", t("columns.error"), reason, { notOnPhone: true, orNone: true }),
          ]
        : []),
      column.field("created_at", t("columns.created"), time, {
        id: "created",
        align: "end",
        optional: true,
        orNone: true,
      }),
    ]);
  }, [t, said, duration, has]);
}

type Props = { endpoint: string; address: ReturnType<typeof useListAddress<typeof logFilters>> };

function LogFilterBar({ endpoint, address }: Props) {
  const t = useTranslations("webhooks");
  const { has, format, timeZone } = useDesk();
  const { filters, narrow } = address;
  if (!has("checkout", "webhooks", "logs", "search"))
    return <FilterBar actions={<ExportLog endpoint={endpoint} filter={{}} />} />;
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
