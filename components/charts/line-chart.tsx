"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import { LineDrawing } from "./line-drawing";
import { areaLook, lookOf, pathOf } from "./looks";
import { type ChartArea, type ChartSeries, placesOf, plotInsets, pointAt, stack, thin } from "./points";

type ChartMark = { at: number; sign: string; text: string };

export type LineChartProps = Pick<ChartFrameProps, "title" | "description" | "onPick" | "pickHint"> & {
  /** Must be memoized or defined outside the component. */
  label: (at: number) => string;
  shortLabel?: (at: number) => string;
  series: readonly ChartSeries[];
  stacked?: boolean;
  areas?: readonly ChartArea[];
  /** Positions of the points in ascending order, if the distances between points differ. */
  places?: readonly number[] | undefined;
  /** Limits the axis; values beyond it are drawn at its edge. */
  reach?: readonly [number, number];
  show: (value: number, series: Pick<ChartSeries, "id" | "label">, at: number) => string;
  tick: (value: number) => string;
  marks?: readonly ChartMark[];
  aside?: ReactNode;
};

export function LineChart(props: LineChartProps) {
  const { title, description, label, shortLabel = label, series, stacked, areas = none, places, reach } = props;
  const { show, tick, marks = none, aside, ...pick } = props;
  const t = useTranslations("ui.chart");
  const count = series[0]?.values.length ?? 0;
  const { lines, shaded } = useMemo(
    () => (stacked ? stack(series) : { lines: series, shaded: areas }),
    [stacked, series, areas],
  );
  const kept = useMemo(
    () => thin({ count, series: [...lines, ...shaded.flatMap(({ from, to }) => [{ values: from }, { values: to }])] }),
    [count, lines, shaded],
  );
  const ticks = useMemo(
    () => placesOf(count, places).map((at) => ({ at, text: shortLabel(at) })),
    [count, places, shortLabel],
  );

  function words(place: number): string {
    const said = (value: number | null | undefined, each: Pick<ChartSeries, "id" | "label">) =>
      `${each.label} ${value === null || value === undefined ? t("unknown") : show(value, each, place)}`;
    const total = { id: "total", label: t("total") };
    return [
      label(place),
      [
        ...series.map((each) => said(each.values[place], each)),
        ...(stacked ? [said(lines.at(-1)?.values[place], total)] : []),
        ...areas.flatMap((area) => {
          const [from, to] = [area.from[place], area.to[place]];
          if (typeof from !== "number" || typeof to !== "number") return [];
          return [`${area.label} ${t("range", { from: show(from, area, place), to: show(to, area, place) })}`];
        }),
      ].join(", "),
      ...marks.filter((mark) => mark.at === place).map(({ text }) => text),
    ].join(": ");
  }

  return (
    <ChartFrame
      {...{ title, description, count, words, onPick: pick.onPick, pickHint: pick.pickHint }}
      start={count - 1}
      under={(x, _, { width }) =>
        pointAt((x - plotInsets.left) / (width - plotInsets.left - plotInsets.right), count, places)
      }
      legend={
        <>
          {series.map((each, n) => (
            <LegendItem key={each.id} label={each.label}>
              {stacked && <rect x="-15" y="-5" width="30" height="10" {...areaLook(lookOf(n).color)} />}
              <LegendLine at={n} />
            </LegendItem>
          ))}
          {areas.map((area) => (
            <LegendItem key={area.id} label={area.label}>
              <rect x="-14" y="-4" width="28" height="8" {...areaLook(area.color, area.outlined)} />
            </LegendItem>
          ))}
          {aside}
        </>
      }
      note={kept.length < count && t("thinned", { count: kept.length, of: count })}
      // Time runs from left to right, even in right-to-left languages.
      className="h-64 [direction:ltr] sm:h-72"
    >
      {(active) => (
        <LineDrawing
          {...{ title, description, ticks, series: lines, areas: shaded, places, reach, kept, tick, marks, active }}
        />
      )}
    </ChartFrame>
  );
}

const none: readonly never[] = [];

function LegendItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden width="30" height="10" viewBox="-15 -5 30 10" className="shrink-0">
        {children}
      </svg>
      {label}
    </span>
  );
}

function LegendLine({ at }: { at: number }) {
  const { color, dash, marker } = lookOf(at);
  return (
    <>
      <path d="M-15 0H15" stroke={color} strokeWidth="2" {...(dash && { strokeDasharray: dash })} />
      <path d={pathOf(marker)} fill={marker === "cross" ? "none" : color} stroke={color} strokeWidth="1.5" />
    </>
  );
}
