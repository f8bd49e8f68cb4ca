"use client";

import { type ReactNode, useEffect, useState } from "react";

/** Parts that nobody waits for are rendered after the page is painted. */
export function Later({ children }: { children: ReactNode }) {
  const [standing, setStanding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStanding(true), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return standing ? children : null;
}
