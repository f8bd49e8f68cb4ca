"use client";

import { createContext, useContext, useEffect, useRef } from "react";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";

type Point = { x: string | number | undefined } | { y: string | number | undefined };

/** The point to which the keys have moved. */
export const KeyPoint = createContext<Point>({ x: undefined });

/** Recharts shows the point under a pointer, on all charts of a `syncId`; so keys move a pointer from point to point. */
export function KeyPointer() {
  const point = useContext(KeyPoint);
  const here = useRef<SVGGElement>(null);
  const plot = usePlotArea();
  const [xScale, yScale] = [useXAxisScale(), useYAxisScale()];
  const middle = { position: "middle" } as const;
  const x = "x" in point ? xScale?.(point.x, middle) : plot && plot.x + plot.width / 2;
  const y = "y" in point ? yScale?.(point.y, middle) : plot && plot.y + plot.height / 2;
  const isKnown = Number.isFinite(x) && Number.isFinite(y);
  const isPointing = useRef(false);
  useEffect(() => {
    const chart = here.current?.closest(".recharts-wrapper");
    if (!chart || (!isKnown && !isPointing.current)) return;
    isPointing.current = isKnown;
    const { left, top } = chart.getBoundingClientRect();
    const at = { clientX: left + (x ?? 0), clientY: top + (y ?? 0), bubbles: true };
    chart.dispatchEvent(new MouseEvent(isKnown ? "mousemove" : "mouseout", at));
  }, [isKnown, x, y]);
  return <g ref={here} />;
}
