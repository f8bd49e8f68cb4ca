"use client";

import { useEffect, useState } from "react";

/**
 * Returns the value once it has not changed for a moment, so that typing causes one request and not one for each key.
 */
export function useDebounced<T>(value: T, ms = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
