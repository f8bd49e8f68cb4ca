"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { ClickOutcome, useClickWords } from "@/components/affiliates/click-words";
import { Moment } from "@/components/moment";
import { textFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Click } from "@/lib/contract/affiliate/analytics";
import { clickStatuses, lastClickPage } from "@/lib/contract/affiliate/analytics-words";
import { clicksOf, type PanelProps } from "../filters";
import { ReportTable } from "./report-table";

const column = columnsFor<Click>();

export function ClickRows(props: PanelProps) {
  const { filters, period, onChange } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const desk = useDesk();
  const { base, can, extensions } = desk;
  const read = clicksOf(desk, filters, period);
  const clicks = useQuery({ ...read, placeholderData: keepPreviousData }).data?.data ?? [];
  const names = useAffiliateNames([...clicks.map((click) => click.affiliate_id), filters.affiliate]);
  const words = useClickWords();
  const mayLink = can("affiliate", "links", "get");
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor("occurred_at", {
          header: t("columns.at"),
          meta: { primary: true, sort: "created_at", firstOrder: "desc" },
          cell: ({ getValue }) => {
            const at = getValue();
            return at === undefined ? words.unknown : <Moment at={at} precise />;
          },
        }),
        column.accessor("affiliate_id", {
          header: t("columns.affiliate"),
          meta: { optional: true },
          cell: ({ getValue }) => {
            const id = getValue();
            return id === undefined ? words.unknown : <AffiliateName id={id} names={names} />;
          },
        }),
        column.accessor("link_id", {
          header: t("columns.link"),
          meta: { notOnPhone: true },
          cell: ({ getValue }) => {
            const id = getValue();
            if (!id) return words.unknown;
            if (!mayLink) return <code>{id}</code>;
            return (
              <IntentLink
                href={`${base}/links/${encodeURIComponent(id)}`}
                className="inline-block max-w-32 truncate align-bottom underline decoration-line underline-offset-3 hover:decoration-current"
                title={id}
              >
                {id}
              </IntentLink>
            );
          },
        }),
        column.accessor("landing_page", {
          header: t("columns.landing"),
          meta: { notOnPhone: true },
          cell: ({ getValue }) => words.address(getValue()),
        }),
        column.accessor("referrer", {
          header: t("columns.referrer"),
          cell: ({ getValue }) => words.address(getValue()),
        }),
        column.accessor("country", {
          header: t("columns.country"),
          cell: ({ getValue }) => words.country(getValue()),
        }),
        column.accessor("device", {
          header: t("columns.device"),
          cell: ({ row: { original } }) => words.device(original),
        }),
        column.display({
          id: "outcome",
          header: t("columns.outcome"),
          cell: ({ row: { original } }) => <ClickOutcome click={original} />,
        }),
      ]),
    [t, words, names, mayLink, base],
  );
  return (
    <ReportTable
      {...props}
      resource="clicks"
      read={read}
      columns={columns}
      {...(extensions.affiliate && { lastPage: lastClickPage })}
      rowId={(click) => click.id}
      rowName={(click) => click.id}
      statuses={{
        label: t("columns.outcome"),
        options: clickStatuses.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      }}
      {...(extensions.affiliate && {
        choices: [
          affiliateFilter({
            label: t("columns.affiliate"),
            value: filters.affiliate,
            names,
            onChange: (affiliate) => onChange({ affiliate, page: null }),
          }),
          textFilter({
            id: "link",
            label: t("columns.link"),
            value: filters.link,
            description: t("linkHint"),
            onChange: (id) => onChange({ link: id || null, page: null }),
          }),
        ],
      })}
    />
  );
}
