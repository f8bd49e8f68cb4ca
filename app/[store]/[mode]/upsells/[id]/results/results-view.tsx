"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type PeriodChange, type PeriodFilters, periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-days";
import { useListHref } from "@/components/lists/list-address";
import { PrintButton } from "@/components/print/printing";
import { showingsOf } from "@/components/shop-reads";
import TicketsPanel from "@/components/tickets/tickets-panel";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { IntentLink } from "@/components/ui/intent-link";
import { FirstPaintEnd, PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { BesideOthers } from "./beside-others";
import { Breakdowns } from "./breakdowns";
import { ChainResults } from "./chain-results";
import { ResultsCourse } from "./course";
import { ResultsFigures } from "./figures";
import { type ResultsPanelProps, resultReads, resultsFilters } from "./filters";
import { OfferFunnel } from "./offer-funnel";

export function ResultsView({ id, day }: { id: string; day: string }) {
  const t = useTranslations("offerResults");
  const upsells = useTranslations("upsells");
  const { base, checkout, can } = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(resultsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const listHref = useListHref(`${base}/upsells`);
  const offer = useQuery(checkout.upsells.get.options({ params: { id } })).data;
  const shared = { filters, period, onChange: setFilters };
  const name = offer?.name ?? id;
  const crumbs = [
    { href: listHref, label: upsells("title") },
    { href: `${base}/upsells/${encodeURIComponent(id)}`, label: name },
  ];
  if (!can("checkout", "analytics", "upsell")) {
    return (
      <>
        <PageHeader title={t("name")} crumbs={crumbs} />
        <EmptyState icon={<ChartLine />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title", { name })} crumbs={crumbs} actions={<PrintButton small />} paintedAlone={false}>
        <PeriodBar {...shared} today={today} />
      </PageHeader>
      <Results id={id} name={name} {...shared} />
    </>
  );
}

function Results({ id, name, ...shared }: ResultsPanelProps & { id: string; name: string }) {
  const { filters, period, onChange } = shared;
  const desk = useDesk();
  const { can } = desk;
  const reads = resultReads(desk, id, period);
  const now = useQuery(reads.now);
  const before = useQuery({ ...reads.before, enabled: period.comparison !== null });
  const compared = period.comparison ? before : null;
  const results = now.data;
  const isQuiet = results && !results.data.shown && !results.data.accepted && !results.data.revenue;
  const shows = [filters, period, now.data, now.error, now.isFetching, before.data, before.error];
  return (
    <>
      <HydrateOnTouch shows={shows}>
        <ResultsFigures {...shared} now={now} before={compared} />
      </HydrateOnTouch>
      <FirstPaintEnd />
      {isQuiet ? (
        <Panel>
          <Nothing id={id} partial={period.partial} range={filters.range} onChange={onChange} />
        </Panel>
      ) : (
        !(now.error && !results) && (
          <>
            <ResultsCourse {...shared} now={now} before={compared} />
            {results && (
              <>
                <OfferFunnel results={results} />
                <ChainResults results={results} name={name} />
                <Breakdowns results={results} />
                <BesideOthers results={results} />
                {can("checkout", "tickets", "list") && <TicketsPanel of={{ range: period.range, upsell_id: id }} />}
              </>
            )}
          </>
        )
      )}
    </>
  );
}

type NothingProps = Pick<PeriodFilters, "range"> & { id: string; partial: boolean; onChange: PeriodChange };

/** An offer that was never shown needs a check, or a shop that asks for it. */
function Nothing({ id, partial, range, onChange }: NothingProps) {
  const t = useTranslations("offerResults.nothing");
  const desk = useDesk();
  const { base, can } = desk;
  const showings = useQuery({ ...showingsOf(desk, id), enabled: can("checkout", "shop", "showings") }).data;
  if (showings?.total !== 0) {
    return (
      <EmptyState
        icon={<ChartLine />}
        title={t("title")}
        action={
          <>
            {!partial && <Button onClick={() => onChange({ range: "today" })}>{t("today")}</Button>}
            {range !== "365d" && <Button onClick={() => onChange({ range: "365d" })}>{t("longer")}</Button>}
          </>
        }
      >
        {t("body")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ChartLine />}
      title={t("neverShown")}
      action={
        <>
          <IntentLink
            href={`${base}/upsells/${encodeURIComponent(id)}`}
            className={buttonClass({ variant: "primary" })}
          >
            {t("check")}
          </IntentLink>
          {can("checkout", "shop", "contact") && (
            <IntentLink href={`${base}/settings/shop`} className={buttonClass()}>
              {t("connect")}
            </IntentLink>
          )}
        </>
      }
    >
      {t("neverShownBody")}
    </EmptyState>
  );
}
