"use client";

import { type ReactNode, useState } from "react";
import { useCameAsHtml, usePrinting } from "./use-browser";

type Props = {
  summary: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  summaryClass?: string;
  /** Leaves the content out of the server's HTML. For what helps nobody without scripts, such as a chart's numbers. */
  deferred?: boolean;
  children: ReactNode;
};

/** In the browser, content is rendered when it is opened or printed; from the server, it works without scripts. */
export function Disclosure({ summary, open = false, deferred = false, children, ...props }: Props) {
  const { onOpenChange, className, summaryClass } = props;
  const [drawn, setDrawn] = useState((useCameAsHtml() && !deferred) || open);
  const printing = usePrinting() !== null;
  return (
    <details
      // It may have been opened before its scripts came.
      ref={(details) => {
        if (details?.open) setDrawn(true);
      }}
      open={open}
      className={className}
      onToggle={({ currentTarget }) => {
        setDrawn(true);
        // The event also fires when a new value of `open` has just been applied.
        if (currentTarget.open !== open) onOpenChange?.(currentTarget.open);
      }}
    >
      <summary className={summaryClass}>{summary}</summary>
      {(drawn || open || printing) && children}
    </details>
  );
}
