import type { ReactNode } from "react";
import { cn } from "./cn";

export type PanelProps = {
  title?: ReactNode;
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  flush?: boolean;
  level?: 2 | 3;
  className?: string;
  children?: ReactNode;
};

export function Panel({
  title,
  aside,
  description,
  actions,
  footer,
  flush,
  level = 2,
  className,
  children,
}: PanelProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      className={cn(
        "min-w-0 rounded-lg border border-line bg-surface",
        // A table may continue on the next printed page.
        !flush && "print:break-inside-avoid",
        className,
      )}
    >
      {(title || actions) && (
        <header className={cn("flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3", flush && "border-b border-line")}>
          <div className={cn("min-w-0 flex-1", description ? "basis-56" : "basis-28")}>
            {title && (
              <div className={aside ? "flex items-center gap-1" : undefined}>
                <Heading className="font-semibold">{title}</Heading>
                {aside}
              </div>
            )}
            {description && <p className="text-sm text-muted text-pretty">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={cn(!flush && "px-4 pb-4", !flush && !title && !actions && "pt-4")}>{children}</div>
      {footer && <footer className="border-t border-line px-4 py-3">{footer}</footer>}
    </section>
  );
}
