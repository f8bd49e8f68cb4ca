"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** Prefetches when a person points at it or focuses it, not when it scrolls into view: a list of rows stays one request. */
export function IntentLink({ onPointerEnter, onFocus, ...rest }: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [wanted, setWanted] = useState(false);
  return (
    <Link
      {...rest}
      prefetch={wanted ? null : false}
      onPointerEnter={(event) => {
        setWanted(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
