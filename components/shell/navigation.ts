"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore, useWindowEvent } from "@/components/ui/use-browser";

const pending = createStore<string | null>(null);

/** Code that pushes an address calls this; links are noticed without it. */
export function navigationStarts(href: string): void {
  const { pathname } = new URL(href, window.location.href);
  if (pathname !== window.location.pathname) pending.set(pathname);
}

/** Returns the path of a page that is still loading, after a delay that a person would not notice. */
export function usePendingPath(): string | null {
  const path = usePathname();
  const wanted = useSyncExternalStore(pending.subscribe, pending.get, () => null);
  const [late, setLate] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means that the page has arrived.
  useEffect(() => pending.set(null), [path]);
  useEffect(() => {
    if (wanted === null) return setLate(null);
    const timer = setTimeout(() => setLate(wanted), 150);
    return () => clearTimeout(timer);
  }, [wanted]);
  useWindowEvent("popstate", () => pending.set(null));
  useWindowEvent("click", (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
    // A prevented click is handled by the router; the browser handles all others.
    if (link && event.defaultPrevented && link.origin === window.location.origin) navigationStarts(link.href);
  });
  return wanted === null ? null : late;
}
