import type { ReactNode } from "react";
import { cn } from "./ui/cn";

type Props = { label: string; className?: string; children: ReactNode };

/** A wide table scrolls in its own box, by keyboard as well; on paper it has its full width. */
export function Scroller({ label, className, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className={cn("overflow-x-auto print:overflow-visible [&_table]:print:min-w-0", className)}
    >
      {children}
    </section>
  );
}
