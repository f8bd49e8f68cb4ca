"use client";

import { type ReactNode, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";
import { usePrinting } from "./use-printing";

type Props = {
  summary: ReactNode;
  /** Whether it is open. Without this, it begins closed and only the reader opens it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  summaryClass?: string;
  children: ReactNode;
};

/**
 * Content behind a click. Client-rendered content is created when it is opened or printed; server-rendered content works
 * without scripts.
 */
export function Disclosure({ summary, open = false, onOpenChange, className, summaryClass, children }: Props) {
  const [drawn, setDrawn] = useState(useIsHydrating() || open);
  const printing = usePrinting() !== null;
  return (
    <details
      open={open}
      className={className}
      onToggle={({ currentTarget }) => {
        setDrawn(true);
        // The browser also reports when the new value of `open` has just been applied.
        if (currentTarget.open !== open) onOpenChange?.(currentTarget.open);
      }}
    >
      <summary className={summaryClass}>{summary}</summary>
      {(drawn || open || printing) && children}
    </details>
  );
}
