"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { useAddressWith } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { cn } from "@/components/ui/cn";
import { onPlainClick } from "@/components/ui/intent-link";
import { type Figure, FigureBeside, FigureValue } from "./figure-change";

type TilesProps = {
  now: UseQueryResult;
  before?: UseQueryResult | null;
  className: string;
  children: ReactNode;
  foot?: ReactNode;
};

/** The figures of a period as a grid, each beside that of the comparison period. */
export function FigureTiles({ now, before = null, className, children, foot }: TilesProps) {
  const t = useTranslations("figures");
  const stale = now.isPlaceholderData || before?.isPlaceholderData;
  return (
    <>
      {now.error && !now.data ? (
        <QueryError error={now.error} onRetry={() => now.refetch()} retrying={now.isFetching} />
      ) : (
        <dl
          aria-busy={stale || undefined}
          // The gaps show the background as lines, for any number of columns.
          className={cn("grid grid-cols-2 gap-px overflow-hidden bg-line", className, stale && "[&>div]:text-muted")}
        >
          {children}
        </dl>
      )}
      {foot}
      {now.data !== undefined && before?.error && !before.data && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {t("besideFailed", { reason: before.error.message })}
        </p>
      )}
    </>
  );
}

type TileProps = {
  figure: Figure;
  help?: Concept;
  /** False means that there is nothing to compare with. */
  before: Figure["value"] | false;
  /** True if `figure` is of an unfinished day and `before` of a whole one. */
  whole: boolean;
  covered?: boolean;
  chosen: boolean;
  /** Without it, there is no chart that could show the figure. */
  onChoose: (() => void) | null;
};

export function FigureTile({ figure, help, before, whole, covered, chosen, onChoose }: TileProps) {
  const addressWith = useAddressWith();
  return (
    <div
      className={cn(
        "relative row-span-3 grid min-w-0 grid-rows-subgrid gap-y-1.5 bg-surface px-4 py-3 has-[a:hover]:bg-hover",
        chosen && onChoose && "shadow-[inset_0_-2px_0_var(--color-accent)]",
      )}
    >
      <dt className="flex items-center justify-between gap-1 text-sm">
        {onChoose ? (
          <a
            href={addressWith("figure", figure.name)}
            aria-current={chosen ? "true" : undefined}
            onClick={onPlainClick(onChoose)}
            className={cn(
              "inline-flex min-h-6 items-center after:absolute after:inset-0",
              chosen ? "font-medium text-ink" : "text-muted",
            )}
          >
            {figure.label}
          </a>
        ) : (
          <span className="inline-flex min-h-6 items-center text-muted">{figure.label}</span>
        )}
        {help && <Help of={help} label={figure.label} />}
      </dt>
      <dd className="flex flex-wrap content-start items-baseline gap-x-1.5">
        <FigureValue {...figure} />
      </dd>
      <dd className="min-h-9 text-sm">
        {before !== false && <FigureBeside figure={figure} before={before} whole={whole} covered={covered} />}
      </dd>
    </div>
  );
}
