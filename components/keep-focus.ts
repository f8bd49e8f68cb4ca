"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Of a form that is there to be filled in. */
const firstField = "form[data-fill] :is(input:not([type=radio]), input:checked, textarea, select)";

/**
 * What led to another page goes away with the page it was on, and the focus with it: then it goes to the heading, so
 * that keys and readers go on from there. What took the focus by itself, such as the first field of a form, keeps it.
 */
export function useKeepFocus(pending: boolean): void {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    // What is not to be seen yet cannot take the focus.
    if (pending || before.current === path) return;
    before.current = path;
    if (document.activeElement && document.activeElement !== document.body) return;
    const main = document.getElementById("main");
    const first = main?.querySelector<HTMLElement>(firstField) ?? main?.querySelector<HTMLElement>("h1") ?? main;
    first?.focus({ preventScroll: true });
  }, [path, pending]);
}
