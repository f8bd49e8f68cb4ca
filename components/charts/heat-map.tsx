"use client";

import { cn } from "../ui/cn";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import { levelsOf, percent } from "./scale";

type Props = Pick<ChartFrameProps, "title" | "description" | "words"> & {
  rows: readonly string[];
  columns: readonly string[];
  values: readonly number[];
  show: (value: number) => string;
};

const labelWidth = 48;
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

export function HeatMap({ title, description, words, rows, columns, values, show }: Props) {
  const width = columns.length;
  const levels = levelsOf(values, levelLooks.length);
  const lookOf = (value: number) => {
    const level = levels.findIndex(({ to }) => value <= to) + 1;
    return value > 0 ? levelLooks[Math.round((level / levels.length) * levelLooks.length) - 1] : undefined;
  };
  const cell = (at: number) => ({
    x: percent(((at % width) / width) * 100),
    y: Math.floor(at / width) * cellHeight,
    width: percent(100 / width),
    height: cellHeight,
    rx: 5,
  });
  const middle = (at: number) => percent(((at + 0.5) / width) * 100);
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
            x={middle(at % width)}
            y={Math.floor(at / width) * cellHeight + 18}
            className={cn("max-lg:hidden", look && look.opacity > 0.6 ? "fill-surface" : "fill-ink")}
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
      start={values.indexOf(Math.max(...values))}
      under={(x, y, box) => {
        const column = Math.floor(((x - labelWidth) / (box.width - labelWidth)) * width);
        const row = Math.max(0, Math.min(rows.length - 1, Math.floor(y / cellHeight)));
        return row * width + Math.max(0, Math.min(width - 1, column));
      }}
      legend={levels.map(({ from, to }) => (
        <span key={from} className="inline-flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 16 16" className={cn("size-4 shrink-0", cellLooks)}>
            <Cell look={lookOf(to)} x={0} y={0} width={16} height={16} rx={4} />
          </svg>
          {from === to ? show(to) : `${show(from)}–${show(to)}`}
        </span>
      ))}
      // Hours run from left to right, even in right-to-left languages.
      className="grid grid-cols-[3rem_minmax(0,1fr)] text-xs [direction:ltr]"
    >
      {(active) => (
        <>
          {names}
          <svg aria-hidden className="h-54 w-full overflow-visible fill-muted" textAnchor="middle">
            {cells}
            {active !== null && <rect {...cell(active)} className="fill-none stroke-ink" strokeWidth="2" />}
          </svg>
        </>
      )}
    </ChartFrame>
  );
}

type CellProps = {
  look: (typeof levelLooks)[number] | undefined;
} & Record<"x" | "y" | "width" | "height" | "rx", number | string>;

function Cell({ look, ...place }: CellProps) {
  return (
    <rect {...place} fillOpacity={look?.opacity} className={look ? cn("fill-series-1", look.size) : "fill-sunken"} />
  );
}
