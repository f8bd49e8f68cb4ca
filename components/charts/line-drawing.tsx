"use client";

import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Layer, Surface } from "recharts";
import { areaLook, lookOf, markerLook, pathOf } from "./looks";
import { type ChartArea, type ChartSeries, mostMarkers, plotInsets } from "./points";
import { everyThat, roundValues, scaleOf, widthOf } from "./scale";

export type LineDrawingProps = {
  title: string;
  description: string;
  ticks: readonly { at: number; text: string }[];
  series: readonly ChartSeries[];
  areas: readonly ChartArea[];
  places: readonly number[] | undefined;
  reach: readonly [number, number] | undefined;
  /** Indexes of the points through which lines are drawn; the others can still be explored. */
  kept: readonly number[];
  tick: (value: number) => string;
  marks: readonly { at: number; sign: string }[];
  active: number | null;
};

type Size = { width: number; height: number };
type Scales = { x: (at: number) => number; y: (value: number) => number; left: number; right: number; bottom: number };

const top = 16;
const axisHeight = 28;
const whole = { width: "100%", height: "100%" };

/**
 * This is the only file with Recharts, of which it uses only the shapes: Recharts' own charts collect what they draw
 * through effects, in several passes instead of one. Exploring a point draws no line again.
 */
export default function LineDrawing({ active, ...drawn }: LineDrawingProps) {
  const { title, description, ticks, series, areas, places, reach, kept, tick, marks } = drawn;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const values = useMemo(
    () =>
      roundValues(
        reach ?? [...series.map((each) => each.values), ...areas.flatMap(({ from, to }) => [from, to])].flat(),
      ),
    [series, areas, reach],
  );
  const scales = useMemo(
    () => size && scalesFor(size, places ?? series[0]?.values.length ?? 0, values),
    [size, places, series, values],
  );
  const lines = useMemo(
    () =>
      scales && (
        <>
          {areas.map((area) => (
            <Area key={area.id} area={area} kept={kept} scales={scales} />
          ))}
          <Axes {...{ scales, ticks, values, tick }} />
          {marks.map(({ at, sign }) => (
            <Layer key={at} className="recharts-reference-line">
              <line
                {...{ x1: scales.x(at), x2: scales.x(at), y1: top, y2: scales.bottom }}
                stroke="var(--color-muted)"
                strokeDasharray="2 2"
              />
              <text x={scales.x(at)} y={top - 5} textAnchor="middle" fontSize={11} fill="var(--color-ink)">
                {sign}
              </text>
            </Layer>
          ))}
          {series.map(({ id, values, steps }, n) => (
            <SeriesLine key={id} at={n} kept={kept} values={values} steps={steps} scales={scales} />
          ))}
        </>
      ),
    [scales, ticks, values, tick, marks, series, areas, kept],
  );
  return (
    <div ref={box} className="h-full w-full">
      {size && scales && (
        <Surface {...size} title={title} desc={description} style={whole} className="block overflow-visible">
          {lines}
          {active !== null && <ActiveMark active={active} series={series} scales={scales} />}
        </Surface>
      )}
    </div>
  );
}

/** All charts of a page have the same width, so a new one starts with the last size instead of forcing a layout. */
let lastSize: Size | null = null;

/** A hidden chart, such as on a page that is kept behind another, keeps its last size. */
function useSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState(lastSize);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      if (lastSize?.width !== width || lastSize.height !== height) lastSize = { width, height };
      setSize((known) => (known?.width === width && known.height === height ? known : lastSize));
    };
    if (!lastSize) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

function scalesFor({ width, height }: Size, points: number | readonly number[], values: readonly number[]): Scales {
  const left = plotInsets.left;
  const right = Math.max(left + 1, width - plotInsets.right);
  const bottom = Math.max(top + 1, height - axisHeight);
  const places = typeof points === "number" ? null : points;
  const along = scaleOf(places ? [places[0] ?? 0, places.at(-1) ?? 0] : [0, Math.max(1, (points as number) - 1)], [
    left,
    right,
  ]);
  const up = scaleOf([values[0] ?? 0, values.at(-1) ?? 0], [bottom, top]);
  return {
    left,
    right,
    bottom,
    x: (at) => along(places?.[at] ?? at),
    y: (value) => Math.min(bottom, Math.max(top, up(value))),
  };
}

type AxesProps = Pick<LineDrawingProps, "ticks" | "tick"> & { scales: Scales; values: readonly number[] };

