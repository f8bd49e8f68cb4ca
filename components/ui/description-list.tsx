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
    <dl className={cn("grid gap-x-8 overflow-y-clip text-sm", wide && "sm:grid-cols-2 xl:grid-cols-3", className)}>
      {items.map((item, at) => (
        <div
          key={item.key ?? (typeof item.term === "string" ? item.term : at)}
          className="-mt-px grid min-w-0 grid-cols-[minmax(7rem,1fr)_2fr] items-baseline gap-4 border-t border-line py-2 [&_a]:-my-1 [&_code]:text-xs"
        >
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
