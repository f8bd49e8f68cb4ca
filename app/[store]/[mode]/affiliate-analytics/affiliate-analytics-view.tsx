"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { FiguresScreen, Reports } from "@/components/figures/figures-screen";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-days";
import { useDesk } from "@/lib/api/desk";
import { CoursePanel } from "./course-panel";
import { affiliateAnalyticsFilters, inCurrency, type PanelProps, reports } from "./filters";
import { HoursPanel } from "./hours-panel";
import { ClickRows } from "./reports/click-rows";
import { AffiliateRows, ProductRows } from "./reports/metric-rows";
import { SummaryPanel } from "./summary-panel";
import { useSummary } from "./use-figures";

export function AffiliateAnalyticsView({ day }: { day: string }) {
  const t = useTranslations("affiliateAnalytics");
  const { can, extensions } = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(affiliateAnalyticsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const summary = useSummary(period, filters.currency);
  const shared = { filters, period, onChange: setFilters };
  return (
    <FiguresScreen
      texts="affiliateAnalytics"
      screen="affiliate-analytics"
      allowed={can("affiliate", "analytics", "summary")}
      description={t("description")}
      period={
        extensions.affiliate ? (
          <PeriodBar {...shared} today={today} onChange={(change) => setFilters({ ...change, page: null })} />
        ) : (
          <p className="text-sm text-pretty text-muted">{t("noPeriod")}</p>
        )
      }
    >
      <SummaryPanel {...shared} summary={summary} />
      {extensions.affiliate && <CoursePanel {...shared} summary={summary} />}
      <HoursPanel {...shared} summary={summary} />
      <ReportPanel {...shared} filters={inCurrency(filters, summary.currencies)} />
    </FiguresScreen>
  );
}

const rows = { affiliates: AffiliateRows, products: ProductRows, clicks: ClickRows };
/** A new report starts without the filters of the one before, which mean nothing in it. */
const cleared = { status: null, affiliate: null, link: null, sort: null, order: null, page: null, hide: null };

function ReportPanel(props: PanelProps) {
  const t = useTranslations("affiliateAnalytics.reports");
  const { filters, onChange } = props;
  return (
    <Reports
      title={t("title")}
      report={filters.report}
      onChange={(report) => onChange({ ...cleared, report })}
      reports={reports.map((name) => {
        const Rows = rows[name];
        return { id: name, label: t(`names.${name}`), content: <Rows key={name} {...props} /> };
      })}
    />
  );
}
