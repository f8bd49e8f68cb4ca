"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { keepInTab, readFromTab } from "@/components/ui/tab-memory";
import { useBrowserValue } from "@/components/ui/use-browser";

// A list's search, filters and page are in its address, and the link back from a record leads to that address.

const nameOf = (path: string) => `list ${path}`;

export function useKeepListAddress(): void {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    keepInTab(nameOf(path), search);
  }, [path, search]);
}

export function useListHref(path: string): string {
  const search = useBrowserValue(() => readFromTab(nameOf(path)), "");
  return search ? `${path}?${search}` : path;
}

/** Works on the server as well, so that links are in the HTML. */
export function useAddressWith(): (name: string, value: string | number) => string {
  const now = useSearchParams().toString();
  return (name, value) => {
    const search = new URLSearchParams(now);
    search.set(name, String(value));
    return `?${search}`;
  };
}
