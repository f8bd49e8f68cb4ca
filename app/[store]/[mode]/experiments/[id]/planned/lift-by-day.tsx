"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { Waiting } from "@/components/query-error";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { dayIn } from "@/lib/days";
import { liftByDay, type Point } from "../../results/over-time";
import type { Study } from "../../results/study";
import { useExperimentWords } from "../../words";
import { LiftChart, useArm, useLiftColumns } from "../lift-over-time";
import { breakdownOf } from "../reads";

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayOf = ({ at }: Pick<Point, "at">) => new Date(at).toISOString().slice(0, 10);

/** The lift of all visitors so far, by the day on which they came, up to the end that was planned. */
export function LiftByDay({ experiment, study, end }: { experiment: Experiment; study: Study; end: string | null }) {
  const t = useTranslations("experiments");
  const own = useTranslations("plannedExperiments.days");
  const context = useDesk();
  const { format, store } = context;
  const words = useExperimentWords();
  const read = useQuery(breakdownOf(context, experiment.id, "day"));
  const arms = study.comparisons.map(({ name }) => name);
  const { arm, field } = useArm(arms, study.names);
  const liftColumns = useLiftColumns();
  const called = words.called(arm, study.names);
  const points = useMemo(() => liftByDay(read.data?.data ?? [], arm, study.measure), [read.data, arm, study.measure]);
  const endDay = end && dayIn(store.timeZone, new Date(end));
  const marks = useMemo(
    () => (endDay ? [{ sign: "1", day: endDay, at: noon(endDay), texts: [own("end")] }] : []),
    [endDay, own],
  );
  // A place for the end, to which the line has still to come.
  const pieces = useMemo(() => {
    const last = points.at(-1);
    const ahead = endDay && last && noon(endDay) > last.at;
    return { known: [points], ahead: ahead ? noon(endDay) : null };
  }, [points, endDay]);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Panel title={t("panels.overTime")} description={own("about")} actions={field}>
      {!read.data ? (
        <Waiting of={read} lines={4} />
      ) : !first || !last || points.length < 2 ? (
        <p className="text-muted">{own("tooFew")}</p>
      ) : (
        <>
          <LiftChart
            pieces={pieces.known}
            ahead={pieces.ahead}
            byDay
            arm={called}
            marks={marks}
            description={own("label", {
              arm: called,
              from: format.day(dayOf(first)),
              to: format.day(dayOf(last)),
              lift: format.change(last.lift),
            })}
          />
          <p className="mt-1 text-sm text-muted text-pretty">
            {format.join([t("overTime.sameMeans"), endDay ? own("endMeans", { day: format.day(endDay) }) : ""])}
          </p>
          <RowsDisclosure
            summary={own("table")}
            caption={t("panels.overTime")}
            rows={points.toReversed()}
            rowKey={({ at }) => String(at)}
            columns={[
              { id: "at", label: own("day"), cell: (point: Point) => format.day(dayOf(point)) },
              ...liftColumns,
            ]}
          />
        </>
      )}
    </Panel>
  );
}
