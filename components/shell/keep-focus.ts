"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

const firstField = "form[data-fill] :is(input:not([type=radio]), input:checked, textarea, select)";

/**
 * After a navigation, the focused link is gone and the focus lost, so the heading gets it: keyboard and screen reader
 * continue there. An element that took the focus itself, such as the first field of a form, keeps it.
 */
export function useKeepFocus(pending: boolean): void {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    // A page that is not visible yet cannot take the focus.
    if (pending || before.current === path) return;
    before.current = path;
    if (document.activeElement && document.activeElement !== document.body) return;
    const main = document.getElementById("main");
    // A dialog that opened with the page could not take the focus before the page was visible.
    const dialog = main?.querySelector("dialog:modal");
    const find = (selector: string) => (dialog ?? main)?.querySelector<HTMLElement>(selector);
    const first = dialog ? (find("[data-autofocus]") ?? find("h2")) : (find(firstField) ?? find("h1") ?? main);
    first?.focus({ preventScroll: true });
  }, [path, pending]);
}

const reachable = ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled, [tabindex='-1'])";
const soonMs = 150;

/** If the focused element disappears, such as a deleted row, the focus moves beside it, not to the page's start. */
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
      // After a navigation, `useKeepFocus` moves the focus.
      if (lost.path !== location.pathname) return;
      const beside = lost.beside.filter((element) => element.isConnected && main.contains(element));
      const next = beside.map(reachableIn).find((element) => element !== null);
      (next ?? main.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!lost || lost.from.isConnected) return;
      // Most screens move the focus themselves, so they get time to do so.
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
