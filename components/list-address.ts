"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

// A list's search, filters and page live in its address; the way back to it from a record leads to that address.

const nameOf = (path: string) => `list ${path}`;
const unchanging = () => () => {};

/** Said by a list: this is how it is looked at now, in this tab. */
export function useKeepListAddress(): void {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    try {
      sessionStorage.setItem(nameOf(path), search);
    } catch {
      // A browser that keeps nothing leads back to the plain list.
    }
  }, [path, search]);
}

/** The list as it was last looked at. */
export function useListHref(path: string): string {
  const search = useSyncExternalStore(
    unchanging,
    () => read(path),
    () => "",
  );
  return search ? `${path}?${search}` : path;
}

function read(path: string): string {
  try {
    return sessionStorage.getItem(nameOf(path)) ?? "";
  } catch {
    return "";
  }
}
