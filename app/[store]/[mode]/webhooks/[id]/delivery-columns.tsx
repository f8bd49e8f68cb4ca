"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Moment } from "@/components/moment";
import { Badge, Status } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { useDuration, useWebhookWords } from "../words";

const column = columnsFor<WebhookLog>();

export function useDeliveryColumns(): TableColumns<WebhookLog> {
  const t = useTranslations("webhooks.log");
  const { extensions } = useDesk();
  const words = useWebhookWords();
  const said = useSaid();
  const duration = useDuration();
  return useMemo(() => {
    const absent = <span className="text-muted">—</span>;
    const time = (at: string | undefined) => (at ? <Moment at={at} precise /> : absent);
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
          log.event_type === undefined ? (
            absent
          ) : (
            <span className="inline-flex items-center gap-1.5">
              {log.event_type}
              {log.test && <Badge>{t("test")}</Badge>}
              {(log.replay ?? 0) > 0 && <Badge tone="info">{t("replay", { count: log.replay ?? 0 })}</Badge>}
            </span>
          ),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const status = getValue();
          if (status === undefined) return absent;
          const { label, tone, hollow } = words.status(status);
          return (
            <Status tone={tone} hollow={hollow}>
              {label}
            </Status>
          );
        },
      }),
      column.accessor("response_code", {
        id: "code",
        header: t("columns.code"),
        meta: { align: "end" },
        cell: ({ getValue }) => getValue() ?? absent,
      }),
      column.accessor("duration_ms", {
        id: "duration",
        header: t("columns.duration"),
        meta: { align: "end", notOnPhone: true },
        cell: ({ getValue }) => {
          const ms = getValue();
          return ms === undefined ? absent : duration(ms);
        },
      }),
    ];
    const ours = [
      column.accessor("attempts", {
        header: t("columns.attempts"),
        meta: { align: "end" },
        cell: ({ getValue }) => getValue() ?? absent,
      }),
      column.accessor("next_attempt_at", {
        id: "next",
        header: t("columns.next"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => time(getValue()),
      }),
      column.accessor("error", {
        header: t("columns.error"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => {
          const told = getValue();
          if (told === undefined) return absent;
          const why = said(told);
          return (
            <span className="line-clamp-2 max-w-40 whitespace-normal" title={why}>
              {why}
            </span>
          );
        },
      }),
    ];
    return column.columns([
      ...specified,
      ...(extensions.checkout ? ours : []),
      column.accessor("created_at", {
        id: "created",
        header: t("columns.created"),
        meta: { align: "end", optional: true },
        cell: ({ getValue }) => time(getValue()),
      }),
    ]);
  }, [t, said, words, duration, extensions.checkout]);
}
