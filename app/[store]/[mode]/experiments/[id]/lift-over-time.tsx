"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import type { ChartArea } from "@/components/charts/points";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { Waiting } from "@/components/query-error";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import type { Annotation } from "@/lib/contract/desk/annotations";
import type { Snapshot } from "@/lib/contract/desk/history";
import { dayIn } from "@/lib/days";
import { breakdownOf } from "../reads";
import { leastConversions } from "../results/measure";
import { liftByDay, liftOverTime, missingIn, type Point, placesOf, reachOf } from "../results/over-time";
import type { Study } from "../results/study";
import { useExperimentWords } from "../words";
import { figure } from "./statistics/variant-tables";

type Props = { read: UseQueryResult; snapshots: readonly Snapshot[]; study: Study; everyHours: number };

/** The lift at each reading, with the annotations of those days. */
export function LiftOverTime({ read, snapshots, study, everyHours }: Props) {
  const t = useTranslations("experiments.overTime");
  const { desk, can, store } = useDesk();
  const { arm, called, field } = useArm(study);
  const pieces = useMemo(() => liftOverTime(snapshots, arm, everyHours), [snapshots, arm, everyHours]);
  const points = pieces.flat();
  const missing = missingIn(pieces);
  const dayOf = (point: Point | undefined) => dayIn(store.timeZone, new Date(point?.at ?? 0));
  const { data: noted } = useQuery({
    ...desk.annotations.list.options({ query: { from: dayOf(points[0]), to: dayOf(points.at(-1)) } }),
    enabled: points.length > 1 && can("desk", "annotations", "list"),
  });
  const marks = useMemo(() => marksOf(noted?.data ?? []), [noted]);
  return (
    <LiftPanel
      {...{ read, field, pieces, marks }}
      arm={called}
      about={t("about", { hours: everyHours })}
      tooFew={t("tooFew", { count: points.length })}
      legend={[missing.intervals ? t("late", { least: leastConversions }) : "", missing.readings ? t("gaps") : ""]}
      table={{ summary: t("table", { count: points.length }), at: t("at") }}
    />
  );
}

/** The lift of all visitors so far, by the day on which they came, up to the end that was planned. */
export function LiftByDay({ id, study, end }: { id: string; study: Study; end: string | null }) {
  const t = useTranslations("plannedExperiments.days");
  const desk = useDesk();
  const { measure } = study;
  const { arm, called, field } = useArm(study);
  const read = useQuery(breakdownOf(desk, id, "day"));
  const pieces = useMemo(() => [liftByDay(read.data?.data ?? [], arm, measure)], [read.data, arm, measure]);
  const day = end && dayIn(desk.store.timeZone, new Date(end));
  const marks = useMemo(
    () => (day ? [{ sign: "1", day, at: Date.parse(`${day}T12:00:00Z`), texts: [t("end")] }] : []),
    [day, t],
  );
  const last = pieces[0]?.at(-1)?.at ?? 0;
  return (
    <LiftPanel
      {...{ read, field, pieces, marks }}
      byDay
      // A place for the end, to which the line has still to come.
      ahead={marks[0] && marks[0].at > last ? marks[0].at : null}
      arm={called}
      about={t("about")}
      tooFew={t("tooFew")}
      table={{ summary: t("table"), at: t("day") }}
    />
  );
}

type PanelProps = {
  read: UseQueryResult;
  field: ReactNode;
  arm: string;
  pieces: readonly Point[][];
  marks: readonly Mark[];
  /** Each point is a whole day. */
  byDay?: boolean;
  /** A later time up to which the axis goes. */
  ahead?: number | null;
  about: string;
  tooFew: string;
  legend?: string[];
  table: { summary: string; at: string };
};

