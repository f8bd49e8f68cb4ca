"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
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
import { leastConversions } from "../results/measure";
import { liftOverTime, missingIn, type Point, placesOf, reachOf } from "../results/over-time";
import type { Names } from "../results/verdict";
import { useExperimentWords } from "../words";
import { figure } from "./statistics/variant-tables";

type Props = {
  read: UseQueryResult;
  snapshots: readonly Snapshot[];
  arms: readonly string[];
  names: Names;
  everyHours: number;
};

const shownInTable = 60;

export function LiftOverTime({ read, snapshots, arms, names, everyHours }: Props) {
  const t = useTranslations("experiments");
  const { desk, can, store, format } = useDesk();
  const words = useExperimentWords();
  const { arm, field } = useArm(arms, names);
  const liftColumns = useLiftColumns();
  const called = words.called(arm, names);
  const pieces = useMemo(() => liftOverTime(snapshots, arm, everyHours), [snapshots, arm, everyHours]);
  const points = pieces.flat();
  const latest = points.slice(-shownInTable).reverse();
  const missing = missingIn(pieces);
  const [first, last] = [points[0], points.at(-1)];
  const dayOf = (point: Point | undefined) => dayIn(store.timeZone, new Date(point?.at ?? 0));
  const { data: noted } = useQuery({
    ...desk.annotations.list.options({ query: { from: dayOf(first), to: dayOf(last) } }),
    enabled: points.length > 1 && can("desk", "annotations", "list"),
  });
  const marks = useMemo(() => marksOf(noted?.data ?? []), [noted]);
  return (
    <Panel title={t("panels.overTime")} description={t("overTime.about", { hours: everyHours })} actions={field}>
      {!read.data ? (
        <Waiting of={read} lines={4} />
      ) : !first || !last || points.length < 2 ? (
        <p className="text-muted">{t("overTime.tooFew", { count: points.length })}</p>
      ) : (
        <>
          <LiftChart
            pieces={pieces}
            arm={called}
            marks={marks}
            description={t("overTime.label", {
              arm: called,
              count: points.length,
              from: format.dateTime(iso(first)),
              to: format.dateTime(iso(last)),
              lift: format.change(last.lift),
            })}
          />
          <p className="mt-1 text-sm text-muted text-pretty">
            {format.join([
              t("overTime.sameMeans"),
              missing.intervals ? t("overTime.late", { least: leastConversions }) : "",
              missing.readings ? t("overTime.gaps") : "",
            ])}
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
            summary={t("overTime.table", { count: latest.length })}
            caption={t("panels.overTime")}
            rows={latest}
            rowKey={({ at }) => String(at)}
            columns={[
              { id: "at", label: t("overTime.at"), cell: (point) => format.dateTime(iso(point)) },
              ...liftColumns,
            ]}
          />
        </>
      )}
    </Panel>
  );
}

/** The address holds the variant whose lift is shown. With several variants, a field chooses it. */
export function useArm(arms: readonly string[], names: Names) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const [wanted, setWanted] = useQueryState("arm", parseAsString);
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
  return { arm, field };
}

export function useLiftColumns() {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  return [
    figure("lift", t("columns.lift"), ({ lift }: Point) => format.change(lift)),
    figure("interval", t("overTime.interval"), (point: Point) => words.bounds(point, "lift")),
    figure("same", t("overTime.same"), ({ same }: Point) =>
      words.bounds({ lower: same && -same, upper: same }, "lift"),
    ),
  ];
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

type ChartProps = {
  pieces: readonly Point[][];
  arm: string;
  marks: readonly Mark[];
  description: string;
  /** Each point is a whole day. */
  byDay?: boolean;
  /** A later time up to which the axis goes. */
  ahead?: number | null;
};

/** The line leaves the region of no difference exactly when its interval excludes zero. */
export function LiftChart({ pieces, arm, marks, description, byDay = false, ahead = null }: ChartProps) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const [same, interval] = [t("overTime.same"), t("overTime.interval")];
  const drawn = useMemo(() => {
    const none = { lift: null, lower: null, upper: null, same: null };
    const points = [...placesOf(pieces), ...(ahead === null ? [] : [{ at: ahead, ...none }])];
    const places = points.map(({ at }) => at);
    const moment = (at: number) => new Date(places[at] ?? 0).toISOString();
    const areas: ChartArea[] = [
      {
        id: "same",
        label: same,
        color: "var(--color-muted)",
        from: points.map((point) => point.same && -point.same),
        to: points.map((point) => point.same),
      },
      {
        id: "interval",
        label: interval,
        color: "var(--color-series-1)",
        outlined: true,
        from: points.map(({ lower }) => lower),
        to: points.map(({ upper }) => upper),
      },
    ];
    return {
      places,
      areas,
      label: (at: number) => (byDay ? format.day(moment(at)) : format.dateTime(moment(at))),
      shortLabel: (at: number) => (byDay ? format.day(moment(at)) : format.date(moment(at))),
      series: [{ id: "lift", label: arm, values: points.map(({ lift }) => lift) }],
      reach: reachOf(pieces.flat()),
      marks: marks.map(({ sign, at, texts }) => {
        const after = places.findIndex((place) => place >= at);
        return { sign, text: texts.join("; "), at: after < 0 ? places.length - 1 : after };
      }),
    };
  }, [pieces, arm, marks, same, interval, format, byDay, ahead]);
  return (
    <LineChart
      title={t("panels.overTime")}
      description={description}
      show={format.change}
      tick={format.change}
      {...drawn}
    />
  );
}
