import type { ReactNode } from "react";
import { cn } from "./cn";

/** A detail of `undefined` is not known; `null` or an empty text means that there is none. */
export type Description = { term: ReactNode; detail: ReactNode; key?: string };

type Props = {
  items: readonly Description[];
  wide?: boolean;
  className?: string;
  /** One sentence names the unknown facts, which then have no rows. */
  withoutDetail?: (terms: string[]) => string;
};

export function DescriptionList({ items, wide, className, withoutDetail }: Props) {
  const isUnknown = ({ term, detail }: Description) => detail === undefined && typeof term === "string";
  const unknown = withoutDetail ? items.filter(isUnknown) : [];
  return (
    <>
      <dl className={cn("grid gap-x-8 overflow-y-clip text-sm", wide && "sm:grid-cols-2 xl:grid-cols-3", className)}>
        {items.map((item, at) =>
          unknown.includes(item) ? null : (
            <div
              key={item.key ?? (typeof item.term === "string" ? item.term : at)}
              className="-mt-px grid min-w-0 grid-cols-[minmax(min-content,1fr)_2fr] items-baseline gap-4 border-t border-line py-2 [&_a]:-my-1 [&_code]:text-xs"
            >
              <dt className="text-muted">{item.term}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {item.detail === null || item.detail === "" ? <span className="text-muted">—</span> : item.detail}
              </dd>
            </div>
          ),
        )}
      </dl>
      {unknown.length > 0 && (
        <p className="border-t border-line py-2 text-xs text-pretty text-muted">
          {withoutDetail?.(unknown.map(({ term }) => String(term)))}
        </p>
      )}
    </>
  );
}
