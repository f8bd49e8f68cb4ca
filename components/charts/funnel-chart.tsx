"use client";

import { cn } from "../ui/cn";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";

type FunnelStep = {
  id: string;
  label: string;
  value: number;
  figure: string;
  /** Between this step and the next one. */
  since: string | null;
  loses: boolean;
};

type Props = Pick<ChartFrameProps, "title" | "description" | "words"> & { steps: readonly FunnelStep[] };

/** Pixels of a step with its loss; the classes below add up to this height. */
const stepHeight = 84;

/** Each step is as wide as its number; a slope to the next step shows what was lost on both sides. */
export function FunnelChart({ title, description, words, steps }: Props) {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  // Half the width in percent, with a minimum that keeps the smallest step visible.
  const reach = ({ value }: FunnelStep) => (value > 0 ? Math.max(0.2, (50 * value) / most) : 0);
  return (
    <ChartFrame
      {...{ title, description, words, count: steps.length, start: 0 }}
      under={(_, y) => Math.floor(y / stepHeight)}
    >
      {(active) =>
        steps.map((step, at) => {
          const next = steps[at + 1];
          return (
            <div key={step.id} className={cn("rounded-md px-2", active === at && "bg-hover")}>
              <p className="flex h-6 items-center justify-between gap-3 text-sm">
                <span className="truncate">{step.label}</span>
                <span className="shrink-0 font-medium">{step.figure}</span>
              </p>
              <Slice className="h-6">
                <path d={slice(reach(step), reach(step))} className="fill-series-1" />
              </Slice>
              {next && (
                <div className="relative h-9">
                  <Slice className="absolute inset-0 h-9">
                    {step.loses && <path d={slice(reach(step), reach(step))} className="fill-danger-soft" />}
                    <path d={slice(reach(step), reach(next))} className="fill-surface" />
                    <path d={slice(reach(step), reach(next))} className="fill-series-1" opacity="0.3" />
                  </Slice>
                  <span className="absolute inset-0 grid place-items-center text-sm">{step.since}</span>
                </div>
              )}
            </div>
          );
        })
      }
    </ChartFrame>
  );
}

function Slice({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={cn("block w-full overflow-visible", className)}
    >
      {children}
    </svg>
  );
}

const slice = (above: number, below: number) => `M${50 - above} 0H${50 + above}L${50 + below} 1H${50 - below}Z`;
