"use client";

import { createContext, use, useMemo } from "react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import { lookOf, type Marker, pathOf } from "./looks";
import { type ChartSeries, mostMarkers, plotInsets } from "./points";

export type LineDrawingProps = {
  title: string;
  description: string;
  /** Where something is written at the axis, and what. */
  ticks: readonly { at: number; text: string }[];
  series: readonly ChartSeries[];
  /** Places of the points that lines are drawn by; others may be looked at. */
  kept: readonly number[];
  /** Values at the axis, short. */
  tick: (value: number) => string;
  /** Places of points that something is said of, with what stands at the line. */
  marks: readonly { at: number; sign: string }[];
  /** The point that is looked at. */
  active: number | null;
};

const margin = { top: 16, right: plotInsets.right, bottom: 0, left: 0 };

/** Else a word of each point would be measured for lines that are not drawn. */
const noLines = () => [];

const ActivePoint = createContext<number | null>(null);

/** The only file that draws with Recharts. Looking at a point draws no line anew. */
export default function LineDrawing({ active, ...drawn }: LineDrawingProps) {
  const { title, description, ticks, series, kept, tick, marks } = drawn;
  const last = Math.max(1, (series[0]?.values.length ?? 0) - 1);
  const rows = useMemo(() => {
    const columns = series.map(({ values }, n) => [`s${n}`, values] as const);
    return kept.map((at) => Object.fromEntries([["at", at], ...columns.map(([name, values]) => [name, values[at]])]));
  }, [kept, series]);
  const chart = useMemo(
    () => (
      <LineChart
        data={rows}
        title={title}
        desc={description}
        // The frame around it is the one tab stop, and says what is at each point.
        accessibilityLayer={false}
        margin={margin}
        responsive
        style={{ width: "100%", height: "100%" }}
      >
        <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          // A number, so that nothing is reckoned for each of thousands of words.
          type="number"
          domain={[0, last]}
          ticks={ticks.map(({ at }) => at)}
          tickFormatter={(place: number) => ticks.find(({ at }) => at === place)?.text ?? ""}
          tickLine={false}
          axisLine={{ stroke: "var(--control)" }}
          tick={{ fill: "var(--muted)", fontSize: 12 }}
          interval="equidistantPreserveStart"
          minTickGap={32}
          height={28}
        />
        <YAxis
          width={plotInsets.left}
          tickFormatter={tick}
          tickLine={false}
          axisLine={false}
          tick={{ fill: "var(--muted)", fontSize: 12 }}
          tickCount={5}
        />
        {marks.map(({ at, sign }) => (
          <ReferenceLine
            key={at}
            x={at}
            stroke="var(--muted)"
            strokeDasharray="2 2"
            label={{ value: sign, position: "top", fill: "var(--ink)", fontSize: 11 }}
          />
        ))}
        {series.map(({ id, values }, n) => (
          <SeriesLine key={id} at={n} values={kept.map((at) => values[at] ?? null)} />
        ))}
        <ActiveMark series={series} />
      </LineChart>
    ),
    [rows, last, title, description, ticks, tick, marks, series, kept],
  );
  return <ActivePoint value={active}>{chart}</ActivePoint>;
}

function SeriesLine({ at, values }: { at: number; values: readonly (number | null)[] }) {
  const { color, dash, marker } = lookOf(at);
  const few = values.length <= mostMarkers;
  const stands = (place: number) => few || isAlone(values, place);
  return (
    <Line
      dataKey={`s${at}`}
      type="linear"
      stroke={color}
      strokeWidth={at === 0 ? 2 : 1.5}
      {...(dash && { strokeDasharray: dash })}
      activeDot={false}
      isAnimationActive={false}
      dot={
        few || values.some((_, place) => isAlone(values, place))
          ? ({ cx, cy, index, key }) => (
              <MarkerShape key={key} x={stands(index) ? cx : undefined} y={cy} marker={marker} color={color} />
            )
          : false
      }
    />
  );
}

/** A point between two gaps is on no line. */
function isAlone(values: readonly (number | null)[], at: number): boolean {
  return values[at] != null && values[at - 1] == null && values[at + 1] == null;
}

type ShapeProps = { x?: number | undefined; y?: number | undefined; marker: Marker; color: string; scale?: number };

function MarkerShape({ x, y, marker, color, scale = 1 }: ShapeProps) {
  if (x === undefined || y == null || Number.isNaN(y)) return <g />;
  return (
    <path
      d={pathOf(marker)}
      transform={`translate(${x} ${y}) scale(${scale})`}
      fill={marker === "cross" ? "none" : color}
      stroke={color}
      strokeWidth={marker === "cross" ? 2 : 0}
    />
  );
}

function ActiveMark({ series }: Pick<LineDrawingProps, "series">) {
  const active = use(ActivePoint);
  const scaleX = useXAxisScale();
  const scaleY = useYAxisScale();
  const plot = usePlotArea();
  const x = active === null ? undefined : scaleX?.(active);
  if (active === null || x === undefined || !scaleY || !plot) return null;
  return (
    <g aria-hidden>
      <line x1={x} x2={x} y1={plot.y} y2={plot.y + plot.height} stroke="var(--ink)" strokeWidth="1" />
      {series.map(({ id, values }, n) => {
        const value = values[active];
        const { color, marker } = lookOf(n);
        if (value === null || value === undefined) return null;
        return <MarkerShape key={id} x={x} y={scaleY(value)} marker={marker} color={color} scale={1.5} />;
      })}
    </g>
  );
}
