import type { ReactNode } from "react";
import { Panel } from "@/components/ui/panel";

export function Group({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <div data-group={name}>
      <Panel title={title}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
      </Panel>
    </div>
  );
}

/** `of` names the component files that are shown; the first is the specimen's name. Tests measure each child. */
export function Specimen({ of, wide, children }: { of: string; wide?: boolean; children: ReactNode }) {
  const [name = of] = of.split(" ");
  return (
    <section data-specimen={name} aria-label={name}>
      <h3 className="mb-1 text-sm font-semibold">{of.replaceAll(" ", ", ")}</h3>
      <div data-states className={wide ? "grid min-w-0 gap-4" : "flex flex-wrap items-center gap-2"}>
        {children}
      </div>
    </section>
  );
}

/** Draws a keyboard focus: only one element can have the real one, and the content policy forbids inline styles. */
export function focused(element: HTMLElement | null): void {
  if (!element) return;
  element.style.outline = "2px solid var(--color-focus)";
  element.style.outlineOffset = "2px";
}

export const long =
  "A name that somebody made far longer than there is room for, with aVeryLongWordThatCannotBeBrokenAnywhere";
