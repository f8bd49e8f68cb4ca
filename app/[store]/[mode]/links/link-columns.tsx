"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/web-address";
import { nameOf } from "./words";

const column = columnsFor<Link>();

export function useLinkColumns(names: AffiliateNames): TableColumns<Link> {
  const t = useTranslations("links");
  const { format, money, extensions } = useDesk();
  const words = useProgramWords();
  return useMemo(() => {
    // Another API is known to sort only by the field in the specification.
    const sort = (name: string) => (extensions.affiliate || name === "created_at" ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const number = (value: number | undefined) => (value === undefined ? absent : format.number(value));
    return column.columns([
      column.accessor(nameOf, {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
      }),
      column.accessor("affiliate_id", {
        id: "affiliate",
        header: t("columns.affiliate"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const id = getValue();
          return id === undefined ? absent : <AffiliateName id={id} names={names} />;
        },
      }),
      column.accessor("code", {
        header: t("columns.code"),
        meta: { optional: true, ...sort("code") },
        cell: ({ getValue }) => {
          const code = getValue();
          return code === undefined ? (
            absent
          ) : (
            <code className="inline-block truncate sm:max-w-32 2xl:max-w-52 align-bottom" title={code}>
              {code}
            </code>
          );
        },
      }),
      column.accessor("destination_url", {
        id: "destination",
        header: t("columns.destination"),
        meta: { notOnPhone: true, optional: true },
        cell: ({ getValue }) => {
          const url = getValue();
          if (url === undefined) return absent;
          return (
            <span className="inline-block truncate sm:max-w-36 2xl:max-w-72 align-bottom" title={url}>
              {withoutScheme(url)}
            </span>
          );
        },
      }),
      column.accessor("clicks", {
        header: t("columns.clicks"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("clicks") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor("orders", {
        header: t("columns.orders"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("orders") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor("revenue", {
        header: t("columns.revenue"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("revenue") },
        cell: ({ row: { original: link } }) =>
          link.revenue === undefined ? absent : money(link.revenue, link.currency),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true, ...sort("status") },
        cell: ({ getValue }) => {
          const status = getValue();
          if (status === undefined) return absent;
          return <Look {...words.linkStatus(status)} />;
        },
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, optional: true, ...sort("created_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} />;
        },
      }),
    ]);
  }, [t, format, money, words, extensions.affiliate, names]);
}
