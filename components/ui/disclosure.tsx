"use client";

import { type ReactNode, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

type Props = { summary: ReactNode; className?: string; summaryClass?: string; children: ReactNode };

/**
 * Content behind a click. Client-rendered content is created when it is opened; server-rendered content works without
 * scripts.
 */
export function Disclosure({ summary, className, summaryClass, children }: Props) {
  const [drawn, setDrawn] = useState(useIsHydrating());
  return (
    <details className={className} onToggle={() => setDrawn(true)}>
      <summary className={summaryClass}>{summary}</summary>
      {drawn && children}
    </details>
  );
}
