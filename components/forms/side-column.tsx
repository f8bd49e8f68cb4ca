import type { ReactNode } from "react";

/** It scrolls by itself. Otherwise a shorter preview would shorten the page and move a field away from under a click. */
export function SideColumn({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-5 xl:sticky xl:top-[calc(var(--band)+4.75rem)] xl:-m-1 xl:max-h-[calc(100dvh-var(--band)-6rem)] xl:overflow-y-auto xl:p-1">
      {children}
    </div>
  );
}
