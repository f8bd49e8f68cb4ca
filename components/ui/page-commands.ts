import type { Command } from "./command-palette";

const pressed = "main :is(button, a.btn)";
/** A row's own actions are in its menu, and a page of a list turns by its own links. */
const elsewhere =
  "[data-help], table *, dialog *, [popover] *, [aria-hidden=true] *, [inert] *, :disabled, [aria-disabled=true]";

/** What a person calls it. */
const nameOf = (element: Element) =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The part of the page that it stands in, where that has a name. */
function partOf(element: Element): string | undefined {
  const part = element.closest("main section, main fieldset, main form");
  const labelled = part?.getAttribute("aria-labelledby")?.split(" ")[0];
  const title = labelled ? document.getElementById(labelled) : part?.querySelector("h2, h3, legend");
  return title?.textContent?.trim() || undefined;
}

/** Whatever can be pressed on the page now, under the name that it bears there: what a page can do, its commands can. */
export function pageCommands(): Command[] {
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
      // What it opens gives the focus back to it.
      element.focus();
      element.click();
    };
    // Once the palette has closed, and given the focus back.
    return [{ id, label, ...(aside !== label && { aside }), onSelect: () => setTimeout(press) }];
  });
}
