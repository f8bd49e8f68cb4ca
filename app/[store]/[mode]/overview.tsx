"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { dayIn } from "@/lib/days";
import { Checklist } from "./overview-checklist";
import { Figures } from "./overview-figures";
import { Notices } from "./overview-notices";
import { overviewRange } from "./overview-range";
import { shows } from "./overview-reads";
import { Waiting } from "./overview-waiting";
import { rangeNames } from "./ranges";

/** How it is going, and what needs a person. */
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
              value={range}
              onValueChange={(name) => setRange({ range: name })}
              options={rangeNames.map((value) => ({ value, label: t(`ranges.${value}`) }))}
            />
          )
        }
      />
      <Checklist />
      {figures && <Figures range={range} today={today} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Waiting today={today} />
        <Notices />
      </div>
    </>
  );
}

/** The day as the page was made, and the next one for whoever leaves it open over night. */
function useToday(day: string): string {
  const { timeZone } = useDesk().store;
  const [today, setToday] = useState(day);
  useEffect(() => {
    const look = () => setToday(dayIn(timeZone, new Date()));
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [timeZone]);
  return today;
}
