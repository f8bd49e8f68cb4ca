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
import { type AffiliatePanelProps, toQuery } from "../filters";
import { ReportTable } from "./report-table";

const column = columnsFor<Click>();

export function ClickRows(props: AffiliatePanelProps) {
  const { filters, period, onChange } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const { affiliate, base, can, has } = useDesk();
  const query = toQuery(filters, period, has);
  const read = affiliate.analytics.clicks.options({ query });
  const clicks = useQuery({ ...read, placeholderData: keepPreviousData }).data?.data ?? [];
  const names = useAffiliateNames([...clicks.map((click) => click.affiliate_id), filters.affiliate]);
  const words = useClickWords();
  const mayLink = can("affiliate", "links", "get");
  const columns = useMemo(
    () =>
      column.columns([
        column.cell(
          "occurred_at",
          t("columns.at"),
          ({ occurred_at: at }) => (at === undefined ? words.unknown : <Moment at={at} precise />),
          { primary: true, sort: "created_at", firstOrder: "desc" },
        ),
        column.accessor("affiliate_id", {
          header: t("columns.affiliate"),
          meta: { optional: true, wrap: true },
          cell: ({ getValue }) => {
            const id = getValue();
            return id === undefined ? words.unknown : <AffiliateName id={id} names={names} />;
          },
        }),
        column.cell(
          "link_id",
          t("columns.link"),
          ({ link_id: id }) => {
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
          { notOnPhone: true },
        ),
        column.cell("landing_page", t("columns.landing"), ({ landing_page: url }) => words.address(url), {
          ...{ notOnPhone: true, wrap: true },
        }),
        column.cell("referrer", t("columns.referrer"), ({ referrer }) => words.address(referrer), { wrap: true }),
        column.cell("country", t("columns.country"), ({ country }) => words.country(country)),
        column.cell("device", t("columns.device"), words.device),
        column.cell("outcome", t("columns.outcome"), (click) => <ClickOutcome click={click} />),
      ]),
    [t, words, names, mayLink, base],
  );
  return (
    <ReportTable
      {...props}
      query={query}
      resource="clicks"
      read={read}
      columns={columns}
      {...(has("affiliate", "analytics", "clicks", "cursor") && { lastPage: lastClickPage })}
      rowId={(click) => click.id}
      rowName={(click) => click.id}
      statuses={{
        label: t("columns.outcome"),
        options: clickStatuses.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      }}
      {...(has("affiliate", "analytics", "clicks", "affiliate_id") && {
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
