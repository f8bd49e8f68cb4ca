"use client";

import type { ReactNode } from "react";
import { useRestFollows } from "./use-rest-follows";

/** Renders its children after the part above, such as a chart, is painted. */
export function Rest({ children }: { children: ReactNode }) {
  return useRestFollows() ? children : null;
}
