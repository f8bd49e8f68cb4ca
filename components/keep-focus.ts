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
    // It opened with the page, and could not take the focus before the page was seen.
    const dialog = main?.querySelector("dialog:modal");
    const find = (selector: string) => (dialog ?? main)?.querySelector<HTMLElement>(selector);
    const first = dialog ? (find("[data-autofocus]") ?? find("h2")) : (find(firstField) ?? find("h1") ?? main);
    first?.focus({ preventScroll: true });
  }, [path, pending]);
}

const reachable = ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled, [tabindex='-1'])";
const soonMs = 150;

/**
 * What has the focus may go away by what was done with it: a row that is deleted, a button that has served its purpose.
 * Who brought it there then goes on from what stands beside it, and not from the beginning of the page.
 */
export function useRescueFocus(): void {
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return;
    let lost: { from: Element; beside: Element[]; path: string } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      const from = target instanceof Element && target !== main && main.contains(target) ? target : null;
      lost = from && { from, beside: besideOf(from, main), path: location.pathname };
    };
    const forget = () =>
      setTimeout(() => {
        if (lost?.from.isConnected && document.activeElement !== lost.from) lost = null;
      });
    const rescue = () => {
      if (!lost || lost.from.isConnected || document.activeElement !== document.body) return;
      // Whoever went to another page is taken care of there.
      if (lost.path !== location.pathname) return;
      const beside = lost.beside.filter((element) => element.isConnected && main.contains(element));
      const next = beside.map(reachableIn).find((element) => element !== null);
      (next ?? main.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!lost || lost.from.isConnected) return;
      // Most screens know themselves where it goes on.
      clearTimeout(timer);
      timer = setTimeout(rescue, soonMs);
    });
    observer.observe(main, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", forget);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forget);
    };
  }, []);
}

/** What follows it and what is before it, from the nearest to what is around it. */
function besideOf(element: Element, main: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at && at !== main; at = at.parentElement) {
    if (at.nextElementSibling) found.push(at.nextElementSibling);
    if (at.previousElementSibling) found.push(at.previousElementSibling);
  }
  return found;
}

function reachableIn(element: Element): HTMLElement | null {
  const all = [element, ...element.querySelectorAll(reachable)].filter((one) => one.matches(reachable));
  return all.find((one): one is HTMLElement => one instanceof HTMLElement && one.checkVisibility()) ?? null;
}
