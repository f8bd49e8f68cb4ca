"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Badge, Status } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellWords } from "./words";

const column = columnsFor<Upsell>();

export function useUpsellColumns(): TableColumns<Upsell> {
  const t = useTranslations("upsells");
  const { format, extensions } = useDesk();
  const words = useUpsellWords();
  return useMemo(() => {
    // Without our extensions an API sorts by nothing that it would tell of.
    const sort = (name: string) => (extensions.checkout ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    return column.columns([
      column.accessor("name", {
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
        cell: ({ getValue }) => getValue() ?? t("untitled"),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: sort("status"),
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
      column.accessor("product_id", {
        header: t("columns.product"),
        cell: ({ getValue }) => getValue() ?? absent,
      }),
      column.accessor("trigger_products", {
        header: t("columns.triggers"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => {
          const triggers = getValue();
          if (!triggers) return absent;
          if (triggers.length === 0) return <span className="text-muted">—</span>;
          return (
            <span className="inline-flex items-center gap-1.5">
              <span className="max-w-40 truncate">{triggers[0]}</span>
              {triggers.length > 1 && <Badge>+{triggers.length - 1}</Badge>}
            </span>
          );
        },
      }),
      column.accessor((offer) => offer.discount?.value, {
        id: "discount_value",
        header: t("columns.discount"),
        meta: { align: "end", firstOrder: "desc", ...sort("discount_value") },
        cell: ({ row }) => words.discount(row.original.discount) ?? absent,
      }),
      column.accessor("placement", {
        header: t("columns.placement"),
        cell: ({ getValue }) => {
          const placement = getValue();
          return placement === undefined ? absent : words.placement(placement);
        },
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, ...sort("created_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <time dateTime={at}>{format.date(at)}</time>;
        },
      }),
    ]);
  }, [t, format, words, extensions.checkout]);
}
