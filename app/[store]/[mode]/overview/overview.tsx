"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useToday } from "@/components/figures/use-today";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { Checklist } from "./checklist";
import { Figures } from "./figures";
import { Notices } from "./notices";
import { overviewRange, overviewRanges } from "./range";
import { shows } from "./reads";
import { Waiting } from "./waiting";

export function Overview({ day }: { day: string }) {
  const t = useTranslations("overview");
  const desk = useDesk();
  const today = useToday(day);
  const [{ range }, setRange] = useQueryStates(overviewRange, { history: "push" });
  const figures = shows.figures(desk);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          figures && (
            <Segmented
              label={t("range")}
              size="sm"
              className="max-w-full flex-wrap"
              value={range}
              onValueChange={(name) => setRange({ range: name })}
              options={overviewRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
            />
          )
        }
      />
      <Checklist />
      {figures && <Figures range={range} today={today} />}
      <div className="grid items-start gap-5 xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Waiting today={today} />
        <Notices />
      </div>
    </>
  );
}
