"use client";

import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useCameAsHtml } from "./use-browser";

/** After a navigation, the rest follows once the first screen is painted; a full page load has it from the start. */
export function useRestFollows(): boolean {
  const [follows, setFollows] = useState(useCameAsHtml());
  useEffect(() => {
    if (follows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setFollows(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [follows]);
  return follows;
}

/** The children are rendered after the part above, such as a chart, is painted. */
export function Rest({ children }: { children: ReactNode }) {
  return useRestFollows() ? children : null;
}
