"use client";

import Link from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** Of a pointer that only passes by nothing is brought. */
const restMs = 40;

type Props = Omit<ComponentProps<typeof Link>, "prefetch"> & {
  /** Brings the page with its data, and not only its code. */
  whole?: boolean;
};

/** Prefetches while a person points at it or focuses it, not when it scrolls into view: a list of rows stays one request. */
export function IntentLink({ whole = false, onPointerEnter, onPointerLeave, onFocus, onBlur, ...rest }: Props) {
  const [wanted, setWanted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const want = () => {
    clearTimeout(timer.current);
    if (whole) timer.current = setTimeout(() => setWanted(true), restMs);
    else setWanted(true);
  };
  // Or each page on the way would bring it anew.
  const leave = () => {
    clearTimeout(timer.current);
    if (whole) setWanted(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Link
      {...rest}
      prefetch={wanted ? whole || null : false}
      onPointerEnter={(event) => {
        want();
        onPointerEnter?.(event);
      }}
      onPointerLeave={(event) => {
        leave();
        onPointerLeave?.(event);
      }}
      onFocus={(event) => {
        want();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
    />
  );
}