function Axes({ scales, ticks, values, tick }: AxesProps) {
  const { x, y, left, right, bottom } = scales;
  const end = right + plotInsets.right;
  const rules = values.map((value) => `M${left} ${y(value)}H${right}`).join("");
  return (
    <g fontSize={12} fill="var(--color-muted)">
      <path d={rules} stroke="var(--color-line)" />
      <path d={`M${left} ${y(0)}H${right}`} stroke="var(--color-control)" />
      {values.map((value) => (
        <text key={value} x={left - 8} y={y(value)} dy="0.355em" textAnchor="end">
          {tick(value)}
        </text>
      ))}
      {everyThat(ticks, right - left).map(({ at, text }) => (
        <text key={at} x={Math.min(x(at), end - widthOf(text) / 2)} y={bottom + 8} dy="0.71em" textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}

type Point = { x: number; y: number | null };

const pointsOf = (values: readonly (number | null)[], kept: readonly number[], { x, y }: Scales) =>
  kept.map((at): Point => {
    const value = values[at];
    return { x: x(at), y: value === null || value === undefined ? null : y(value) };
  });

/** A point without a value is a gap. Steps change halfway between two points. */
function lineThrough(points: readonly Point[], stepped = false): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (y === null) return "";
      if (!before || before.y === null) return `M${x} ${y}`;
      return stepped ? `H${(before.x + x) / 2}V${y}H${x}` : `L${x} ${y}`;
    })
    .join("");
}

/** The outline of each piece between two gaps leads along its upper edge and back along its lower edge. */
function areaBetween(upper: readonly Point[], lower: readonly Point[]): string {
  const isGap = (at: number) => upper[at]?.y == null || lower[at]?.y == null;
  const ends = [...upper.keys(), upper.length].filter((at) => at === upper.length || isGap(at));
  return ends
    .map((end, n) => {
      const start = n === 0 ? 0 : (ends[n - 1] as number) + 1;
      const outline = [...upper.slice(start, end), ...lower.slice(start, end).toReversed()];
      return outline.length > 0 ? `${lineThrough(outline)}Z` : "";
    })
    .join("");
}

function Area({ area, kept, scales }: { area: ChartArea; kept: readonly number[]; scales: Scales }) {
  const outline = areaBetween(pointsOf(area.to, kept, scales), pointsOf(area.from, kept, scales));
  return <path className="recharts-area-area" d={outline} {...areaLook(area.color, area.outlined)} />;
}

type LineProps = {
  at: number;
  kept: readonly number[];
  values: readonly (number | null)[];
  steps: readonly boolean[] | undefined;
  scales: Scales;
};

function SeriesLine({ at, kept, values, steps, scales }: LineProps) {
  const look = lookOf(at);
  const stroke = { fill: "none", stroke: look.color, ...(look.dash && { strokeDasharray: look.dash }) };
  const of = (step: boolean) => values.map((value, place) => (Boolean(steps?.[place]) === step ? value : null));
  const points = pointsOf(steps ? of(false) : values, kept, scales);
  const stepped = steps?.includes(true) ? pointsOf(of(true), kept, scales) : [];
  if ([...points, ...stepped].every(({ y }) => y === null)) return null;
  const few = points.length <= mostMarkers;
  const marked = points.filter(({ y }, n) => y !== null && (few || isAlone(points, n)));
  return (
    <Layer className="recharts-line">
      <path className="recharts-line-curve" d={lineThrough(points)} strokeWidth={at === 0 ? 2 : 1.5} {...stroke} />
      {stepped.length > 0 && (
        <path
          className="chart-steps"
          d={lineThrough(stepped, true)}
          strokeWidth={1.5}
          strokeOpacity={0.6}
          {...stroke}
        />
      )}
      {marked.length > 0 && (
        <path d={marked.map((point) => pathOf(look.marker, point)).join("")} {...markerLook(look)} />
      )}
    </Layer>
  );
}

/** A point between two gaps is on no line and needs a marker. */
function isAlone(points: readonly { y: number | null }[], at: number): boolean {
  return points[at]?.y != null && points[at - 1]?.y == null && points[at + 1]?.y == null;
}

function ActiveMark({ active, series, scales }: Pick<LineDrawingProps, "series"> & { active: number; scales: Scales }) {
  const x = scales.x(active);
  return (
    <g aria-hidden>
      <line x1={x} x2={x} y1={top} y2={scales.bottom} stroke="var(--color-ink)" strokeWidth="1" />
      {series.map(({ id, values }, n) => {
        const value = values[active];
        const look = lookOf(n);
        if (value === null || value === undefined) return null;
        const transform = `translate(${x} ${scales.y(value)}) scale(1.5)`;
        return <path key={id} d={pathOf(look.marker)} transform={transform} {...markerLook(look)} />;
      })}
    </g>
  );
}
