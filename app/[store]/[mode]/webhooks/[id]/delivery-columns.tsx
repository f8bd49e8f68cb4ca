"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Moment } from "@/components/moment";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { DeliveryMarks, DeliveryStatus, shown, useDuration } from "../words";

const column = columnsFor<WebhookLog>();

export function useDeliveryColumns(): TableColumns<WebhookLog> {
  const t = useTranslations("webhooks.log");
  const { extensions } = useDesk();
  const said = useSaid();
  const duration = useDuration();
  return useMemo(() => {
    const time = (at: string) => <Moment at={at} precise />;
    const specified = [
      column.accessor((log) => log.event_id ?? log.id, {
        id: "event_id",
        header: t("columns.event_id"),
        meta: { primary: true },
      }),
      column.accessor("event_type", {
        id: "event",
        header: t("columns.event"),
        meta: { optional: true },
        cell: ({ row: { original: log } }) =>
          shown(log.event_type, (type) => (
            <span className="inline-flex items-center gap-1.5">
              {type}
              <DeliveryMarks of={log} />
            </span>
          )),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true },
        cell: ({ getValue }) => <DeliveryStatus of={getValue()} />,
      }),
      column.accessor("response_code", {
        id: "code",
        header: t("columns.code"),
        meta: { align: "end" },
        cell: ({ getValue }) => getValue() ?? null,
      }),
      column.accessor("duration_ms", {
        id: "duration",
        header: t("columns.duration"),
        meta: { align: "end", notOnPhone: true },
        cell: ({ getValue }) => shown(getValue(), duration),
      }),
    ];
    const ours = [
      column.accessor("attempts", {
        header: t("columns.attempts"),
        meta: { align: "end" },
        cell: ({ getValue }) => getValue() ?? null,
      }),
      column.accessor("next_attempt_at", {
        id: "next",
        header: t("columns.next"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => shown(getValue(), time),
      }),
      column.accessor("error", {
        header: t("columns.error"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) =>
          shown(getValue(), (error) => (
            <span className="line-clamp-2 max-w-40 whitespace-normal" title={said(error)}>
              {said(error)}
            </span>
          )),
      }),
    ];
    return column.columns([
      ...specified,
      ...(extensions.checkout ? ours : []),
      column.accessor("created_at", {
        id: "created",
        header: t("columns.created"),
        meta: { align: "end", optional: true },
        cell: ({ getValue }) => shown(getValue(), time),
      }),
    ]);
  }, [t, said, duration, extensions.checkout]);
}
