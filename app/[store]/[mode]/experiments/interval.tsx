import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/radio-group";
import { scaleFilter } from "./filters";
import { type LiftEstimate, type Scale, scales } from "./results/verdict";

type Axis = { from: number; to: number; ticks: number[] };

/** `usual` is the reach of an axis without data, `most` the limit of any axis. */
const reach = { lift: { usual: 0.1, most: 5 }, points: { usual: 0.01, most: 1 } };

/** One axis shows zero and every value of all rows; a row's wide interval may extend beyond it. */
export function axisOf(estimates: readonly LiftEstimate[], scale: Scale): Axis {
  const { usual, most } = reach[scale];
  const known = estimates.map(({ value, lower, upper }) => [value, lower, upper].filter((one) => one !== null));
  const reaches = known
    .flatMap((row) => (row.length > 0 ? [Math.max(...row.map(Math.abs))] : []))
    .sort((a, b) => a - b);
  const typical = reaches[Math.floor(reaches.length / 2)] || usual;
  const near = Math.max(2.5 * typical, ...estimates.map(({ value }) => Math.abs(value ?? 0)));
  const all = known.flat();
  const lower = Math.max(-1, -near, Math.min(0, ...all));
  const upper = Math.min(most, near, Math.max(0, ...all));
  const step = stepFor((upper - lower || usual) / 4);
  // No rate can fall by more than 100 %.
  const from = lower === -1 && step <= 1 ? -1 : Math.floor(lower / step - 1e-9) * step;
  const to = Math.ceil(upper / step + 1e-9) * step;
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  return { from, to, ticks: ticks.map((tick) => (Math.abs(tick) < step / 1e6 ? 0 : tick)) };
}

function stepFor(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((times) => times * unit >= rough * (1 - 1e-9)) ?? 10) * unit;
}

/** Returns hundredths of the width; a value beyond an end is placed at that end. */
export function placeOn({ from, to }: Axis, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100));
}

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
export function Interval({ axis, estimate: { value, lower, upper } }: { axis: Axis; estimate: LiftEstimate }) {
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
      <path d={axis.ticks.map((tick) => `M${at(tick)} 0v${height}`).join("")} className="stroke-line" />
      <path d={`M${at(0)} 0v${height}`} className="stroke-ink" />
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

export function ScaleSwitch() {
  const t = useTranslations("experiments.scale");
  const [scale, setScale] = useQueryState("scale", scaleFilter);
  return (
    <Segmented
      label={t("label")}
      size="sm"
      className="print:hidden"
      value={scale}
      onValueChange={setScale}
      options={scales.map((value) => ({ value, label: t(value) }))}
    />
  );
}
