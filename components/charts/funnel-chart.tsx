"use client";

import { lazyPart } from "../ui/lazy-part";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import type { ChartStep } from "./points";
import { WhenNear } from "./when-near";

type Props = Pick<ChartFrameProps, "title" | "description" | "words"> & { steps: readonly ChartStep[] };

const FunnelDrawing = lazyPart(() => import("./funnel-drawing"));

/** A bar for each step, and below it what the next one is to it. The bars lie between the lines of text. */
export function FunnelChart({ title, description, words, steps }: Props) {
  return (
    <ChartFrame
      {...{ title, description, words, count: steps.length, start: 0 }}
      shows={steps.map(({ figure }) => figure)}
    >
      {(active) => (
        <>
          <WhenNear>
            <FunnelDrawing {...{ steps, words, active }} />
          </WhenNear>
          {steps.map(({ id, label, figure, since }) => (
            <div key={id} className="pointer-events-none relative flex h-22 flex-col justify-between px-2 text-sm">
              <p className="flex h-7 items-center justify-between gap-3">
                <span className="truncate">{label}</span>
                <span className="shrink-0 font-medium tabular-nums">{figure}</span>
              </p>
              <p className="h-7 text-muted">{since}</p>
            </div>
          ))}
        </>
      )}
    </ChartFrame>
  );
}
