"use client";

import type { ReactNode } from "react";
import { useRestFollows } from "./use-rest-follows";

/** The children are rendered after the part above, such as a chart, is painted. */
export function Rest({ children }: { children: ReactNode }) {
  return useRestFollows() ? children : null;
}
