"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

// A list's search, filters and page are in its address, and the link back from a record leads to that address.

const nameOf = (path: string) => `list ${path}`;
const unchanging = () => () => {};

export function useKeepListAddress(): void {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    try {
      sessionStorage.setItem(nameOf(path), search);
    } catch {
      // Without session storage, the link leads to the plain list.
    }
  }, [path, search]);
}

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
