"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useBrowserValue } from "@/components/ui/use-browser";

// A list's search, filters and page are in its address, and the link back from a record leads to that address.

const nameOf = (path: string) => `list ${path}`;

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
  const search = useBrowserValue(() => read(path), "");
  return search ? `${path}?${search}` : path;
}

function read(path: string): string {
  try {
    return sessionStorage.getItem(nameOf(path)) ?? "";
  } catch {
    return "";
  }
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
