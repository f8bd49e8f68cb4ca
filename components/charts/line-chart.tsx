"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { Skeleton } from "../ui/skeleton";
import { lookOf, pathOf } from "./looks";
import { type ChartSeries, placesOf, plotInsets, pointAfter, pointAt, thin } from "./points";

// Loaded where a chart shows: figures and tables are there before it, and without it.
const LineDrawing = dynamic(() => import("./line-drawing"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full opacity-60" />,
});

type ChartMark = { at: number; sign: string; text: string };

export type LineChartProps = {
  /** What is drawn, as a name. */
  title: string;
  /** What is to be seen in it, in a sentence. */
  description: string;
  /** What a point is, in full; keep it outside the component, or memoize it. */
  label: (at: number) => string;
  /** The same at the axis, short. */
  shortLabel?: (at: number) => string;
  series: readonly ChartSeries[];
  /** A value of a line, as it is said. */
  show: (value: number, series: ChartSeries) => string;
  /** The same at the axis, short. */
  tick: (value: number) => string;
  marks?: readonly ChartMark[];
  /** Opens what is behind a point. */
  onPick?: (at: number) => void;
  /** What picking does, in words. */
  pickHint?: string;
  /** Beside the legend. */
  aside?: ReactNode;
};

/**
 * Lines over what has an order. One tab stop: arrows go from point to point, and what is there is said, as of a slider.
 * Under it belongs a table of the same figures.
 */
export function LineChart(props: LineChartProps) {
  const {
    title,
    description,
    label,
    shortLabel = label,
    series,
    show,
    tick,
    marks = none,
    onPick,
    pickHint,
    aside,
  } = props;
  const t = useTranslations("ui.chart");
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState<number | null>(null);
  const count = series[0]?.values.length ?? 0;
  const kept = useMemo(() => thin({ count, series }), [count, series]);
  const ticks = useMemo(() => placesOf(count).map((at) => ({ at, text: shortLabel(at) })), [count, shortLabel]);
  const last = count - 1;
  // Another series may have fewer points than the one that was looked at.
  const active = chosen === null ? null : Math.min(chosen, last);
  const at = active ?? last;
  const words = sayPoint(at);

  function sayPoint(place: number): string {
    const values = series.map((each) => {
      const value = each.values[place];
      return `${each.label} ${value === null || value === undefined ? t("unknown") : show(value, each)}`;
    });
    const said = marks.filter((mark) => mark.at === place).map(({ text }) => text);
    return [label(place), values.join(", "), ...said].join(": ");
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && active !== null) return setActive(null);
    if (event.key === "Enter" && onPick && active !== null) {
      event.preventDefault();
      return onPick(at);
    }
    const to = pointAfter(event.key, active ?? last + (event.key === "ArrowLeft" ? 1 : 0), count);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
  };
  const pointed = (event: PointerEvent): number => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return 0;
    return pointAt(
      (event.clientX - box.left - plotInsets.left) / (box.width - plotInsets.left - plotInsets.right),
      count,
    );
  };

  return (
    <figure className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
        {series.map((each, n) => (
          <span key={each.id} className="inline-flex items-center gap-2">
            <LegendLine at={n} /> {each.label}
          </span>
        ))}
        {aside}
      </div>
      {/* Always as high as its text, so that nothing moves when a point is looked at. */}
      <p aria-hidden className="min-h-9 text-sm text-muted print:hidden">
        {active === null ? t(onPick ? "hintPick" : "hint") : words}
      </p>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={`${id}-about`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(active ?? last) + 1}
        aria-valuetext={words}
        className="contain-content h-64 min-w-0 touch-pan-y rounded-md sm:h-72"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setActive(pointed(event))}
        onPointerDown={(event) => setActive(pointed(event))}
        onPointerLeave={(event) => event.pointerType === "mouse" && setActive(null)}
        onClick={(event) => {
          // A finger first looks; what it then presses is the same point again.
          if (event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType !== "mouse") return;
          if (active !== null) onPick?.(at);
        }}
      >
        <LineDrawing {...{ title, description, ticks, series, kept, tick, marks, active }} />
      </div>
      <p id={`${id}-about`} className="sr-only">
        {description} {pickHint}
      </p>
      {kept.length < count && (
        <figcaption className="text-sm text-muted">{t("thinned", { count: kept.length, of: count })}</figcaption>
      )}
    </figure>
  );
}

const none: readonly ChartMark[] = [];

function LegendLine({ at }: { at: number }) {
  const { color, dash, marker } = lookOf(at);
  return (
    <svg aria-hidden width="30" height="10" viewBox="-15 -5 30 10" className="shrink-0">
      <path d="M-15 0H15" stroke={color} strokeWidth="2" {...(dash && { strokeDasharray: dash })} />
      <path d={pathOf(marker)} fill={marker === "cross" ? "none" : color} stroke={color} strokeWidth="1.5" />
    </svg>
  );
}
