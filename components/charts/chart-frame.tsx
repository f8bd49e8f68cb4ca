"use client";

import { useTranslations } from "next-intl";
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cn } from "../ui/cn";
import { HydrateOnTouch } from "../ui/hydrate-on-touch";
import { pointAfter } from "./points";

export type ChartFrameProps = {
  title: string;
  description: () => string;
  /** What the description and the words depend on. Both are formatted in the browser only once somebody touches the page. */
  shows: readonly unknown[];
  count: number;
  /** The point that is read out first, and from which the arrow keys begin. */
  start: number;
  /** The first and the last point in view, if not all are. */
  view?: readonly [first: number, last: number] | null;
  words: (at: number) => string;
  row?: number;
  onPick?: ((at: number) => void) | undefined;
  pickHint?: string | undefined;
  legend?: ReactNode;
  note?: ReactNode;
  className?: string;
  /** Receives the point to which the keys have moved. */
  children: (active: number | null) => ReactNode;
};

/**
 * For keyboard and screen reader, a chart is one tab stop with the role of a slider: keys move from point to point. A
 * table of the same figures belongs below it.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, shows, count, start, view, row, onPick } = props;
  const [chosen, setActive] = useState<number | null>(null);
  const [first, last] = view ?? [0, count - 1];
  const within = (at: number) => Math.max(first, Math.min(last, at));
  // New figures may have fewer points than the ones that were explored.
  const active = chosen === null ? null : within(chosen);
  const at = active ?? within(start);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && active !== null) return setActive(null);
    if (event.key === "Enter" && onPick && active !== null) {
      event.preventDefault();
      return onPick(at);
    }
    const to = active === null && event.key.startsWith("Arrow") ? at : pointAfter(event.key, at, { first, last, row });
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
  };

  return (
    <figure className="grid min-w-0 gap-2">
      {props.legend}
      <div className={cn("relative min-w-0 touch-pan-y", props.className)}>
        {props.children(active)}
        {/* A sibling of the drawing, because a slider must contain nothing that takes the focus, such as a brush. */}
        <HydrateOnTouch shows={[title, ...shows]}>
          <Slider {...props} at={at} onKeyDown={onKeyDown} onBlur={() => setActive(null)} />
        </HydrateOnTouch>
      </div>
      {props.note && <figcaption className="text-sm text-muted">{props.note}</figcaption>}
    </figure>
  );
}

type SliderProps = Pick<ChartFrameProps, "title" | "description" | "words" | "count" | "onPick" | "pickHint"> &
  Pick<HTMLAttributes<HTMLDivElement>, "onKeyDown" | "onBlur"> & { at: number };

function Slider({ title, description, words, count, at, onPick, pickHint, ...on }: SliderProps) {
  const t = useTranslations("ui.chart");
  const about = useId();
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={about}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={words(at)}
        className="pointer-events-none absolute inset-0 rounded-md"
        onKeyDown={on.onKeyDown}
        onBlur={on.onBlur}
      />
      <p id={about} className="sr-only">
        {description()} {pickHint} {t(onPick ? "hintPick" : "hint")}
      </p>
    </>
  );
}
