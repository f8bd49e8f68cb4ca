import type { ReactNode } from "react";
import { cn } from "./cn";

export type Description = { term: ReactNode; detail: ReactNode; key?: string };

/** Facts about one thing. `wide` puts them in columns. */
export function DescriptionList({
  items,
  wide,
  className,
}: {
  items: readonly Description[];
  wide?: boolean;
  className?: string;
}) {
  return (
    <dl className={cn("grid gap-x-8 text-sm", wide && "sm:grid-cols-2 xl:grid-cols-3", className)}>
      {items.map((item, at) => (
        <div
          key={item.key ?? (typeof item.term === "string" ? item.term : at)}
          className="grid min-w-0 grid-cols-[minmax(7rem,2fr)_3fr] items-baseline gap-4 border-b border-line py-2 last:border-b-0"
        >
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
