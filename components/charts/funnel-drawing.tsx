"use client";

import { Bar, BarChart, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { useTouched } from "../ui/hydrate-on-touch";
import { KeyPoint, KeyPointer } from "./key-point";
import { whole } from "./looks";
import type { ChartStep } from "./points";
import { Readout } from "./readout";

type Props = { steps: readonly ChartStep[]; words: (at: number) => string; active: number | null };

export default function FunnelDrawing({ steps, words, active }: Props) {
  const touched = useTouched();
  return (
    <KeyPoint value={{ y: steps[active ?? -1]?.id }}>
      <BarChart
        responsive
        className="absolute! inset-0"
        style={whole}
        margin={{ top: 0, right: 8, bottom: 0, left: 8 }}
        layout="vertical"
        data={steps}
        accessibilityLayer={false}
        aria-hidden
      >
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis type="category" dataKey="id" hide />
        {touched && (
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ active: isActive, label }: TooltipContentProps) => {
              const at = steps.findIndex(({ id }) => id === label);
              return isActive && at >= 0 && <Readout title={words(at)} values={[]} />;
            }}
          />
        )}
        <Bar
          dataKey="value"
          barSize={24}
          radius={4}
          minPointSize={(value) => (value ? 2 : 0)}
          fill="var(--color-series-1)"
          background={{ fill: "var(--color-sunken)", radius: 4 }}
          isAnimationActive={false}
        />
        {touched && <KeyPointer />}
      </BarChart>
    </KeyPoint>
  );
}
