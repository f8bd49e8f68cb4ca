"use client";

import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { buttonClass } from "./button-class";
import { cn } from "./cn";
import { IntentLink, onPlainClick } from "./intent-link";
import { Select } from "./select";
import type { TableCount, TableState, TableStateChange } from "./table-types";

export type PaginationProps = TableCount & {
  state: Pick<TableState, "page" | "perPage">;
  onStateChange: TableStateChange;
  shown: number;
  loading?: boolean;
  sizes?: readonly number[];
  /** With this, previous and next are links that can be opened in other tabs. */
  pageHref?: (page: number) => string;
};

export function Pagination({
  state,
  onStateChange,
  shown,
  total,
  hasNext,
  loading,
  sizes = [20, 50, 100],
  pageHref,
}: PaginationProps) {
  const t = useTranslations("ui");
  const { page, perPage } = state;
  const from = shown === 0 ? 0 : (page - 1) * perPage + 1;
  const to = shown === 0 ? 0 : from + shown - 1;
  const step = { onStateChange, href: pageHref };
  const range =
    total !== null
      ? t(shown === 0 && total > 0 ? "table.rangeOfNone" : "table.range", { from, to, total })
      : hasNext
        ? t("table.rangeOfMany", { from, to })
        : t("table.rangeToEnd", { from, to });

  return (
    <nav
      aria-label={t("table.pages")}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-3 py-2 text-sm text-muted"
    >
      <p>{loading ? t("loading") : range}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside `Select`. */}
        <label className="flex items-center gap-2 whitespace-nowrap">
          {t("table.perPage")}
          <Select
            size="sm"
            className="w-17!"
            value={String(perPage)}
            onChange={(event) => onStateChange({ perPage: Number(event.target.value), page: 1 })}
            options={[...new Set([...sizes, perPage])]
              .sort((a, b) => a - b)
              .map((size) => ({ value: String(size), label: String(size) }))}
          />
        </label>
        <div className="flex gap-1.5">
          <Step {...step} icon={ChevronLeft} label={t("table.previous")} to={page > 1 ? page - 1 : null} />
          <Step {...step} icon={ChevronRight} label={t("table.next")} to={hasNext ? page + 1 : null} />
        </div>
      </div>
    </nav>
  );
}

type StepProps = {
  icon: LucideIcon;
  label: string;
  to: number | null;
  onStateChange: TableStateChange;
  href?: (page: number) => string;
};

function Step({ icon: Icon, label, to, onStateChange, href }: StepProps) {
  const shared = { "aria-label": label, "data-tip": label, children: <Icon className="rtl:rotate-180" /> };
  const className = cn(buttonClass({ size: "sm" }), "w-8 px-0! pointer-coarse:w-11");
  // At either end the link becomes a button, which takes over the focus.
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const isEnd = to === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the element becomes another one.
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) (link.current ?? button.current)?.focus();
    pressed.current = false;
  }, [isEnd]);
  const turn = () => {
    if (to === null) return;
    pressed.current = true;
    onStateChange({ page: to });
  };
  if (to !== null && href) {
    return <IntentLink ref={link} href={href(to)} {...shared} className={className} onClick={onPlainClick(turn)} />;
  }
  return (
    <button
      ref={button}
      type="button"
      {...shared}
      aria-disabled={to === null || undefined}
      className={cn(className, "aria-disabled:text-control aria-disabled:hover:bg-surface")}
      onClick={turn}
    />
  );
}
