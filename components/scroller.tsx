import type { ReactNode } from "react";
import { cn } from "./ui/cn";

type Props = { label: string; className?: string; children: ReactNode };

/** A wide table scrolls in its own box, by keyboard too; on paper it is as wide as it needs. */
export function Scroller({ label, className, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      className={cn("overflow-x-auto print:overflow-visible [&_table]:print:min-w-0", className)}
    >
      {children}
    </section>
  );
}