/** The line leaves the region of no difference exactly when its interval excludes zero. */
function LiftPanel({ read, field, arm, pieces, marks, byDay = false, ahead = null, ...texts }: PanelProps) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const points = pieces.flat();
  const [first, last] = [points[0], points.at(-1)];
  const timeOf = (point: Point) => (byDay ? format.day(iso(point).slice(0, 10)) : format.dateTime(iso(point)));
  const drawn = useMemo(() => {
    const none = { lift: null, lower: null, upper: null, same: null };
    const placed = [...placesOf(pieces), ...(ahead === null ? [] : [{ at: ahead, ...none }])];
    const places = placed.map(({ at }) => at);
    const moment = (at: number) => new Date(places[at] ?? 0).toISOString();
    const same: ChartArea = {
      id: "same",
      label: t("overTime.same"),
      color: "var(--color-muted)",
      from: placed.map((point) => point.same && -point.same),
      to: placed.map((point) => point.same),
    };
    const interval: ChartArea = {
      id: "interval",
      label: t("overTime.interval"),
      color: "var(--color-series-1)",
      outlined: true,
      from: placed.map(({ lower }) => lower),
      to: placed.map(({ upper }) => upper),
    };
    return {
      places,
      areas: [same, interval],
      label: (at: number) => (byDay ? format.day(moment(at)) : format.dateTime(moment(at))),
      shortLabel: (at: number) => (byDay ? format.day(moment(at)) : format.date(moment(at))),
      series: [{ id: "lift", label: arm, values: placed.map(({ lift }) => lift) }],
      reach: reachOf(pieces.flat()),
      marks: marks.map(({ sign, at, texts }) => {
        const after = places.findIndex((place) => place >= at);
        return { sign, text: texts.join("; "), at: after < 0 ? places.length - 1 : after };
      }),
    };
  }, [pieces, arm, marks, byDay, ahead, format, t]);
  const [from, to] = [first && timeOf(first), last && timeOf(last)];
  return (
    <Panel title={t("panels.overTime")} description={texts.about} actions={field}>
      {!read.data ? (
        <Waiting of={read} lines={4} />
      ) : !from || !to || points.length < 2 ? (
        <p className="text-muted">{texts.tooFew}</p>
      ) : (
        <>
          <LineChart
            title={t("panels.overTime")}
            description={() =>
              t("overTime.label", {
                arm,
                from,
                to,
                count: points.length,
                of: byDay ? "days" : "readings",
                lift: format.change(last?.lift ?? 0),
              })
            }
            show={format.change}
            tick={format.change}
            {...drawn}
          />
          <p className="mt-1 text-sm text-muted text-pretty">
            {format.join([t("overTime.sameMeans"), ...(texts.legend ?? [])])}
          </p>
          {marks.length > 0 && (
            <ul aria-label={t("overTime.notes")} className="mt-2 grid gap-1 text-sm">
              {marks.map(({ sign, day, texts }) => (
                <li key={day} className="flex items-baseline gap-2">
                  <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line text-xs">
                    {sign}
                  </span>
                  <span className="min-w-0 wrap-anywhere">
                    <span className="text-muted">{format.day(day)}</span> {texts.join("; ")}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <RowsDisclosure
            summary={texts.table.summary}
            caption={t("panels.overTime")}
            rows={points.toReversed()}
            rowKey={({ at }) => String(at)}
            columns={[
              { id: "at", label: texts.table.at, cell: timeOf },
              figure("lift", t("columns.lift"), ({ lift }: Point) => format.change(lift)),
              figure("interval", t("overTime.interval"), (point: Point) => words.bounds(point, "lift")),
              figure("same", t("overTime.same"), ({ same }: Point) =>
                words.bounds({ lower: same && -same, upper: same }, "lift"),
              ),
            ]}
          />
        </>
      )}
    </Panel>
  );
}

/** The address holds the variant whose lift is shown. With several variants, a field chooses it. */
function useArm({ comparisons, names }: Study) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const [wanted, setWanted] = useQueryState("arm", parseAsString);
  const arms = comparisons.map(({ name }) => name);
  const arm = arms.find((name) => name === wanted) ?? arms[0] ?? "";
  const field = arms.length > 1 && (
    <Field label={t("columns.variant")} className="print:hidden">
      <Select
        value={arm}
        onChange={(event) => setWanted(event.target.value)}
        options={arms.map((name) => ({ value: name, label: words.called(name, names) }))}
      />
    </Field>
  );
  return { arm, called: words.called(arm, names), field };
}

const iso = ({ at }: Point) => new Date(at).toISOString();

/** Annotations of a day share one sign, as in the charts of the analytics page. */
function marksOf(notes: readonly Annotation[]): Mark[] {
  return [...Map.groupBy(notes, ({ day }) => day)].map(([day, of], n) => ({
    sign: String(n + 1),
    day,
    at: Date.parse(`${day}T12:00:00Z`),
    texts: of.map(({ text }) => text),
  }));
}

type Mark = { sign: string; day: string; at: number; texts: string[] };
