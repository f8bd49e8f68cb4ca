import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./cn";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3.5 animate-breathe rounded-sm bg-hover", className)} />;
}

/** Screen readers hear once that something is loading, not every bar. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t("loading")}</span>
      {children}
    </div>
  );
}

export function TextSkeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  const widths = ["w-11/12", "w-full", "w-4/5", "w-2/3"];
  return (
    <Loading className={cn("grid gap-2.5", className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical.
        <Skeleton key={line} className={widths[line % widths.length]} />
      ))}
    </Loading>
  );
}
