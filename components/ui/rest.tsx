"use client";

import type { ReactNode } from "react";
import { useRestFollows } from "./use-rest-follows";

/** What stands below something that is waited for, such as a chart, and is drawn once that is painted. */
export function Rest({ children }: { children: ReactNode }) {
  return useRestFollows() ? children : null;
}
