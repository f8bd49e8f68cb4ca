"use client";

import { type ReactNode, useState } from "react";
import { useIsHydrating, usePrinting } from "./use-browser";

type Props = {
  summary: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  summaryClass?: string;
  children: ReactNode;
};

/** In the browser, content is rendered when it is opened or printed; from the server, it works without scripts. */
export function Disclosure({ summary, open = false, onOpenChange, className, summaryClass, children }: Props) {
  const [drawn, setDrawn] = useState(useIsHydrating() || open);
  const printing = usePrinting() !== null;
  return (
    <details
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
