"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "../ui/cn";
import { pointAfter } from "./points";

export type ChartFrameProps = {
  title: string;
  description: string;
  count: number;
  /** The point that is read out first, and from which the arrow keys begin. */
  start: number;
  words: (at: number) => string;
  under: (x: number, y: number, box: { width: number; height: number }) => number;
  row?: number;
  onPick?: ((at: number) => void) | undefined;
  pickHint?: string | undefined;
  legend?: ReactNode;
  note?: ReactNode;
  className?: string;
  children: (active: number | null) => ReactNode;
};

/**
 * A chart is one tab stop with the role of a slider: keys move from point to point, and a line above states the values
 * at the point. A table of the same figures belongs below it.
 */
export function ChartFrame({ title, description, count, start, words, under, row, onPick, ...props }: ChartFrameProps) {
  const t = useTranslations("ui.chart");
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState<number | null>(null);
  // New figures may have fewer points than the ones that were explored.
  const active = chosen === null ? null : Math.min(chosen, count - 1);
  const at = active ?? start;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && active !== null) return setActive(null);
    if (event.key === "Enter" && onPick && active !== null) {
      event.preventDefault();
      return onPick(at);
    }
    const to = active === null && event.key.startsWith("Arrow") ? start : pointAfter(event.key, at, count, row);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
  };
  const point = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setActive(Math.max(0, Math.min(count - 1, under(clientX - box.left, clientY - box.top, box))));
  };

  return (
    <figure className="grid min-w-0 gap-2">
      {props.legend && <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">{props.legend}</div>}
      {/* The line always has the height of its text, so that nothing moves when a point is explored. */}
      <p aria-hidden className="min-h-9 text-sm text-muted print:hidden">
        {active === null ? t(onPick ? "hintPick" : "hint") : words(at)}
      </p>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={`${id}-about`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={words(at)}
        className={cn("contain-content min-w-0 touch-pan-y rounded-md", props.className)}
        onKeyDown={onKeyDown}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={(event) => event.pointerType === "mouse" && setActive(null)}
        onClick={(event) => {
          // The first touch of a finger shows a point; only a second touch of the same point opens it.
          if (event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType !== "mouse") return;
          if (active !== null) onPick?.(at);
        }}
      >
        {props.children(active)}
      </div>
      <p id={`${id}-about`} className="sr-only">
        {description} {props.pickHint}
      </p>
      {props.note && <figcaption className="text-sm text-muted">{props.note}</figcaption>}
    </figure>
  );
}
