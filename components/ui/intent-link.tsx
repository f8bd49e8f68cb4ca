"use client";

import Link from "next/link";
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from "react";
import { cn } from "./cn";

const restMs = 40;

type Props = Omit<
  ComponentProps<typeof Link>,
  "prefetch" | "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur"
> & {
  /** Prefetches the page with its data while the pointer rests on the link. */
  whole?: boolean;
};

/** Prefetches when a person points at or focuses the link, not when it scrolls into view: a list causes one request. */
export function IntentLink({ whole = false, ...rest }: Props) {
  const [wanted, setWanted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const want = () => {
    clearTimeout(timer.current);
    if (whole) timer.current = setTimeout(() => setWanted(true), restMs);
    else setWanted(true);
  };
  // Otherwise each page that the pointer passes would be fetched.
  const leave = () => {
    clearTimeout(timer.current);
    if (whole) setWanted(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Link
      {...rest}
      prefetch={wanted ? whole || null : false}
      onPointerEnter={want}
      onPointerLeave={leave}
      onFocus={want}
      onBlur={leave}
    />
  );
}

export function TextLink({ className, ...rest }: Props) {
  return (
    <IntentLink
      {...rest}
      className={cn(
        "inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current",
        className,
      )}
    />
  );
}

/** A link can be opened in a new tab; a plain click acts on this page, without requesting it from the server. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
