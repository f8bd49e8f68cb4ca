"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";

let pending: string | null = null;
const listeners = new Set<() => void>();

function set(path: string | null): void {
  pending = path;
  for (const listener of listeners) listener();
}

/** Code that pushes an address calls this; links are noticed without it. */
export function navigationStarts(href: string): void {
  const { pathname } = new URL(href, window.location.href);
  if (pathname !== window.location.pathname) set(pathname);
}

/** Returns the path of a page that is still loading, after a delay that a person would not notice. */
export function usePendingPath(): string | null {
  const path = usePathname();
  const wanted = useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
  const [late, setLate] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means that the page has arrived.
  useEffect(() => set(null), [path]);
  useEffect(() => {
    if (wanted === null) return setLate(null);
    const timer = setTimeout(() => setLate(wanted), 150);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      // A prevented click is handled by the router; the browser handles all others.
      if (link && event.defaultPrevented && link.origin === window.location.origin) navigationStarts(link.href);
    };
    const onBack = () => set(null);
    window.addEventListener("click", onClick);
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("click", onClick);
      window.removeEventListener("popstate", onBack);
    };
  }, []);
  return wanted === null ? null : late;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
