"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** What the server has read for the page, as JSON: server and browser would each look at every value of an object. */
export function Prefetched({ state, children }: { state: string; children: ReactNode }) {
  return (
    <HydrationBoundary state={useMemo((): DehydratedState => JSON.parse(state), [state])}>{children}</HydrationBoundary>
  );
}
