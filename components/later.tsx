"use client";

import { type ReactNode, useEffect, useState } from "react";

/** Renders its children after the page is painted, for parts that nobody waits for. */
export function Later({ children }: { children: ReactNode }) {
  const [standing, setStanding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStanding(true), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return standing ? children : null;
}
