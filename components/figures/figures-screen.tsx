"use client";

import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ViewsMenu } from "@/components/lists/views-menu";
import { PrintButton } from "@/components/print/printing";
import { EmptyState } from "@/components/ui/empty-state";
import { FirstPaintEnd, PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";

type ScreenProps = {
  texts: "analytics" | "affiliateAnalytics";
  screen: "analytics" | "affiliate-analytics";
  allowed: boolean;
  description?: string;
  period: ReactNode;
  /** Painted together with the head. */
  figures: ReactNode;
  children: ReactNode;
};

export function FiguresScreen({ texts, screen, allowed, description, period, figures, children }: ScreenProps) {
  const t = useTranslations(texts);
  if (!allowed) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState icon={<ChartLine />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        description={description}
        actions={
          <>
            <ViewsMenu screen={screen} />
            <PrintButton small />
          </>
        }
        paintedAlone={false}
      >
        {period}
      </PageHeader>
      {figures}
      <FirstPaintEnd />
      {children}
    </>
  );
}

type ReportsProps<Report extends string> = {
  title: string;
  report: Report;
  onChange: (report: Report) => void;
  reports: readonly { id: Report; label: string; content: ReactNode }[];
};

export function Reports<Report extends string>({ title, report, onChange, reports }: ReportsProps<Report>) {
  return (
    <section aria-labelledby="reports" className="grid min-w-0 gap-3">
      <h2 id="reports" className="text-lg font-semibold">
        {title}
      </h2>
      <Tabs label={title} value={report} onValueChange={onChange} items={reports} />
    </section>
  );
}
