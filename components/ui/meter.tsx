import { type ReactNode, useId } from "react";
import { type Tone, toneText } from "./badge";
import { cn } from "./cn";

export type MeterProps = {
  label: ReactNode;
  hideLabel?: boolean;
  tone?: Tone;
  text?: string;
  value: number;
  max?: number;
  className?: string;
};
/** The value is undefined if it is not known how much is left. */
export type ProgressProps = Omit<MeterProps, "value"> & { value?: number };

export const Meter = (props: MeterProps) => <Gauge role="meter" {...props} />;
export const Progress = (props: ProgressProps) => <Gauge role="progressbar" {...props} />;

function Gauge({
  role,
  tone = "accent",
  value,
  max = 100,
  ...props
}: ProgressProps & { role: "meter" | "progressbar" }) {
  const { label, hideLabel, text, className } = props;
  const id = useId();
  const share = value === undefined ? 0 : max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={cn("grid min-w-0 gap-1", className)}>
      <div className={cn("flex justify-between gap-3 text-sm", hideLabel && "sr-only")}>
        <span id={id}>{label}</span>
        {text && <span className="text-muted">{text}</span>}
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it; the rule cannot read the expression. */}
      <div
        role={role}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className={cn("h-1.5 overflow-hidden rounded-full bg-hover forced-colors:border", toneText[tone])}
      >
        {value === undefined ? (
          <div className="h-full w-1/3 animate-slide rounded-full bg-current" />
        ) : (
          // The width is an SVG attribute, because inline styles would need an exception in the content policy.
          <svg
            aria-hidden="true"
            className="block size-full rtl:-scale-x-100"
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
          >
            <rect width={share * 100} height="6" fill="currentColor" />
          </svg>
        )}
      </div>
    </div>
  );
}

/** The bar uses SVG attributes, because the content policy forbids inline styles. */
export function Bar({ part, className = "h-1.5" }: { part: number; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={cn("block w-full rounded-sm", className)}
    >
      <rect width="100" height="1" className="fill-hover" />
      <rect width={Math.min(1, part) * 100} height="1" className="fill-series-1" />
    </svg>
  );
}
