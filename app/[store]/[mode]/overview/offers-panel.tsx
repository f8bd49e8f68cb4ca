"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Bar } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { rangeOf } from "@/lib/ranges";
import { leastCompared, rankOffers } from "./best-offers";
import type { ShownPeriod } from "./figures-panel";
import { performance } from "./reads";

export function OffersPanel({ range, today }: ShownPeriod) {
  const t = useTranslations("overview.offers");
  const names = useTranslations("figures.names");
  const desk = useDesk();
  const { base, format } = desk;
  const report = useQuery(performance(desk, range, today));
  const offers = useMemo(() => report.data && rankOffers(report.data), [report.data]);
  const { start, end } = rangeOf(range, today);
  const highest = offers?.[0]?.rate || 1;
  const title = t("title");
  return (
    <Panel
      title={title}
      description={t("about", { days: format.days(start, end), count: leastCompared })}
      actions={<TextLink href={`${base}/analytics?range=${range}&report=upsell_performance`}>{t("more")}</TextLink>}
      flush
      className="overflow-hidden"
    >
      {offers === undefined ? (
        <Waiting of={report} lines={6} className="p-4" />
      ) : offers.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Tags />}
          title={t("none", { count: leastCompared })}
          action={
            desk.can("checkout", "upsells", "list") && (
              <IntentLink className={buttonClass()} href={`${base}/upsells`}>
                {t("list")}
              </IntentLink>
            )
          }
        >
          {t("noneBody")}
        </EmptyState>
      ) : (
        <RowsTable
          caption={title}
          rows={offers}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              label: t("offer"),
              cell: ({ id, name, place, shown, revenue, currency }) => (
                <>
                  {name === undefined ? (
                    t("deleted", { id })
                  ) : (
                    <TextLink href={`${base}/upsells/${encodeURIComponent(id)}`}>{name}</TextLink>
                  )}
                  <span className="flex flex-wrap gap-x-3 text-muted">
                    {place && <Status tone={place === "best" ? "success" : "warning"}>{t(`places.${place}`)}</Status>}
                    <span>{t("shown", { count: shown })}</span>
                    {revenue !== undefined && <span>{t("revenue", { amount: format.money(revenue, currency) })}</span>}
                  </span>
                </>
              ),
            },
            {
              id: "rate",
              label: names("acceptance"),
              align: "end",
              cell: ({ rate }) => (
                <div className="ms-auto w-24 sm:w-36">
                  {format.ratioInColumn(rate)}
                  <Bar part={rate / highest} className="h-1.5" />
                </div>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
