"use client";

import { useId, useMemo } from "react";
import { Layer, Surface } from "recharts";
import { areaLook, lookOf, markerLook, pathOf } from "./looks";
import { type ChartArea, type ChartSeries, mostMarkers } from "./points";
import { hiddenWhereNarrow, percent, rounded, roundValues, scaleOf } from "./scale";

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

/** Both return percent of the box. */
type Scales = { x: (at: number) => number; y: (value: number) => number };

/** Strokes keep their width, however the box is stretched. */
const stretched = "absolute size-full overflow-visible [&_path]:[vector-effect:non-scaling-stroke]";
const unstretched = "absolute size-full overflow-visible";

/**
 * This is the only file with Recharts, of which it uses only the shapes: Recharts' own charts measure their box and
 * collect what they draw through effects. Here every place is a part of the box, so the server draws the chart, and a
 * chart of another width needs no script. Exploring a point draws no line again.
 */
export function LineDrawing({ active, ...drawn }: LineDrawingProps) {
  const { title, description, ticks, series, areas, places, reach, kept, tick, marks } = drawn;
  const values = useMemo(
    () =>
      roundValues(
        reach ?? [...series.map((each) => each.values), ...areas.flatMap(({ from, to }) => [from, to])].flat(),
      ),
    [series, areas, reach],
  );
  const scales = useMemo(() => scalesFor(places ?? series[0]?.values.length ?? 0, values), [places, series, values]);
  const drawnSeries = useMemo(
    () => series.map((each) => ({ id: each.id, ...piecesOf(each, kept, scales) })),
    [series, kept, scales],
  );
  const lines = useMemo(
    () => (
      <>
        <Surface
          width={100}
          height={100}
          preserveAspectRatio="none"
          title={title}
          desc={description}
          className={stretched}
        >
          {areas.map((area) => (
            <Area key={area.id} area={area} kept={kept} scales={scales} />
          ))}
          <path d={values.map((value) => `M0 ${scales.y(value)}H100`).join("")} stroke="var(--color-line)" />
          <path d={`M0 ${scales.y(0)}H100`} stroke="var(--color-control)" />
          {drawnSeries.map(({ id, points, stepped }, n) => (
            <SeriesLine key={id} at={n} points={points} stepped={stepped} />
          ))}
        </Surface>
        <svg aria-hidden className={unstretched}>
          <Axes {...{ scales, ticks, values, tick }} />
          {marks.map(({ at, sign }) => (
            <Layer key={at} className="recharts-reference-line">
              <line
                {...{ x1: percent(scales.x(at)), x2: percent(scales.x(at)), y2: "100%" }}
                stroke="var(--color-muted)"
                strokeDasharray="2 2"
              />
              <text x={percent(scales.x(at))} y={-5} textAnchor="middle" fontSize={11} fill="var(--color-ink)">
                {sign}
              </text>
            </Layer>
          ))}
          {drawnSeries.map(({ id, points }, n) => (
            <Markers key={id} at={n} points={points} />
          ))}
        </svg>
      </>
    ),
    [title, description, scales, ticks, values, tick, marks, drawnSeries, areas, kept],
  );
  return (
    <div className="relative h-full">
      <div className="@container absolute start-15 end-3 top-4 bottom-7">
        {lines}
        {active !== null && <ActiveMark active={active} series={series} scales={scales} />}
      </div>
    </div>
  );
}

function scalesFor(points: number | readonly number[], values: readonly number[]): Scales {
  const places = typeof points === "number" ? null : points;
  const ends = places
    ? ([places[0] ?? 0, places.at(-1) ?? 0] as const)
    : ([0, Math.max(1, Number(points) - 1)] as const);
  const along = scaleOf(ends, [0, 100]);
  const up = scaleOf([values[0] ?? 0, values.at(-1) ?? 0], [100, 0]);
  return {
    x: (at) => rounded(along(places?.[at] ?? at)),
    y: (value) => rounded(Math.min(100, Math.max(0, up(value)))),
  };
}

type AxesProps = Pick<LineDrawingProps, "ticks" | "tick"> & { scales: Scales; values: readonly number[] };

function Axes({ scales: { x, y }, ticks, values, tick }: AxesProps) {
  const hidden = hiddenWhereNarrow(ticks);
  return (
    <g fontSize={12} fill="var(--color-muted)">
      {values.map((value) => (
        <text key={value} x={-8} y={percent(y(value))} dy="0.355em" textAnchor="end">
          {tick(value)}
        </text>
      ))}
      {ticks.map(({ at, text }, n) => {
        const place = x(at);
        // Centred at its point, the last label would reach beyond the chart.
        const last = place > 95 && ({ dx: 12, textAnchor: "end" } as const);
        return (
          <text key={at} x={percent(place)} y="100%" dy="1.4em" textAnchor="middle" {...last} className={hidden[n]}>
            {text}
          </text>
        );
      })}
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

/** The points of a line, and of its parts that are known only as steps. */
function piecesOf({ values, steps }: ChartSeries, kept: readonly number[], scales: Scales) {
  const of = (step: boolean) => values.map((value, place) => (Boolean(steps?.[place]) === step ? value : null));
  return {
    points: pointsOf(steps ? of(false) : values, kept, scales),
    stepped: steps?.includes(true) ? pointsOf(of(true), kept, scales) : [],
  };
}

type LineProps = { at: number } & ReturnType<typeof piecesOf>;

function SeriesLine({ at, points, stepped }: LineProps) {
  const look = lookOf(at);
  const stroke = { fill: "none", stroke: look.color, ...(look.dash && { strokeDasharray: look.dash }) };
  if ([...points, ...stepped].every(({ y }) => y === null)) return null;
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
    </Layer>
  );
}

/** Markers are shapes of their own, which are not stretched with the lines. */
function Markers({ at, points }: Pick<LineProps, "at" | "points">) {
  const id = useId();
  const look = lookOf(at);
  const few = points.length <= mostMarkers;
  const marked = points.filter(({ y }, n) => y !== null && (few || isAlone(points, n)));
  if (marked.length === 0) return null;
  return (
    <>
      <defs>
        <path id={id} d={pathOf(look.marker)} {...markerLook(look)} />
      </defs>
      {marked.map(({ x, y }) => (
        <use key={x} href={`#${id}`} x={percent(x)} y={percent(y ?? 0)} />
      ))}
    </>
  );
}

/** A point between two gaps is on no line and needs a marker. */
function isAlone(points: readonly { y: number | null }[], at: number): boolean {
  return points[at]?.y != null && points[at - 1]?.y == null && points[at + 1]?.y == null;
}

function ActiveMark({ active, series, scales }: Pick<LineDrawingProps, "series"> & { active: number; scales: Scales }) {
  const x = percent(scales.x(active));
  return (
    <svg aria-hidden className={unstretched}>
      <line x1={x} x2={x} y2="100%" stroke="var(--color-ink)" />
      {series.map(({ id, values }, n) => {
        const value = values[active];
        const look = lookOf(n);
        if (value === null || value === undefined) return null;
        return (
          <svg key={id} aria-hidden x={x} y={percent(scales.y(value))} className="overflow-visible">
            <path d={pathOf(look.marker)} transform="scale(1.5)" {...markerLook(look)} />
          </svg>
        );
      })}
    </svg>
  );
}
