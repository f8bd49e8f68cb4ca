import { cn } from "./cn";

export type SparklineProps = {
  values: readonly (number | null)[];
  label: string;
  className?: string;
};

const width = 120;
const height = 28;
const inset = 2;

export function Sparkline({ values, label, className }: SparklineProps) {
  const { line, area, dots } = sparkPath(values);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cn("h-7 w-full overflow-visible text-series-1", className)}
    >
      {line === "" && dots.length === 0 && (
        <line
          x1="0"
          x2={width}
          y1={height - inset}
          y2={height - inset}
          className="stroke-line"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path d={area} fill="currentColor" opacity="0.12" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      {dots.map(({ x, y }) => (
        // A dot is a line without length, because a circle would be stretched with the drawing.
        <path
          key={x}
          d={`M${x} ${y}h0`}
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

type Point = { x: number; y: number };

export function sparkPath(values: readonly (number | null)[]): { line: string; area: string; dots: Point[] } {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known);
  const span = Math.max(...known, low) - low || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [at, value] of [...values, null].entries()) {
    if (value !== null) {
      run.push({ x: round(at * step), y: round(height - inset - ((value - low) / span) * (height - 2 * inset)) });
    } else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  const drawn = runs.filter((points) => points.length > 1).map(toLine);
  return {
    line: drawn.map(({ line }) => line).join(""),
    area: drawn.map(({ line, from }) => `${line}V${height}H${from}Z`).join(""),
    dots: runs.filter((points) => points.length === 1).flat(),
  };
}

function toLine(points: readonly Point[]) {
  const line = points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  return { line, from: points[0]?.x };
}

const round = (value: number) => Math.round(value * 100) / 100;
