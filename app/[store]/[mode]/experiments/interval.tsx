import { cn } from "@/components/ui/cn";
import { type Axis, placeOn } from "./axis";
import type { Estimate } from "./results/verdict";

export function Ticks({ axis, show, sparse }: { axis: Axis; show: (value: number) => string; sparse?: boolean }) {
  const zero = placeOn(axis, 0);
  const nearZero = (percent: number) => percent !== zero && Math.abs(percent - zero) < 40;
  return (
    // Positions are SVG attributes, because the content policy forbids inline styles in a page from the server.
    <svg aria-hidden="true" className="block h-4 w-full overflow-visible fill-muted text-xs font-normal">
      {axis.ticks.map((tick, at) => (
        <text
          key={tick}
          x={`${placeOn(axis, tick)}%`}
          y="12"
          textAnchor={at === 0 ? "start" : at === axis.ticks.length - 1 ? "end" : "middle"}
          className={cn(
            tick === 0 && "fill-ink font-semibold",
            // On small screens only zero and the ends are labelled, without an end that is close to zero.
            tick !== 0 &&
              ((at > 0 && at < axis.ticks.length - 1) || nearZero(placeOn(axis, tick))) &&
              (sparse ? "hidden" : "max-md:hidden"),
          )}
        >
          {show(tick)}
        </text>
      ))}
    </svg>
  );
}

const height = 28;

/** The drawing is hidden from screen readers, because the same figures stand beside it as text. */
export function Interval({ axis, estimate: { value, lower, upper } }: { axis: Axis; estimate: Estimate }) {
  const at = (place: number) => placeOn(axis, place);
  const middle = height / 2;
  /** The interval ends with a cap, unless it continues beyond the axis. */
  const cap = (end: number) => (end < axis.from || end > axis.to ? "" : `M${at(end)} ${middle - 5}v10`);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-full overflow-visible text-series-1 [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
      stroke="currentColor"
    >
      {axis.ticks.map((tick) => (
        <path key={tick} d={`M${at(tick)} 0v${height}`} className={tick === 0 ? "stroke-ink" : "stroke-line"} />
      ))}
      {lower !== null && upper !== null && (
        <path d={`M${at(lower)} ${middle}H${at(upper)}${cap(lower)}${cap(upper)}`} strokeWidth="2" />
      )}
      {value !== null && value >= axis.from && value <= axis.to && (
        <path
          d={`M${at(value)} ${middle}h0`}
          strokeWidth="9"
          strokeLinecap="round"
          className={lower === null ? "stroke-muted" : "stroke-ink"}
        />
      )}
    </svg>
  );
}
