"use client";

import { type ReactNode, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

type Props = { summary: ReactNode; className?: string; summaryClass?: string; children: ReactNode };

/** What is behind a click, drawn once it is clicked. What came from the server is there without any script. */
export function Disclosure({ summary, className, summaryClass, children }: Props) {
  const [drawn, setDrawn] = useState(useIsHydrating());
  return (
    <details className={className} onToggle={() => setDrawn(true)}>
      <summary className={summaryClass}>{summary}</summary>
      {drawn && children}
    </details>
  );
}
