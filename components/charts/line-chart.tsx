"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { lazyPart } from "../ui/lazy-part";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import { Legend, Sign } from "./legend";
import { lookOf } from "./looks";
import { type ChartArea, type ChartMark, type ChartSeries, rowsOf, thin } from "./points";
import { type ReadoutProps, said } from "./readout";
import { WhenNear } from "./when-near";

export type LineChartProps = Pick<ChartFrameProps, "title" | "description" | "onPick" | "pickHint"> & {
  /** Must be memoized or defined outside the component. */
  label: (at: number) => string;
  shortLabel?: (at: number) => string;
  /** The days of the points. Charts with one `syncId` show the pointer's day together. */
  days?: readonly string[];
  syncId?: string;
  series: readonly ChartSeries[];
  stacked?: boolean;
  areas?: readonly ChartArea[];
  /** Positions of the points in ascending order, if the distances between points differ. */
  places?: readonly number[] | undefined;
  /** Limits the axis to the round values around these two; what lies beyond is cut off. */
  reach?: readonly [number, number];
  show: (value: number, series: Pick<ChartSeries, "id" | "label">, at: number) => string;
  tick: (value: number) => string;
  marks?: readonly ChartMark[] | undefined;
};

const load = () => import("./line-drawing");
const LineDrawing = lazyPart(load);
// The browser fetches it as soon as the page's own code has come, before it hydrates anything.
if (typeof window !== "undefined") load().catch(() => {});

/** Longer courses have a brush, with which a part of them is enlarged. */
const mostWithoutBrush = 92;

export function LineChart(props: LineChartProps) {
  const { title, description, label, shortLabel = label, days, series, stacked = false, areas = none, places } = props;
  const { reach, show, tick, marks = none, onPick, pickHint, syncId } = props;
  const t = useTranslations("ui.chart");
  const [hidden, setHidden] = useState<readonly string[]>(none);
  const count = series[0]?.values.length ?? 0;
  const rows = useMemo(() => {
    const lines = [...series.map(({ values }) => values), ...areas.flatMap(({ from, to }) => [from, to])];
    const keyOf = (at: number) => places?.[at] ?? days?.[at] ?? at;
    return rowsOf({ series, areas, stacked }, { kept: thin({ count, lines, marks }), keyOf });
  }, [count, series, areas, stacked, marks, places, days]);
  const [brushed, setBrushed] = useState<{ rows: typeof rows; view: readonly [number, number] } | null>(null);
  const brush = rows.length > mostWithoutBrush ? t("brush") : null;

  const view = brush !== null && brushed?.rows === rows ? brushed.view : null;

  function read(place: number): ReadoutProps {
    const { at = 0 } = rows[place] ?? {};
    const shown = series.filter(({ id }) => !hidden.includes(id));
    const text = (value: number | null | undefined, each: Pick<ChartSeries, "id" | "label">) =>
      value == null || Number.isNaN(value) ? t("unknown") : show(value, each, at);
    const values = shown.map((each) => ({
      ...each,
      text: text(each.values[at], each),
      sign: <Sign look={lookOf(series.indexOf(each))} filled={each.filled ?? stacked} />,
    }));
    const total = { id: "total", label: t("total") };
    const sum = shown.reduce((all, each) => all + (each.values[at] ?? Number.NaN), 0);
    const ranges = areas.flatMap((area, n) => {
      const range = rows[place]?.[`area${n}`];
      if (!range || hidden.includes(area.id)) return [];
      const [from, to] = [text(range[0], area), text(range[1], area)];
      return [{ ...area, text: t("range", { from, to }), sign: <Sign area={area} /> }];
    });
    return {
      title: label(at),
      values: [...values, ...(stacked ? [{ ...total, text: text(sum, total) }] : []), ...ranges],
      notes: marks.filter((mark) => mark.at === at).map((mark) => mark.text),
    };
  }

  const onBrush = (view: readonly [number, number]) => setBrushed({ rows, view });
  return (
    <ChartFrame
      {...{ title, description, pickHint }}
      shows={[rows, hidden]}
      count={rows.length}
      start={rows.length - 1}
      view={view}
      words={(place) => said(read(place))}
      onPick={onPick && ((place) => onPick(rows[place]?.at ?? 0))}
      legend={<Legend {...{ series, areas, stacked, hidden }} onChange={setHidden} />}
      note={rows.length < count && t("thinned", { count: rows.length, of: count })}
      // Time runs from left to right, even in right-to-left languages.
      className={brush === null ? "h-64 [direction:ltr] sm:h-72" : "h-74 [direction:ltr] sm:h-82"}
    >
      {(active) => (
        <WhenNear>
          <LineDrawing
            {...{ rows, series, areas, stacked, hidden, reach, marks, tick, shortLabel, read, onPick, syncId }}
            {...{ brush, onBrush, active, view }}
          />
        </WhenNear>
      )}
    </ChartFrame>
  );
}

const none: readonly never[] = [];
