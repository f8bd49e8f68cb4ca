"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Moment } from "@/components/moment";
import { Badge } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { healthyRate } from "@/lib/contract/checkout/webhook-words";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointState, nameOf, shown, stateOf, useDuration } from "./words";

const column = columnsFor<Webhook>();

export function useEndpointColumns(): TableColumns<Webhook> {
  const t = useTranslations("webhooks");
  const { format } = useDesk();
  const duration = useDuration();
  const said = useSaid();
  return useMemo(() => {
    const speed = (of: "p50_ms" | "p95_ms" | "p99_ms") =>
      column.accessor((endpoint) => endpoint.health?.[of], {
        id: of,
        header: t(`columns.${of}`),
        meta: { align: "end", notOnPhone: of !== "p95_ms" },
        cell: ({ getValue }) => shown(getValue(), duration),
      });
    return column.columns([
      column.accessor(nameOf, { id: "url", header: t("columns.url"), meta: { primary: true } }),
      column.accessor(stateOf, {
        id: "state",
        header: t("columns.state"),
        cell: ({ getValue }) => <EndpointState of={getValue()} />,
      }),
      column.accessor("events", {
        header: t("columns.events"),
        meta: { align: "end" },
        cell: ({ getValue }) =>
          shown(getValue(), (events) => <span title={events.join("\n")}>{format.number(events.length)}</span>),
      }),
      column.accessor((endpoint) => endpoint.health?.success_rate, {
        id: "success_rate",
        header: t("columns.success_rate"),
        meta: { align: "end" },
        cell: ({ getValue }) =>
          shown(getValue(), (rate) => (
            <span className={rate < healthyRate ? "font-medium text-danger" : ""}>{format.ratioInColumn(rate)}</span>
          )),
      }),
      ...(["p50_ms", "p95_ms", "p99_ms"] as const).map(speed),
      column.accessor((endpoint) => endpoint.health, {
        id: "waiting",
        header: t("columns.waiting"),
        meta: { align: "end" },
        cell: ({ getValue }) =>
          shown(getValue(), ({ held, waiting }) => (
            <span className="inline-flex items-center gap-1.5">
              {held > 0 && <Badge>{t("heldCount", { count: held })}</Badge>}
              {format.number(waiting)}
            </span>
          )),
      }),
      column.accessor((endpoint) => endpoint.health, {
        id: "last_failure",
        header: t("columns.last_failure"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) =>
          shown(getValue()?.last_failure, (why) => {
            const at = getValue()?.last_failure_at;
            return (
              <span className="block max-w-72 min-w-40 whitespace-normal text-pretty">
                {said(why)}
                {at && <Moment at={at} precise className="block text-xs text-muted" />}
              </span>
            );
          }),
      }),
    ]);
  }, [t, said, format, duration]);
}
