"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { Moment } from "@/components/moment";
import { Badge, Look, Status } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { type Decision, isOpen } from "./review/decisions";
import { byGravity, isSeverity, severities, useCommissionWords } from "./words";

const column = columnsFor<Commission>();

type Props = {
  names: AffiliateNames;
  /** Null if no status column is shown, so that decisions do not rerender the rows. */
  decisions: ReadonlyMap<string, Decision> | null;
};

export function useCommissionColumns({ names, decisions }: Props): TableColumns<Commission> {
  const t = useTranslations("commissions");
  const { format, money } = useDesk();
  const words = useCommissionWords();
  return useMemo(() => {
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    return column.columns([
      column.accessor("affiliate_id", {
        header: t("columns.affiliate"),
        meta: { primary: true },
        cell: ({ getValue, row }) => {
          const id = getValue();
          return id ? <AffiliateName id={id} names={names} plain className="max-w-44" /> : row.original.id;
        },
      }),
      column.accessor("amount", {
        header: t("columns.amount"),
        meta: { align: "end", sort: "amount", firstOrder: "desc", optional: true },
        cell: ({ row }) => words.amount(row.original) ?? absent,
      }),
      column.accessor("sale_amount", {
        header: t("columns.sale"),
        meta: { align: "end" },
        cell: ({ getValue, row }) => {
          const sale = getValue();
          return sale === undefined || sale === null ? "—" : money(sale, row.original.currency);
        },
      }),
      column.accessor("flags", {
        header: t("columns.flags"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const flags = getValue();
          if (!flags) return absent;
          const [first, ...more] = byGravity(flags);
          if (!first) return <span className="text-muted sm:sr-only">{t("noFlags")}</span>;
          const tone = isSeverity(first.severity) ? severities[first.severity] : "neutral";
          const name = words.flag(first.code);
          return (
            <Badge tone={tone}>
              <span className={cn("truncate", decisions ? "xl:max-2xl:max-w-20" : "xl:max-2xl:max-w-28")} title={name}>
                {name}
              </span>
              {more.length > 0 && t("moreFlags", { count: more.length })}
            </Badge>
          );
        },
      }),
      ...(decisions
        ? [
            column.accessor("status", {
              header: t("columns.status"),
              meta: { sort: "status", optional: true },
              cell: ({ getValue, row }) => {
                const status = getValue();
                const decision = decisions.get(row.original.id);
                if (decision && isOpen(decision) && status === "pending") {
                  return <Status tone="info">{t(`deciding.${decision.operation}`)}</Status>;
                }
                if (status === undefined) return absent;
                return <Look {...words.status(status)} />;
              },
            }),
          ]
        : []),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", sort: "created_at", firstOrder: "desc", optional: true },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} />;
        },
      }),
      column.accessor("eligible_at", {
        header: t("columns.eligible"),
        meta: { align: "end", sort: "eligible_at", notOnPhone: true, optional: true },
        cell: ({ getValue }) => {
          const at = getValue();
          if (!at) return absent;
          const date = format.date(at);
          const waits = Date.parse(at) > Date.now();
          return (
            <time dateTime={at} {...(!waits && { title: date })}>
              {waits ? date : t("eligibleNow")}
            </time>
          );
        },
      }),
    ]);
  }, [t, format, money, words, names, decisions]);
}
