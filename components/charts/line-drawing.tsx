"use client";

import { Fragment, memo, useCallback, useMemo, useRef } from "react";
import {
  type ActiveDotProps,
  Area,
  Brush,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  getNiceTickValues,
  Line,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  useChartWidth,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from "recharts";
import { useTouched } from "../ui/hydrate-on-touch";
import { KeyPoint, KeyPointer } from "./key-point";
import { areaLook, lineLook, lookOf, markerLook, whole } from "./looks";
import { type ChartMark, type ChartParts, type ChartRow, fittingTicks, isAlone, widthOf } from "./points";
import { Readout, type ReadoutProps } from "./readout";

type Props = ChartParts & {
  rows: readonly ChartRow[];
  hidden: readonly string[];
  reach: readonly [number, number] | undefined;
  marks: readonly ChartMark[];
  tick: (value: number) => string;
  shortLabel: (at: number) => string;
  read: (place: number) => ReadoutProps;
  onPick: ((at: number) => void) | undefined;
  syncId: string | undefined;
  /** The name of the brush, if there is one. */
  brush: string | null;
  onBrush: (view: readonly [first: number, last: number]) => void;
  /** The part that the brush leaves. */
  view: readonly [first: number, last: number] | null;
  touched: boolean;
};

export default function LineDrawing({ active, ...props }: Omit<Props, "touched"> & { active: number | null }) {
  const touched = useTouched();
  return (
    <KeyPoint value={{ x: props.rows[active ?? -1]?.key }}>
      <SameLines {...props} touched={touched} />
    </KeyPoint>
  );
}

/** With more points than those of two weeks, lines have no markers, because each marker is an element of the page. */
const mostMarkers = 14;
const margin = { top: 18, right: 14, bottom: 0, left: 12 };
// Recharts would measure each label, which makes the browser lay out the page each time.
const axis = { interval: 0, tickLine: false, axisLine: false } as const;
const labelLook = { fontSize: 12, fill: "var(--color-muted)" };
const still = { isAnimationActive: false, type: "linear" } as const;

/** Room for labels up to the next power of ten. Measuring them would draw the chart twice. */
function axisWidth(values: readonly number[], tick: Props["tick"]): number {
  const ends = [Math.min(0, ...values), Math.max(0, ...values)];
  const labels = ends.map((end) => tick(Math.sign(end) * 10 ** Math.ceil(Math.log10(Math.abs(end) || 1))));
  return Math.max(...labels.map(widthOf)) + 14;
}

type DayAxisProps = Pick<Props, "rows" | "view"> & { labelOf: (key: string | number) => string; valueWidth: number };

/** The widest of so many labels stands for all. */
const labelsTried = 14;

function DayAxis({ rows, view, labelOf, valueWidth }: DayAxisProps) {
  const width = (useChartWidth() ?? 0) - valueWidth - margin.left - margin.right;
  const ticks = useMemo(() => {
    const keys = rows.slice(view?.[0] ?? 0, (view?.[1] ?? rows.length) + 1).map(({ key }) => key);
    const some = keys.filter((_, at) => at % Math.ceil(keys.length / labelsTried) === 0);
    const label = Math.max(...some.map((key) => widthOf(labelOf(key))));
    return fittingTicks(keys, { width, label, end: margin.right });
  }, [rows, view, labelOf, width]);
  return (
    <XAxis
      dataKey="key"
      {...(typeof rows[0]?.key === "number" && { type: "number", domain: ["dataMin", "dataMax"] })}
      ticks={ticks}
      tick={({ x, y, payload }: XAxisTickContentProps) => (
        <text x={x} y={y} dy="0.71em" textAnchor="middle" {...labelLook}>
          {labelOf(payload.value)}
        </text>
      )}
      tickMargin={6}
      height={28}
      {...axis}
    />
  );
}

function Lines(props: Props) {
  const { rows, series, areas, stacked, hidden, reach, marks, tick, shortLabel, read, onPick } = props;
  const places = useMemo(() => new Map(rows.map(({ key }, place) => [key, place])), [rows]);
  const labelOf = useCallback(
    (key: string | number) => shortLabel(rows[places.get(key) ?? 0]?.at ?? 0),
    [rows, places, shortLabel],
  );
  const values = useMemo(() => series.flatMap((each) => each.values).filter((value) => value !== null), [series]);
  const lines = series.map(({ id, steps, filled }, n) => {
    const isMarked = (at: number) => rows.length <= mostMarkers || isAlone(rows, at, `line${n}`);
    const marker = (x = 0, y: number | null | undefined, size = 1) =>
      y != null && <path transform={`translate(${x} ${y}) scale(${size})`} {...markerLook(lookOf(n))} />;
    return {
      id,
      hasSteps: steps?.includes(true) ?? false,
      isFilled: stacked || filled,
      look: { hide: hidden.includes(id), ...lineLook(lookOf(n)), strokeWidth: 1.5, ...still },
      dots: {
        dot:
          rows.some((_, at) => isMarked(at)) &&
          (({ key, cx, cy, index }: DotItemDotProps) => <g key={key}>{isMarked(index) && marker(cx, cy)}</g>),
        activeDot: ({ cx, cy }: ActiveDotProps) => marker(cx, cy, 1.5),
      },
    };
  });
  const valueWidth = axisWidth(reach ?? values.map((value) => value * (stacked ? series.length : 1)), tick);
  const scale = reach && getNiceTickValues([...reach], 5, true, "snap125");
  const pressed = useRef<EventTarget>(null);
  return (
    <ComposedChart
      responsive
      style={whole}
      margin={margin}
      data={rows}
      accessibilityLayer={false}
      aria-hidden={props.brush === null}
      syncId={props.syncId}
      syncMethod="value"
      onMouseDown={(_, { target }) => {
        pressed.current = target;
      }}
      onClick={({ activeLabel, isTooltipActive }, { nativeEvent: event }) => {
        // A finger only shows points; the links of the table open them.
        const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
        const isBrush = pressed.current instanceof Element && pressed.current.closest(".recharts-brush");
        const row = rows[places.get(activeLabel ?? "") ?? -1];
        if (row && isTooltipActive && !isTouch && !isBrush) onPick?.(row.at);
      }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <DayAxis {...{ rows, labelOf, valueWidth }} view={props.view} />
      <YAxis
        width={valueWidth}
        {...(scale && { domain: [Math.min(...scale), Math.max(...scale)], ticks: scale, allowDataOverflow: true })}
        allowDecimals={!values.every(Number.isInteger)}
        niceTicks="snap125"
        tick={({ x, y, payload }: YAxisTickContentProps) => (
          <text x={x} y={y} dy="0.355em" textAnchor="end" {...labelLook}>
            {tick(payload.value)}
          </text>
        )}
        {...axis}
      />
      {props.touched && (
        <Tooltip
          isAnimationActive={false}
          filterNull={false}
          cursor={{ stroke: "var(--color-control)" }}
          content={({ active, label = "" }: TooltipContentProps) => {
            const place = places.get(label);
            return active && place !== undefined && <Readout {...read(place)} />;
          }}
        />
      )}
      {(reach ?? values).some((value) => value < 0) && <ReferenceLine y={0} stroke="var(--color-control)" />}
      {areas.map(({ id, color, outlined }, n) => {
        const look = { hide: hidden.includes(id), activeDot: false, ...still, ...areaLook(color, outlined) };
        return <Area key={id} dataKey={`area${n}`} {...look} />;
      })}
      {lines.map(({ id, look, dots, isFilled }, n) => {
        const fill = { ...(stacked && { stackId: "whole" }), fill: look.stroke, fillOpacity: 0.18 };
        return isFilled && <Area key={id} dataKey={`line${n}`} {...fill} {...look} {...dots} />;
      })}
      {lines.map(({ id, look, dots, hasSteps, isFilled }, n) => (
        <Fragment key={id}>
          {!isFilled && <Line dataKey={`line${n}`} {...look} strokeWidth={n === 0 ? 2 : 1.5} {...dots} />}
          {hasSteps && (
            <Line className="chart-steps" dataKey={`step${n}`} {...look} type="step" strokeOpacity={0.6} dot={false} />
          )}
        </Fragment>
      ))}
      {marks.map(({ at, sign }) => (
        <ReferenceLine
          key={at}
          x={rows.find((row) => row.at === at)?.key}
          stroke="var(--color-muted)"
          strokeDasharray="2 2"
          label={{ value: sign, position: "top", fontSize: 11, fill: "var(--color-ink)" }}
        />
      ))}
      {props.brush !== null && (
        <Brush
          dataKey="key"
          height={28}
          travellerWidth={10}
          fill="var(--color-sunken)"
          stroke="var(--color-muted)"
          ariaLabel={props.brush}
          tickFormatter={() => ""}
          onChange={({ startIndex, endIndex }) => props.onBrush([startIndex, endIndex])}
          className="print:hidden"
        />
      )}
      {props.touched && <KeyPointer />}
    </ComposedChart>
  );
}

/** Neither keys nor what else changes on the page draw a line again. Functions say the same of the same rows. */
const SameLines = memo(Lines, (before: Props, now: Props) =>
  Object.entries(now).every(([name, value]) => typeof value === "function" || value === before[name as keyof Props]),
);
