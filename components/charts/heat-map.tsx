"use client";

import { type PointerEvent, type ReactNode, type SVGProps, useState } from "react";
import { cn } from "../ui/cn";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import { levelsOf } from "./points";
import { Readout } from "./readout";

type Props = Pick<ChartFrameProps, "title" | "description" | "words"> & {
  rows: readonly string[];
  columns: readonly string[];
  values: readonly number[];
  show: (value: number) => string;
};

const cellHeight = 28;

/** Cells inherit these looks from the element around them, because each of the 168 in a week costs a page bytes. */
const cellLooks = "stroke-surface stroke-2 [&>rect]:origin-center [&>rect]:[transform-box:fill-box]";

/** Below `lg` there is no room for numbers, so cells also grow with their level: not everybody tells colours apart. */
const levelLooks = [
  { opacity: 0.2, size: "max-lg:[scale:0.5]" },
  { opacity: 0.34, size: "max-lg:[scale:0.62]" },
  { opacity: 0.5, size: "max-lg:[scale:0.75]" },
  { opacity: 0.84, size: "max-lg:[scale:0.88]" },
  { opacity: 1, size: "" },
] as const;

const percent = (part: number): string => `${Number((part * 100).toFixed(3))}%`;

/** Recharts has no heat map, and the server draws this one. */
export function HeatMap({ title, description, words, rows, columns, values, show }: Props) {
  const width = columns.length;
  const levels = levelsOf(values, levelLooks.length);
  const lookOf = (value: number) => {
    const level = levels.findIndex(({ to }) => value <= to) + 1;
    return value > 0 ? levelLooks[Math.round((level / levels.length) * levelLooks.length) - 1] : undefined;
  };
  const cell = (at: number) => ({
    x: percent((at % width) / width),
    y: Math.floor(at / width) * cellHeight,
    width: percent(1 / width),
    height: cellHeight,
    rx: 5,
  });
  const middle = (at: number) => percent(((at % width) + 0.5) / width);
  // Names and cells are created outside the render function below, so exploring a cell renders none of them again.
  const names = (
    <div>
      {rows.map((name) => (
        <p key={name} className="h-7 truncate leading-7 text-muted">
          {name}
        </p>
      ))}
    </div>
  );
  const cells = (
    <>
      <g className={cellLooks}>
        {values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
          <Cell key={at} look={lookOf(value)} {...cell(at)} />
        ))}
      </g>
      {values.map((value, at) => {
        if (value === 0) return null;
        const look = lookOf(value);
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
            key={at}
            x={middle(at)}
            y={Math.floor(at / width) * cellHeight + 18}
            className={cn(
              "pointer-events-none max-lg:hidden",
              look && look.opacity > 0.6 ? "fill-surface" : "fill-ink",
            )}
          >
            {show(value)}
          </text>
        );
      })}
      {columns.map(
        (name, at) =>
          at % 3 === 0 && (
            <text key={name} x={middle(at)} y="212" className={cn(at % 6 > 0 && "max-sm:hidden")}>
              {name}
            </text>
          ),
      )}
    </>
  );
  return (
    <ChartFrame
      {...{ title, description, words, count: values.length, row: width }}
      shows={values}
      start={values.indexOf(Math.max(...values))}
      legend={
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          {levels.map(({ from, to }) => (
            <span key={from} className="inline-flex items-center gap-1.5">
              <svg aria-hidden viewBox="0 0 16 16" className={cn("size-4 shrink-0", cellLooks)}>
                <Cell look={lookOf(to)} x={0} y={0} width={16} height={16} rx={4} />
              </svg>
              {from === to ? show(to) : `${show(from)}–${show(to)}`}
            </span>
          ))}
        </p>
      }
      // Hours run from left to right, even in right-to-left languages.
      className="grid grid-cols-[3rem_minmax(0,1fr)] text-xs [direction:ltr]"
    >
      {(active) => (
        <>
          {names}
          <Explored {...{ active, cell, words }} columns={width}>
            {cells}
          </Explored>
        </>
      )}
    </ChartFrame>
  );
}

type ExploredProps = Pick<Props, "words"> & {
  active: number | null;
  columns: number;
  cell: (at: number) => SVGProps<SVGRectElement>;
  children: ReactNode;
};

/** The cell under the pointer, or the one to which the keys have moved, with its words beside it. */
function Explored({ active, columns, cell, words, children }: ExploredProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const at = pointed ?? active;
  const point = ({ target }: PointerEvent) =>
    setPointed(target instanceof SVGRectElement ? [...(target.parentElement?.children ?? [])].indexOf(target) : null);
  return (
    <div className="relative" onPointerOver={point} onPointerLeave={() => setPointed(null)}>
      <svg aria-hidden className="h-54 w-full overflow-visible fill-muted" textAnchor="middle">
        {children}
        {at !== null && <rect {...cell(at)} className="pointer-events-none fill-none stroke-ink" strokeWidth="2" />}
      </svg>
      {at !== null && (
        <div
          className="pointer-events-none absolute z-10"
          style={{
            left: cell(at).x,
            top: (Math.floor(at / columns) + 1) * cellHeight + 4,
            ...(at % columns >= columns / 2 && { transform: "translateX(-100%)" }),
          }}
        >
          <Readout title={words(at)} values={[]} />
        </div>
      )}
    </div>
  );
}

type CellProps = { look: (typeof levelLooks)[number] | undefined } & SVGProps<SVGRectElement>;

function Cell({ look, ...place }: CellProps) {
  return (
    <rect {...place} fillOpacity={look?.opacity} className={look ? cn("fill-series-1", look.size) : "fill-sunken"} />
  );
}
