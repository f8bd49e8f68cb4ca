import { useEffect, useState } from "react";
import type { Command } from "@/components/ui/command-palette";

const pressed = "main :is(button, a.btn)";
/** A row's actions are in its menu, and paging has its own links. */
const elsewhere =
  "[data-help], table *, dialog *, [popover] *, [aria-hidden=true] *, [inert] *, :disabled, [aria-disabled=true]";

const nameOf = (element: Element) =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

function partOf(element: Element): string | undefined {
  const part = element.closest("main section, main fieldset, main form");
  const labelled = part?.getAttribute("aria-labelledby")?.split(" ")[0];
  const title = labelled ? document.getElementById(labelled) : part?.querySelector("h2, h3, legend");
  return title?.textContent?.trim() || undefined;
}

/** The page's commands may change while the palette is open, so they are observed. */
export function usePageCommands(open: boolean): Command[] {
  const [commands, setCommands] = useState<Command[]>([]);
  useEffect(() => {
    const page = document.querySelector("main");
    if (!open || !page) return;
    const look = () => setCommands(pageCommands());
    look();
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [open]);
  return commands;
}

function pageCommands(): Command[] {
  const seen = new Set<string>();
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    const label = nameOf(element);
    if (!label || element.matches(elsewhere) || !element.checkVisibility({ visibilityProperty: true })) return [];
    const aside = partOf(element);
    const id = `here ${label} ${aside ?? ""}`;
    if (seen.has(id)) return [];
    seen.add(id);
    const press = () => {
      if (!element.isConnected) return;
      // A dialog that the element opens will return the focus to it.
      element.focus();
      element.click();
    };
    // The timeout lets the palette close and return the focus first.
    return [{ id, label, aside: aside === label ? undefined : aside, onSelect: () => setTimeout(press) }];
  });
}
